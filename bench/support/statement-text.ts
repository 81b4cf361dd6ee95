import type { Queryable, Sql } from "../../service/floor/db/open.ts";

type Described = { string: string; parameters: unknown[] };

/**
 * A statement of the service as text with its numbers in it, for programs that take no parameters. The driver puts it together,
 * as it would to send it; the server describes it and runs nothing.
 */
export async function statementText(
  sql: Sql,
  build: (sql: Queryable) => { describe(): Promise<unknown> },
  values: readonly number[],
): Promise<string> {
  const { string } = (await build(sql).describe()) as Described;
  return string
    .replaceAll(/\$(\d+)/g, (_, position: string) => String(values[Number(position) - 1]))
    .replaceAll(/\s+/g, " ")
    .trim();
}
