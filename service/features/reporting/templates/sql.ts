import type { Queryable } from "../../../floor/db/open.ts";

/** The sections that the reports on a client show; null where nobody chose any. */
export async function findTemplate(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<string[] | null> {
  const [row] = await sql<{ sections: string[] }[]>`
    select sections
    from client_report_template
    where agency_id = ${agencyId}
      and client_id = ${clientId}
  `;
  return row?.sections ?? null;
}

export async function upsertTemplate(
  transaction: Queryable,
  agencyId: number,
  { clientId, sections }: { clientId: number; sections: readonly string[] },
): Promise<void> {
  await transaction`
    insert into client_report_template (agency_id, client_id, sections)
    values (${agencyId}, ${clientId}, ${transaction.array([...sections])}::text[])
    on conflict (agency_id, client_id) do update
    set sections = excluded.sections, updated_at = now()
  `;
}
