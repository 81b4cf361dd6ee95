import { expect, test } from "bun:test";
import { deleteEndedSignIns } from "../../../service/features/people/session-sql.ts";
import { useOnce } from "../../../service/features/people/use-once-sql.ts";
import { databaseScene } from "../../support/cast.ts";

const hourMs = 3_600_000;
const { database } = databaseScene();

test("what was used up does not work again while a clock that was put back takes it for valid, and goes a day later", async () => {
  const { sql } = database;
  const before = (hours: number) => new Date(Date.now() - hours * hourMs);
  for (const hours of [1, 23, 25])
    expect(await useOnce(sql, ["token", `${hours}`], before(hours))).toBe(true);
  await deleteEndedSignIns(sql);
  const isFree = (hours: number) => useOnce(sql, ["token", `${hours}`], before(hours));
  expect([await isFree(1), await isFree(23), await isFree(25)]).toEqual([false, false, true]);
});
