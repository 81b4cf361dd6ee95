/** A load on a database with a ledger of what was acknowledged: whatever happens to the machine, that has to be there. */
import postgres from "postgres";
import type { Queryable, Sql } from "../../../service/floor/db/open.ts";
import type { SeededChance } from "../../support/seeded-chance.ts";

/** Rows by their id with the version that was acknowledged last; null for one that was deleted. */
export type Ledger = {
  rows: Map<number, number | null>;
  /** Tables with their rows. */
  tables: Map<string, number>;
  idLast: number;
  commits: number;
};

const batchRowsMax = 5;
const extraTablesMax = 4;

export function createLedger(): Ledger {
  return { rows: new Map(), tables: new Map(), idLast: 0, commits: 0 };
}

export function connectTo(socketPath: string): Sql {
  return postgres({
    path: socketPath,
    user: "postgres",
    database: "postgres",
    max: 6,
    connect_timeout: 10,
    onnotice: () => undefined,
    // The driver does not wait for its own question for the types: where the power goes meanwhile, nobody takes the error.
    fetch_types: false,
    array_types: { 20: 1016 },
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  });
}

export async function prepareLedger(sql: Sql): Promise<void> {
  await sql`
    create table if not exists ledger (id bigint primary key, version integer not null, payload text not null)
  `;
  await sql`create index if not exists ledger_payload on ledger (payload)`;
  await sql`create table if not exists scratch (id bigint, payload text)`;
}

/** Does what is to be done first, and then writes on several connections until the database is gone. */
export async function loadUntilCut(
  sql: Sql,
  ledger: Ledger,
  { chance, begin }: { chance: SeededChance; begin: () => Promise<void> },
): Promise<void> {
  let isGone = false;
  const untilGone = async (work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => {
      if (error instanceof postgres.PostgresError) throw error;
      isGone = true;
    });
  };
  const repeat = async (work: () => Promise<void>) => {
    while (!isGone) await untilGone(work);
  };
  await untilGone(begin);
  await Promise.all([
    repeat(() => insertRows(sql, ledger, chance)),
    repeat(() => insertRows(sql, ledger, chance)),
    repeat(() => insertRows(sql, ledger, chance)),
    repeat(() => changeRow(sql, ledger, chance)),
    repeat(() => disturb(sql, ledger, chance)),
  ]);
}

async function insertRows(sql: Sql, ledger: Ledger, chance: SeededChance): Promise<void> {
  const ids = Array.from({ length: chance.whole(1, batchRowsMax) }, () => ++ledger.idLast);
  await sql`
    insert into ledger (id, version, payload)
    select id, 1, repeat(md5(id::text), ${chance.whole(1, 20)}::int) from unnest(${ids}::bigint[]) as id
  `;
  ledger.commits += 1;
  for (const id of ids) ledger.rows.set(id, 1);
}

/** Changes or deletes a row that nobody else changes meanwhile. */
async function changeRow(sql: Sql, ledger: Ledger, chance: SeededChance): Promise<void> {
  const id = chance.whole(1, Math.max(1, ledger.idLast));
  const version = ledger.rows.get(id);
  if (version === undefined || version === null) return void (await sql`select 1`);
  if (chance.whole(1, 10) > 1) {
    await sql`update ledger set version = version + 1 where id = ${id}`;
    ledger.commits += 1;
    ledger.rows.set(id, version + 1);
    return;
  }
  // Until the answer is there, the row may be either.
  ledger.rows.delete(id);
  await sql`delete from ledger where id = ${id}`;
  ledger.rows.set(id, null);
}

/** What moves files: checkpoints, new and rewritten tables, emptied ones, the next file of the log. */
async function disturb(sql: Sql, ledger: Ledger, chance: SeededChance): Promise<void> {
  const works = [
    () => sql`checkpoint`,
    () => sql`select pg_switch_wal()`,
    () => sql`vacuum ledger`,
    () => sql`vacuum full pg_class`,
    () => sql`reindex table ledger`,
    () => sql.begin((inside) => [inside`truncate scratch`, fillScratch(inside, chance)]),
    () => fillScratch(sql, chance),
    () => makeTable(sql, ledger, chance),
    () => dropTable(sql, ledger),
  ];
  await works[chance.whole(0, works.length - 1)]?.();
  await sql`select pg_sleep(${chance.between(0, 0.02)}::float8)`;
}

function fillScratch(sql: Queryable, chance: SeededChance) {
  return sql`
    insert into scratch select n, repeat('x', 200) from generate_series(1, ${chance.whole(1, 2_000)}::int) as n
  `;
}

async function makeTable(sql: Sql, ledger: Ledger, chance: SeededChance): Promise<void> {
  if (ledger.tables.size >= extraTablesMax) return;
  const rows = chance.whole(1, 500);
  const name = `extra_${++ledger.idLast}`;
  await sql`create table ${sql(name)} as select n as id, md5(n::text) as payload from generate_series(1, ${rows}::int) as n`;
  ledger.tables.set(name, rows);
}

async function dropTable(sql: Sql, { tables }: Ledger): Promise<void> {
  const [name] = tables.keys();
  if (name === undefined) return;
  tables.delete(name);
  await sql`drop table ${sql(name)}`;
}

/** What of the ledger the database does not have, and where an index and its table disagree. */
export async function compareWithLedger(sql: Sql, { rows, tables }: Ledger): Promise<string[]> {
  const lost: string[] = [];
  const stored = new Map<number, number>();
  const found = await sql<{ id: number; version: number }[]>`select id, version from ledger`;
  for (const { id, version } of found) stored.set(id, version);
  for (const [id, version] of rows) {
    const present = stored.get(id);
    if (version === null ? present !== undefined : present === undefined || present < version)
      lost.push(`row ${id}: acknowledged ${version ?? "deleted"}, stored ${present ?? "nothing"}`);
  }
  for (const [name, count] of tables) {
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from ${sql(name)}`.catch(
      () => [],
    );
    if (row?.count !== count) lost.push(`table ${name}: ${count} rows, stored ${row?.count ?? "no table"}`);
  }
  for (const column of ["id", "payload"]) {
    const byIndex = await countByIndex(sql, column);
    if (byIndex !== found.length) lost.push(`index on ${column}: ${byIndex} of ${found.length} rows`);
  }
  return lost;
}

async function countByIndex(sql: Sql, column: string): Promise<number> {
  return await sql.begin(async (inside) => {
    await inside`set local enable_seqscan = off`;
    const [row] = await inside<
      { count: number }[]
    >`select count(*)::int as count from (select ${inside(column)} from ledger order by ${inside(column)}) as ordered`;
    return row?.count ?? 0;
  });
}
