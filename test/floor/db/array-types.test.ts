import { expect, test } from "bun:test";
import { arrayTypes } from "../../../service/floor/db/array-types.ts";
import { forEachDatabase } from "../../support/databases.ts";

forEachDatabase((_, open) => {
  test("the numbers of the array types are this server's", async () => {
    const { sql } = (await open()).database;
    const rows = await sql<{ element: number; array: number }[]>`
      select oid::integer as element, typarray::integer as array from pg_type where oid in ${sql(Object.keys(arrayTypes))}
    `;
    expect(Object.fromEntries(rows.map(({ element, array }) => [element, array]))).toEqual({ ...arrayTypes });
  });

  test("the type of every column that is an array is known", async () => {
    const { sql } = (await open()).database;
    const rows = await sql<{ type: string }[]>`
      select distinct attribute.atttypid::regtype::text as type
      from pg_attribute as attribute
      join pg_class on pg_class.oid = attribute.attrelid and pg_class.relkind in ('r', 'p')
      where pg_class.relnamespace = current_schema()::regnamespace
        and attribute.attnum > 0
        and not attribute.attisdropped
        and (select typcategory from pg_type where pg_type.oid = attribute.atttypid) = 'A'
        and attribute.atttypid <> all (${sql.array(Object.values(arrayTypes))}::oid[])
    `;
    expect(rows.map(({ type }) => type)).toEqual([]);
  });

  test("arrays are read and written by the first statement of each connection", async () => {
    const { sql } = (await open()).database;
    const rows = await Promise.all(
      [1, 2, 3].map(async (number) => {
        const [row] = await sql`
          select pg_sleep(0.05), ${sql.array([number, number])}::int[] as numbers, ${sql.array(["ä", 'b"\\,'])}::text[] as texts,
            array[now()] as moments, array[2, 1.5]::numeric[] as decimals, array[true] as flags
        `;
        return row;
      }),
    );
    expect(rows.map((row) => row?.numbers)).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(rows[0]?.texts).toEqual(["ä", 'b"\\,']);
    expect(rows[0]?.moments[0]).toBeInstanceOf(Date);
    expect(rows[0]?.decimals).toEqual(["2", "1.5"]);
    expect(rows[0]?.flags).toEqual([true]);
  });
});
