import { asIso } from "../../../floor/db/as-iso.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { isStored } from "../../insights/import/stored-sql.ts";
import type { Collection } from "./collection.ts";

/** Engines that a summary lists. */
const enginesMax = 1_000;

/** The moment of the transaction, and with it of its snapshot. */
export async function readMoment(sql: Queryable): Promise<string> {
  const [row] = await sql<{ now: string }[]>`select ${asIso(sql, "now()")} as now`;
  if (row === undefined) throw new Error("The time of the database returned no row.");
  return row.now;
}

/**
 * The records of a collection as JSON, in batches; for the inside of a transaction, in which the cursor lives. They stay the
 * bytes that the database sent: making texts of them and bytes again cost twice the time and three times the memory.
 */
export async function* rowsOf(
  sql: Queryable,
  agencyId: number,
  collection: Collection,
): AsyncGenerator<Uint8Array[]> {
  const count = sql.unsafe(String(collection.fetchRows));
  const fetch = (): PromiseLike<Uint8Array[][]> => sql`fetch forward ${count} from export_rows`.raw();
  // Sent together: an export of a dozen small collections waits for a dozen answers, and not for three times as many.
  let [, , rows] = await Promise.all([
    sql`close all`,
    sql`declare export_rows no scroll cursor for ${collection.select(sql, agencyId)}`,
    fetch(),
  ]);
  while (rows.length > 0) {
    yield rows.flat();
    if (rows.length < collection.fetchRows) break;
    rows = await fetch();
  }
}

export type EngineSums = { engine: string; samples: number; runs: number; mentioned: number; cited: number };

/** Sums of all samples, one row an engine. */
export async function sumSamples(sql: Queryable, agencyId: number): Promise<EngineSums[]> {
  return await sql<EngineSums[]>`
    select
      engine,
      count(*)::bigint as samples,
      sum(runs)::bigint as runs,
      sum(mentioned)::bigint as mentioned,
      sum(cited)::bigint as cited
    from ai_visibility_run
    where agency_id = ${agencyId}
      and ${isStored(sql, agencyId, "ai_visibility_run")}
    group by engine
    order by sum(runs) desc, engine
    limit ${enginesMax}
  `;
}
