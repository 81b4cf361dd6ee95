/** A table of 10,000 rows and the backfill of its column; as a program it fills the database of its argument until it is killed. */
import type { Backfill } from "../../../service/floor/db/backfills/backfill.ts";
import { runBackfillsToEnd } from "../../../service/floor/db/backfills/run-backfills.ts";
import { openDatabase, type Sql } from "../../../service/floor/db/open.ts";
import { createLog } from "../../../service/log.ts";

export const plantedRows = 10_000;

export async function plantRows(sql: Sql): Promise<void> {
  await sql`create table planted (agency_id integer, id integer, title text, letters integer, primary key (agency_id, id))`;
  await sql`insert into planted (agency_id, id, title) select n % 7, n, repeat('x', n % 90) from generate_series(1, ${plantedRows}::integer) as n`;
}

/** `seconds` makes each chunk that long. */
export function plantedBackfill({ seconds = 0, chunkRows = 500 } = {}): Backfill {
  return {
    ...{ name: "planted-letters", table: "planted", key: ["agency_id", "id"], chunkRows },
    fill: (sql) => sql`
      update planted
      set letters = char_length(title)
      from chunk
      cross join pg_sleep(${seconds})
      where planted.agency_id = chunk.agency_id
        and planted.id = chunk.id
        and planted.letters is null
      returning 1
    `,
  };
}

if (import.meta.main) {
  const [databaseUrl = ""] = process.argv.slice(2);
  const { sql } = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
  await runBackfillsToEnd(
    sql,
    { backfills: [plantedBackfill({ seconds: 0.05 })], migrations: [] },
    {
      log: createLog("warn", (line) => process.stderr.write(`${line}\n`)),
      signal: new AbortController().signal,
    },
  );
  process.exit(0);
}
