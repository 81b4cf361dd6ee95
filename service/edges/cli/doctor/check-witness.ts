import { describeBreak } from "../../../features/reporting/integrity/verify-chain.ts";
import { headsOf, type WitnessStore } from "../../../features/reporting/integrity/witness.ts";
import { migrationStatus } from "../../../floor/db/migrate.ts";
import { migrations } from "../../../floor/db/migrations.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { Config } from "../../../program/config.ts";
import { openWitnesses } from "../../../program/open-witnesses.ts";
import { compareWitnesses } from "../compare-witnesses.ts";
import { type Check, reasonOf, unwell, well, withinCheckTime } from "./check.ts";

const name = "report_witness";

/** Checks that heads of chains can be written to the witness, and that the database still has the heads written before. */
export async function checkWitness(config: Config, sql: Sql | null): Promise<Check> {
  const stores = openWitnesses(config);
  const states = await Promise.all(stores.map(stateOf));
  const kept = states.flatMap(({ store, heads }) => (heads === null ? [] : [`${heads} heads in ${store}`]));
  const faults = states.flatMap(({ store, fault }) =>
    fault === null ? [] : [`${store} can't be used: ${fault}`],
  );
  if (kept.length === 0)
    return unwell(
      name,
      `Heads of report chains can be kept nowhere outside the database: reports that are deleted there go unnoticed. Make DATA_DIR writable, or set EXPORT_S3_URL. ${faults.join(". ")}.`,
    );
  if (faults.length > 0) return unwell(name, `${faults.join(". ")}.`);
  const hasHeads = states.some(({ heads }) => heads !== null && heads > 0);
  if (sql === null)
    return hasHeads
      ? unwell(name, `The database is gone, and reports of it were witnessed: ${kept.join(", ")}.`)
      : well(name, `Nothing was witnessed yet: ${kept.join(", ")}.`);
  try {
    const { database, program } = await migrationStatus(sql, migrations);
    const isComparable = database >= program && hasHeads;
    const [first, ...more] = isComparable ? await withinCheckTime(compareWitnesses(sql, config)) : [];
    if (first === undefined)
      return well(name, `The database goes on from what was witnessed: ${kept.join(", ")}.`);
    const rest = more.length === 0 ? "" : ` ${more.length} more differ.`;
    return unwell(
      name,
      `${describeBreak(first.found.agencyId, first.found)}${rest} See "A report that does not fit" in docs/operations.md.`,
    );
  } catch (error) {
    return unwell(name, `Witnessed heads can't be compared: ${reasonOf(error)}.`);
  }
}

async function stateOf(
  store: WitnessStore,
): Promise<{ store: string; heads: number | null; fault: string | null }> {
  try {
    await withinCheckTime(store.examine());
    return { store: store.name, heads: headsOf(await withinCheckTime(store.read())).size, fault: null };
  } catch (error) {
    return { store: store.name, heads: null, fault: reasonOf(error) };
  }
}
