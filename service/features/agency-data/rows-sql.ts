import type { PendingQuery, Row } from "postgres";
import { textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";

type Fragment = PendingQuery<Row[]>;
type KeyColumn = { name: string; type: string };

/** Rows of usual length read at once: about 200 KB. */
const rowsAtOnceDefault = 200;

/** The columns of a table without those that no export shows, in their order. */
export async function listColumns(
  sql: Queryable,
  table: string,
  without: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select attname as name
    from pg_attribute
    where attrelid = to_regclass(${table})
      and attnum > 0
      and not attisdropped
      and attname <> all (${textArray([...without])}::text[])
    order by attnum
  `;
  return rows.map(({ name }) => name);
}

/** The columns of a table's primary key, in its order. */
async function listKeyColumns(sql: Queryable, table: string): Promise<KeyColumn[]> {
  return await sql<KeyColumn[]>`
    select attname as name, format_type(atttypid, atttypmod) as type
    from pg_index
    join pg_attribute on attrelid = indrelid and attnum = any (indkey)
    where indrelid = to_regclass(${table})
      and indisprimary
    order by array_position(indkey::smallint[], attnum)
  `;
}

/**
 * An agency's rows of a table as lines of JSON, in the order of its primary key and in short statements: a snapshot of the whole
 * would keep every queue of the database from clearing up. A row that changes meanwhile is as it is when its turn comes.
 */
export async function* readLines(
  sql: Queryable,
  agencyId: number,
  input: {
    table: string;
    without: readonly string[];
    rowsAtOnce?: number | undefined;
    only?: ((sql: Queryable, agencyId: number) => Fragment) | undefined;
  },
): AsyncGenerator<string[]> {
  const { table, without, rowsAtOnce = rowsAtOnceDefault, only } = input;
  const owner = table === "agency" ? "id" : "agency_id";
  const key = (await listKeyColumns(sql, table)).filter(({ name }) => name !== owner);
  const inOrder = listed(
    sql,
    key.map(({ name }) => sql`t.${sql(name)}`),
  );
  const position = listed(
    sql,
    key.map(({ name }) => sql`t.${sql(name)}::text`),
  );
  let after: readonly string[] | null = null;
  for (;;) {
    const rows: { line: string; position: string[] }[] = await sql<{ line: string; position: string[] }[]>`
      select (to_jsonb(t) - ${textArray([...without])}::text[])::text as line, array[${position}]::text[] as position
      from ${sql(table)} as t
      where t.${sql(owner)} = ${agencyId}
        ${only === undefined ? sql`` : sql`and ${only(sql, agencyId)}`}
        ${after === null ? sql`` : sql`and (${inOrder}) > (${values(sql, key, after)})`}
      ${key.length === 0 ? sql`` : sql`order by ${inOrder}`}
      limit ${rowsAtOnce}
    `;
    if (rows.length > 0) yield rows.map(({ line }) => line);
    after = rows.at(-1)?.position ?? null;
    if (rows.length < rowsAtOnce || key.length === 0) return;
  }
}

function values(sql: Queryable, key: readonly KeyColumn[], position: readonly string[]): Fragment {
  // The types are PostgreSQL's own names of them and can't be parameters.
  return listed(
    sql,
    key.map(({ type }, index) => sql`${position[index] ?? ""}::text::${sql.unsafe(type)}`),
  );
}

function listed(sql: Queryable, parts: readonly Fragment[]): Fragment {
  return parts.length === 0 ? sql`` : parts.reduce((before, part) => sql`${before}, ${part}`);
}
