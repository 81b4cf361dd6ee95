import { compareHeads, type HeadBreak } from "../../features/reporting/integrity/compare-heads.ts";
import { readKeyFile } from "../../features/reporting/integrity/key-file.ts";
import type { WitnessStore } from "../../features/reporting/integrity/witness.ts";
import type { Sql } from "../../floor/db/open.ts";
import type { Config } from "../../program/config.ts";
import { openWitnesses } from "../../program/open-witnesses.ts";

/** Where the database does not go on from the heads that this machine and the exports' store have witnessed. */
export async function compareWitnesses(
  sql: Sql,
  config: Config,
  agencyId?: number,
): Promise<{ store: WitnessStore; found: HeadBreak }[]> {
  const seal = { keys: () => readKeyFile(config) };
  const differing: { store: WitnessStore; found: HeadBreak }[] = [];
  for (const store of openWitnesses(config)) {
    const { breaks } = await compareHeads(sql, { store, seal });
    for (const found of breaks)
      if ((agencyId ?? found.agencyId) === found.agencyId) differing.push({ store, found });
  }
  return differing;
}
