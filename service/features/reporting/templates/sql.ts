import type { Queryable } from "../../../floor/db/open.ts";
import type { StoredTemplate } from "../reports/sections.ts";

/** The template of the reports on a client; null where nobody chose any. */
export async function findTemplate(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<StoredTemplate | null> {
  const [row] = await sql<StoredTemplate[]>`
    select sections, offered
    from client_report_template
    where agency_id = ${agencyId}
      and client_id = ${clientId}
  `;
  return row ?? null;
}

export async function upsertTemplate(
  transaction: Queryable,
  agencyId: number,
  input: { clientId: number; sections: readonly string[]; offered: readonly string[] },
): Promise<void> {
  await transaction`
    insert into client_report_template (agency_id, client_id, sections, offered)
    values (
      ${agencyId}, ${input.clientId}, ${transaction.array([...input.sections])}::text[],
      ${transaction.array([...input.offered])}::text[]
    )
    on conflict (agency_id, client_id) do update
    set sections = excluded.sections, offered = excluded.offered, updated_at = excluded.updated_at
  `;
}
