import { expect, test } from "bun:test";
import { integerArray, textArray } from "../../../service/floor/db/array-literals.ts";
import { forEachDatabase } from "../../support/databases.ts";

const texts = [
  "",
  "null",
  "NULL",
  'a"b',
  "a\\b",
  "a,b",
  "{c}",
  " d ",
  "Grün 👍",
  "'; drop table hit; --",
  "\n\t",
  null,
];

forEachDatabase((_, open) => {
  test("texts and numbers arrive as they were sent, on the first statement of a connection", async () => {
    const { database, again } = await open();
    const rows = await database.sql<{ text: string | null }[]>`
      select text
      from unnest(${textArray(texts)}::text[]) with ordinality as given (text, position)
      order by position
    `;
    expect(rows.map(({ text }) => text)).toEqual(texts);
    const { sql } = await again();
    const [numbers] = await sql`
      select array_to_string(${integerArray([1, -5, null, 9_007_199_254_740_991, -(2n ** 63n)])}::bigint[], ' ', '-') as line
    `;
    expect(numbers?.line).toBe("1 -5 - 9007199254740991 -9223372036854775808");
    const [empty] = await sql`select cardinality(${integerArray([])}::integer[]) as size`;
    expect(empty?.size).toBe(0);
  });
});
