import { textArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { Table } from "./catalogue-sql.ts";

/** What a table holds; equal for two tables with the same rows, in whatever order they lie. */
export type Digest = { rows: number; hash: string; rowBytesMax: number };

/** Rows that go in one statement, by number and by size: each batch is held in memory three times. */
const batchRowsMax = 2_000;
const batchBytes = 4 * 1024 * 1024;

/**
 * Makes the text of a row the same in both databases, whatever their settings, and lets a statement take its time.
 * Holds for the transaction.
 */
export async function writeRowsAlike(sql: Queryable): Promise<void> {
  await sql`
    select
      set_config('timezone', 'UTC', true),
      set_config('datestyle', 'ISO, YMD', true),
      set_config('intervalstyle', 'postgres', true),
      set_config('extra_float_digits', '1', true),
      set_config('bytea_output', 'hex', true),
      set_config('statement_timeout', '0', true)
  `;
}

/**
 * Counts a table and sums the MD5 of all rows in two halves: a lost, doubled or changed row changes it. Without generated
 * columns, which another version of PostgreSQL may compute otherwise: word stems, for instance.
 */
export async function digestTable(sql: Queryable, { name, columns }: Table): Promise<Digest> {
  const [digest] = await sql<Digest[]>`
    select
      count(*)::bigint as rows,
      coalesce(sum(('x' || substr(hash, 1, 16))::bit(64)::bigint), 0)::text
        || ':' || coalesce(sum(('x' || substr(hash, 17, 16))::bit(64)::bigint), 0)::text as hash,
      coalesce(max(bytes), 0)::integer as "rowBytesMax"
    from (
      select md5(row(${listed(sql, columns)})::text) as hash, octet_length(${wholeRow(sql)}::text) as bytes
      from ${sql(name)} as ${wholeRow(sql)}
    ) as hashed
  `;
  if (digest === undefined) throw new Error(`The table ${name} could not be counted.`);
  return digest;
}

/** Rows of a table as PostgreSQL's own text of them, in batches; for the inside of a transaction. */
export async function* readRows(sql: Queryable, table: string, digest: Digest): AsyncGenerator<string[]> {
  if (digest.rows === 0) return;
  const count = Math.max(1, Math.min(batchRowsMax, Math.floor(batchBytes / Math.max(1, digest.rowBytesMax))));
  await sql`
    declare transfer_rows no scroll cursor for
    select ${wholeRow(sql)}::text as text
    from ${sql(table)} as ${wholeRow(sql)}
  `;
  for (;;) {
    const rows = await sql<{ text: string }[]>`fetch forward ${sql.unsafe(String(count))} from transfer_rows`;
    if (rows.length > 0) yield rows.map(({ text }) => text);
    if (rows.length < count) break;
  }
  await sql`close transfer_rows`;
}

function listed(sql: Queryable, columns: Table["columns"]) {
  return columns.map(({ name }) => sql`${sql(name)}`).reduce((before, column) => sql`${before}, ${column}`);
}

/** A table's alias stands for its rows, but a column of that name would come first: none of ours has a space in it. */
function wholeRow(sql: Queryable) {
  return sql("whole row");
}

/** Inserts rows as `readRows` gave them, ids included. */
export async function insertRows(sql: Queryable, table: Table, rows: readonly string[]): Promise<void> {
  const names = table.columns.map(({ name }) => name);
  const fields = names.map((name) => sql`(content).${sql(name)}`);
  const list = fields.reduce((before, field) => sql`${before}, ${field}`);
  // `offset 0` keeps the cast from being made once per column.
  await sql`
    insert into ${sql(table.name)} (${sql(names)})
    overriding system value
    select ${list}
    from (
      select text::${sql(table.name)} as content
      from unnest(${textArray(rows)}::text[]) as given (text)
      offset 0
    ) as parsed
  `;
}
