import type { PendingQuery, Row } from "postgres";
import { integerArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { ScopeType } from "../../../schema.ts";

type Fragment = PendingQuery<Row[]>;

/** What figures are shown of: the scopes of reports, and a client with all that was published for it. */
export type FiguresScope = { type: ScopeType | "client"; id: string };

/** Ids of the clients that a scope has anything of; none for a scope that the agency has not. */
export async function findScopeClients(
  sql: Queryable,
  agencyId: number,
  { type, id }: FiguresScope,
): Promise<number[]> {
  const rows = await sql<{ clientId: number }[]>`
    ${
      type === "client"
        ? sql`select id as "clientId" from client where agency_id = ${agencyId} and id = ${Number(id)}`
        : membersOf(sql, agencyId, { type, id: type === "article" ? sql`${Number(id)}` : sql`${id}::uuid` })
    }
  `;
  return rows.map(({ clientId }) => clientId);
}

/** Whether a scope is of clients that are archived, and of no other. */
export async function isOfArchivedClients(
  sql: Queryable,
  agencyId: number,
  scope: FiguresScope,
): Promise<boolean> {
  const clientIds = await findScopeClients(sql, agencyId, scope);
  const [row] = await sql<{ isSo: boolean }[]>`
    select coalesce(bool_and(status = 'archived'), false) as "isSo"
    from client
    where agency_id = ${agencyId}
      and id = any(${integerArray(clientIds)}::integer[])
  `;
  return row?.isSo ?? false;
}

/** Ids of the clients of these releases. */
export async function findClientsOfReleases(
  sql: Queryable,
  agencyId: number,
  releaseIds: readonly number[],
): Promise<number[]> {
  const rows = await sql<{ clientId: number }[]>`
    select distinct client_id as "clientId"
    from release
    where agency_id = ${agencyId}
      and id = any(${integerArray(releaseIds)}::integer[])
  `;
  return rows.map(({ clientId }) => clientId);
}

/**
 * A condition on the columns `scope_type` and `scope_id` of a listed row: that nothing in its scope belongs to other clients than
 * these, and that there is something. Each type is compared by itself: Citus hands a `case` of a column wrongly on to its workers.
 */
export function scopeIsWithin(sql: Queryable, agencyId: number, clientIds: readonly number[]) {
  return byScopeType(sql, (scope) => within(sql, agencyId, { ...scope, clientIds }));
}

/** The same: that all in its scope belongs to clients that are archived, and that there is something. */
export function scopeIsArchived(sql: Queryable, agencyId: number) {
  return byScopeType(
    sql,
    (scope) => sql`
      (
        select coalesce(bool_and(client.status = 'archived'), false)
        from (${membersOf(sql, agencyId, scope)}) as member
        join client on client.agency_id = ${agencyId} and client.id = member."clientId"
      )
    `,
  );
}

function byScopeType(sql: Queryable, condition: (scope: { type: ScopeType; id: Fragment }) => Fragment) {
  return sql`
    case
      when scope_type = 'article' then ${condition({ type: "article", id: sql`scope_id::integer` })}
      when scope_type = 'campaign' then ${condition({ type: "campaign", id: sql`scope_id::uuid` })}
      else ${condition({ type: "portfolio", id: sql`scope_id::uuid` })}
    end
  `;
}

/**
 * The same for the rows of `publication_report`: by the clients of the frozen text, because its portfolio may have others today. A row that
 * an earlier release of the service wrote names no clients, and is judged by those of its scope today.
 */
export function reportIsWithin(sql: Queryable, agencyId: number, clientIds: readonly number[]) {
  return sql`
    case
      when client_ids is null then ${scopeIsWithin(sql, agencyId, clientIds)}
      else client_ids <> '{}' and client_ids <@ ${integerArray(clientIds)}::integer[]
    end
  `;
}

/** The same for the rows of `campaign` or `portfolio`. */
export function groupIsWithin(
  sql: Queryable,
  agencyId: number,
  { type, clientIds }: { type: "campaign" | "portfolio"; clientIds: readonly number[] },
) {
  const id = type === "campaign" ? sql`campaign.id` : sql`portfolio.id`;
  return within(sql, agencyId, { type, id, clientIds });
}

function within(
  sql: Queryable,
  agencyId: number,
  input: { type: ScopeType; id: Fragment; clientIds: readonly number[] },
) {
  return sql`
    (
      select coalesce(bool_and(member."clientId" = any(${integerArray(input.clientIds)}::integer[])), false)
      from (${membersOf(sql, agencyId, input)}) as member
    )
  `;
}

/** Clients of a scope; `id` is a value or a column. */
function membersOf(sql: Queryable, agencyId: number, { type, id }: { type: ScopeType; id: Fragment }) {
  if (type === "article") {
    return sql`
      select release.client_id as "clientId"
      from release
      where release.agency_id = ${agencyId}
        and release.id = ${id}
    `;
  }
  if (type === "campaign") {
    return sql`
      select distinct release.client_id as "clientId"
      from campaign_release
      join release on release.agency_id = ${agencyId} and release.id = campaign_release.release_id
      where campaign_release.agency_id = ${agencyId}
        and campaign_release.campaign_id = ${id}
    `;
  }
  return sql`
    select portfolio_client.client_id as "clientId"
    from portfolio_client
    where portfolio_client.agency_id = ${agencyId}
      and portfolio_client.portfolio_id = ${id}
    union
    select release.client_id
    from portfolio_campaign
    join campaign_release
      on campaign_release.agency_id = ${agencyId}
      and campaign_release.campaign_id = portfolio_campaign.campaign_id
    join release on release.agency_id = ${agencyId} and release.id = campaign_release.release_id
    where portfolio_campaign.agency_id = ${agencyId}
      and portfolio_campaign.portfolio_id = ${id}
  `;
}

/** Clients of whom a scope has all releases. */
export async function findWholeClients(
  sql: Queryable,
  agencyId: number,
  { type, id }: FiguresScope,
): Promise<number[]> {
  if (type === "client") return [Number(id)];
  if (type !== "portfolio") return [];
  const rows = await sql<{ clientId: number }[]>`
    select client_id as "clientId"
    from portfolio_client
    where agency_id = ${agencyId}
      and portfolio_id = ${id}
  `;
  return rows.map(({ clientId }) => clientId);
}
