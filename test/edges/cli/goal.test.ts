import { afterAll, beforeAll, expect, test } from "bun:test";
import { openDatabase } from "../../../service/floor/db/open.ts";
import { testKeyFile } from "../../support/seal.ts";
import { createFolder, removeFolder } from "../../support/server-process.ts";
import { createMigratedDatabase } from "../../support/service.ts";
import { setTriggersAside } from "../../support/triggers.ts";
import { imprint, runJson, runProgram } from "./run-program.ts";

let environment: { PUBLIC_URL: string; DATABASE_URL: string; REPORT_SIGNING_KEY_FILE: string };
let directory: string;
beforeAll(async () => {
  directory = createFolder("test-goal-");
  const databaseUrl = await createMigratedDatabase();
  environment = {
    PUBLIC_URL: "https://presse.example",
    DATABASE_URL: databaseUrl,
    REPORT_SIGNING_KEY_FILE: testKeyFile(),
  };
});
afterAll(() => removeFolder(directory));

test("an operator sets, shows, fixes and replaces a goal, and report verify finds one that was changed", async () => {
  const run = async (...args: string[]) =>
    (await runJson([...args, "--data-dir", directory], environment)) as Record<string, unknown>;
  await run("agency", "create", "--name", "Nordlicht");
  await run("client", "create", "--agency", "1", "--name", "Müller", ...imprint);
  const typed = ["--client", "1", "--from", "2030-01-01", "--to", "2030-03-31", "--audience", "Alle"];
  const said = ["--objective", "Mehr Leser", "--measure", "views=1000", "--measure", "conversions:lead=20"];
  const { goalId } = await run("goal", "add", ...typed, ...said);
  const id = String(goalId);
  expect(await run("goal", "show", id)).toMatchObject({
    fixedAt: null,
    measures: [
      { kind: "views", target: 1_000 },
      { kind: "conversions", of: "lead", target: 20 },
    ],
  });
  expect(await run("goal", "fix", id)).toMatchObject({ isLater: false });
  const { goalId: second } = await run("goal", "add", ...typed, ...said, "--replaces", id);
  const { goals } = await run("goal", "list", "--client", "1");
  expect(goals).toMatchObject([{ id: second, replaces: id }, { id }]);
  await run("goal", "drop", String(second));
  const wrong = await runProgram(
    ["goal", "add", ...typed, "--objective", "x", "--measure", "ave=5"],
    environment,
  );
  expect([wrong.exitCode, wrong.stderr.includes("KIND=TARGET")]).toEqual([2, true]);

  const verify = ["report", "verify", "--all", "--data-dir", directory];
  const right = await runProgram(verify, environment);
  expect([right.exitCode, right.stdout]).toEqual([
    0,
    expect.stringContaining("1 goals are as they were fixed."),
  ]);
  const database = await openDatabase({ databaseUrl: environment.DATABASE_URL, dataDirectory: "" });
  await database.sql.begin(async (transaction) => {
    await setTriggersAside(transaction);
    await transaction`update goal set measures = '[{"kind":"views","target":1}]' where id = ${id}`;
  });
  await database.close();
  const changed = await runProgram(verify, environment);
  expect([changed.exitCode, changed.stderr]).toEqual([1, expect.stringContaining("is not what was fixed")]);
}, 120_000);
