import type { Queryable } from "../../floor/db/open.ts";

/** How far an agency has come: what it needs once, and its credits. */
export type AgencyState = {
  hasClient: boolean;
  /** The only active client, where there is one: what is still to be done concerns it. */
  onlyClientId: number | null;
  hasDraft: boolean;
  hasImprint: boolean;
  hasRelease: boolean;
  hasKey: boolean;
  balance: number;
  reserved: number;
};

export async function readAgencyState(sql: Queryable, agencyId: number): Promise<AgencyState> {
  const [row] = await sql<AgencyState[]>`
    select
      exists (select from client where agency_id = ${agencyId}) as "hasClient",
      (
        select case when count(*) = 1 then min(id) end
        from (select id from client where agency_id = ${agencyId} and status = 'active' limit 2) first
      ) as "onlyClientId",
      exists (select from draft where agency_id = ${agencyId}) as "hasDraft",
      exists (
        select
        from newsroom
        where agency_id = ${agencyId}
          and (imprint_url is not null or imprint_markdown is not null)
      ) as "hasImprint",
      exists (
        select
        from release
        where agency_id = ${agencyId}
          and status in ('published', 'archived')
      ) as "hasRelease",
      exists (select from api_key where agency_id = ${agencyId}) as "hasKey",
      (select coalesce(sum(amount), 0)::integer from credit_entry where agency_id = ${agencyId}) as balance,
      (select coalesce(sum(credits), 0)::integer from credit_reservation where agency_id = ${agencyId}) as reserved
  `;
  if (row === undefined) throw new Error("The state of an agency returned no row.");
  return row;
}
