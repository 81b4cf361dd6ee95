import { expect, test } from "bun:test";
import { reportChainLoop } from "../../../../service/features/reporting/integrity/verify-chains.ts";
import { createLog } from "../../../../service/log.ts";
import { databaseScene, given } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { testSeal } from "../../../support/seal.ts";
import { setTriggersAside } from "../../../support/triggers.ts";
import { at, createChain, reportsOfAChain } from "./support/tampered-chains.ts";

forEachDatabase((_database, open) => {
  const { sql } = databaseScene(open);
  const seal = given(() => testSeal());

  test("every night, and not at the start, each agency's chain is read, and each break raises the alarm", async () => {
    const chains = [];
    for (let count = 0; count < 3; count += 1) chains.push(await createChain(sql, seal));
    const [changed, , cut] = chains.toSorted((one, other) => one.agencyId - other.agencyId);
    if (changed === undefined || cut === undefined) throw new Error("There are no three chains.");
    const third = at(changed, 2);
    await sql.begin(async (transaction) => {
      await setTriggersAside(transaction);
      await transaction`
        update publication_report set content = replace(content, '"views":0', '"views":9')
        where agency_id = ${changed.agencyId} and id = ${third.id}
      `;
      await transaction`delete from publication_report where agency_id = ${cut.agencyId} and number = 4`;
    });

    const alarms: unknown[] = [];
    const lines: { event: string; reports?: number }[] = [];
    const loop = reportChainLoop({
      sql,
      seal: { ...seal, alarm: (facts) => alarms.push(facts) },
      log: createLog("info", (line) => lines.push(JSON.parse(line))),
    });
    const run = () => loop.run(new AbortController().signal);
    expect([await run(), alarms, lines]).toEqual([false, [], []]);

    expect(await run()).toBe(false);
    expect(alarms).toEqual([
      { agencyId: changed.agencyId, number: 3, fault: "content_changed", reportId: third.id },
      { agencyId: cut.agencyId, number: 4, fault: "missing" },
    ]);
    // What comes behind a break says nothing more of a chain.
    expect(lines).toMatchObject([{ event: "report_chains_checked", reports: 2 + reportsOfAChain + 3 }]);
  });
});
