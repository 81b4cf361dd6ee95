import { expect, test } from "bun:test";
import { forEachDatabase } from "../support/databases.ts";

forEachDatabase((_, open) => {
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
