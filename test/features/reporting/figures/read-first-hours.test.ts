import { expect, test } from "bun:test";
import { createFirstHoursReader } from "../../../../service/features/reporting/figures/read-first-hours.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { createHeavyReads } from "../../../../service/floor/limits/heavy-reads.ts";

/** Answers each statement with a release that is so many minutes old, and counts them. */
function countingSql() {
  const asked: number[] = [];
  const nothing = { steps: [], sources: [] };
  const answer = async (values: number) => {
    asked.push(values);
    await Promise.resolve();
    if (asked.length === 1) throw new Error("The database is away.");
    return [
      {
        title: "Neu",
        publishedAt: "2026-11-24T08:00:00Z",
        minutesOld: asked.length,
        through: "2026-11-24T08:01:00Z",
        settled: nothing,
        running: nothing,
        total: { people: 0, machines: 0 },
        lostHits: [],
      },
    ];
  };
  const sql = Object.assign(
    // Its parts are asked for by nobody.
    (texts: TemplateStringsArray, ...values: unknown[]) =>
      texts[0]?.trim().startsWith("with") === true ? answer(values.length) : null,
    { array: (list: unknown) => list },
  ) as unknown as Sql;
  return { sql, asked };
}

test("all who look at a release's first hours share one statement, and a failure is not kept", async () => {
  const { sql, asked } = countingSql();
  const read = createFirstHoursReader({ sql, heavyReads: createHeavyReads() });
  const failed = await Promise.allSettled(Array.from({ length: 20 }, () => read(1, 7)));
  expect(failed.every(({ status }) => status === "rejected")).toBe(true);
  expect(asked).toHaveLength(1);
  const answers = await Promise.all(Array.from({ length: 20 }, () => read(1, 7)));
  expect(new Set(answers.map((answer) => answer?.minutesOld))).toEqual(new Set([2]));
  expect(asked).toHaveLength(2);
  // The same number is another release with another agency.
  expect((await read(2, 7))?.minutesOld).toBe(3);
});
