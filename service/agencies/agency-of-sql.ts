import type { Queryable } from "../db/open.ts";

/** Tables whose rows an operator names by their id alone. */
export type NamedTable = "api_key" | "campaign" | "portfolio" | "publication_report" | "webhook";

/** The agency that a row belongs to, or null. Only for commands of the operator, who may see every agency. */
export async function findAgencyOf(sql: Queryable, table: NamedTable, id: string): Promise<number | null> {
  const [row] = await sql<{ agencyId: number }[]>`
    select agency_id as "agencyId"
    from ${sql(table)}
    where id = ${id}
  `;
  return row?.agencyId ?? null;
}
