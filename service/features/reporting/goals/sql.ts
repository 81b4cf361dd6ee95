import type { PendingQuery, Row } from "postgres";
import type { Queryable } from "../../../floor/db/open.ts";
import type { SealedGoal } from "./rules.ts";
import type { GoalMeasure, GoalScopeType } from "./schema.ts";

export type GoalScope = { type: GoalScopeType; id: string };

/** What people set of a goal. */
export type GoalFields = {
  clientId: number;
  scope: GoalScope;
  from: string;
  to: string;
  objective: string;
  audience: string;
  measures: readonly GoalMeasure[];
};

export type GoalRow = Omit<GoalFields, "scope" | "measures"> & {
  id: string;
  scopeType: GoalScopeType;
  scopeId: string;
  measures: GoalMeasure[];
  /** What it is for, as it is called now; null where that is gone, or another client's by now. */
  title: string | null;
  replaces: string | null;
  /** The fixed goal that replaced this one. */
  replacedBy: string | null;
  contentHash: string | null;
  fixedAt: Date | null;
  isLater: boolean | null;
  hasBegun: boolean;
  isOver: boolean;
};

/**
 * The id under which goals of a scope are kept: of a text its draft's, where it has one. Null for what the agency has not, and for
 * what is not of this client alone.
 */
export async function resolveScope(
  sql: Queryable,
  agencyId: number,
  { clientId, scope }: { clientId: number; scope: GoalScope },
): Promise<string | null> {
  if (scope.type === "client") return scope.id === String(clientId) ? scope.id : null;
  const [row] = await sql<{ id: string | null }[]>`
    ${
      scope.type === "campaign"
        ? sql`
          select case when bool_and(r.client_id = ${clientId}) then ${scope.id} end as id
          from campaign_release m
          join release r on r.agency_id = ${agencyId} and r.id = m.release_id
          where m.agency_id = ${agencyId}
            and m.campaign_id = ${scope.id}::uuid
        `
        : /^\d+$/.test(scope.id)
          ? sql`
            select coalesce(draft_id::text, id::text) as id
            from release
            where agency_id = ${agencyId}
              and client_id = ${clientId}
              and id = ${scope.id}::bigint
          `
          : sql`
            select id::text
            from draft
            where agency_id = ${agencyId}
              and client_id = ${clientId}
              and id = ${scope.id}::uuid
          `
    }
  `;
  return row?.id ?? null;
}

/** How many goals a client has; call it with the client locked. */
export async function countGoals(sql: Queryable, agencyId: number, clientId: number): Promise<number> {
  const [row] = await sql<{ goals: number }[]>`
    select count(*)::integer as goals
    from goal
    where agency_id = ${agencyId}
      and client_id = ${clientId}
  `;
  return row?.goals ?? 0;
}

/** Adds a goal that is not fixed yet, or changes it. False where the id is that of a fixed one, or of another client's. */
export async function upsertGoal(
  transaction: Queryable,
  agencyId: number,
  goal: GoalFields & { id: string; replaces: string | null },
): Promise<boolean> {
  const rows = await transaction`
    insert into goal as known (
      agency_id, id, client_id, scope_type, scope_id, from_day, to_day, objective, audience, measures, replaces
    )
    values (
      ${agencyId}, ${goal.id}, ${goal.clientId}, ${goal.scope.type}, ${goal.scope.id}, ${goal.from}::date, ${goal.to}::date,
      ${goal.objective}, ${goal.audience}, ${transaction.json([...goal.measures])}, ${goal.replaces}
    )
    on conflict (agency_id, id) do update
    set
      scope_type = excluded.scope_type, scope_id = excluded.scope_id, from_day = excluded.from_day, to_day = excluded.to_day,
      objective = excluded.objective, audience = excluded.audience, measures = excluded.measures
    where known.fixed_at is null
      and known.client_id = excluded.client_id
    returning id
  `;
  return rows.length === 1;
}

/** Deletes a goal that is not fixed; returns its client, null where there is none. */
export async function deleteGoal(
  transaction: Queryable,
  agencyId: number,
  goalId: string,
): Promise<number | null> {
  const [row] = await transaction<{ clientId: number }[]>`
    delete from goal
    where agency_id = ${agencyId}
      and id = ${goalId}
      and fixed_at is null
    returning client_id as "clientId"
  `;
  return row?.clientId ?? null;
}

/** When a goal that is fixed now is fixed, and whether that is after its period began or its release was published. */
export async function readFixing(
  transaction: Queryable,
  agencyId: number,
  goalId: string,
): Promise<{ fixedAt: Date; isLater: boolean } | null> {
  const [row] = await transaction<{ fixedAt: Date; isLater: boolean }[]>`
    select
      clock.at as "fixedAt",
      clock.at >= g.from_day::timestamp at time zone agency.time_zone
        or exists (
          select
          from release r
          where r.agency_id = ${agencyId}
            and g.scope_type = 'release'
            and g.scope_id in (r.id::text, r.draft_id::text)
            and r.client_id = g.client_id
            and r.published_at <= clock.at
        ) as "isLater"
    from goal g
    join agency on agency.id = ${agencyId}
    cross join (select date_trunc('milliseconds', clock_timestamp()) as at) as clock
    where g.agency_id = ${agencyId}
      and g.id = ${goalId}
  `;
  return row ?? null;
}

/** Fixes a goal for good; false where somebody else has. */
export async function sealGoal(
  transaction: Queryable,
  agencyId: number,
  goal: Omit<SealedGoal, "content"> & { id: string; fixedAt: Date; fixedBy: string; isLater: boolean },
): Promise<boolean> {
  const rows = await transaction`
    update goal
    set
      statement = ${goal.statement}, content_hash = ${goal.contentHash}, signature = ${goal.signature}, key_id = ${goal.keyId},
      fixed_at = ${goal.fixedAt}, fixed_by = ${goal.fixedBy}, is_later = ${goal.isLater}
    where agency_id = ${agencyId}
      and id = ${goal.id}
      and fixed_at is null
    returning id
  `;
  return rows.length === 1;
}

/** A goal of the agency, or null. */
export async function findGoal(sql: Queryable, agencyId: number, goalId: string): Promise<GoalRow | null> {
  const [row] = await sql<GoalRow[]>`
    ${goalRows(sql, agencyId)}
      and g.id = ${goalId}
  `;
  return row ?? null;
}

/** Ten years of two a month; more are no goals. All of them stand on one page. */
export const goalsOfClientMax = 250;

/** The goals of a client, the newest first. */
export async function listGoals(sql: Queryable, agencyId: number, clientId: number): Promise<GoalRow[]> {
  return await sql<GoalRow[]>`
    ${goalRows(sql, agencyId)}
      and g.client_id = ${clientId}
    order by g.created_at desc, g.id
    limit ${goalsOfClientMax}
  `;
}

function goalRows(sql: Queryable, agencyId: number): PendingQuery<Row[]> {
  return sql`
    select
      g.id, g.client_id as "clientId", g.scope_type as "scopeType", g.scope_id as "scopeId", g.from_day::text as "from",
      g.to_day::text as "to", g.objective, g.audience, g.measures, g.replaces, g.content_hash as "contentHash",
      g.fixed_at as "fixedAt", g.is_later as "isLater",
      g.from_day <= (now() at time zone agency.time_zone)::date as "hasBegun",
      g.to_day < (now() at time zone agency.time_zone)::date as "isOver",
      (
        select n.id
        from goal n
        where n.agency_id = ${agencyId} and n.replaces = g.id and n.fixed_at is not null
      ) as "replacedBy",
      case g.scope_type
        when 'client' then (select name from client where agency_id = ${agencyId} and id = g.client_id)
        when 'campaign' then (select name from campaign where agency_id = ${agencyId} and id::text = g.scope_id)
        else coalesce(
          (
            select v.title
            from draft d
            join draft_version v on v.agency_id = ${agencyId} and v.draft_id = d.id and v.version = d.version
            where d.agency_id = ${agencyId} and d.id::text = g.scope_id and d.client_id = g.client_id
          ),
          (
            select title
            from release r
            where r.agency_id = ${agencyId} and r.id::text = g.scope_id and r.client_id = g.client_id
          )
        )
      end as title
    from goal g
    join agency on agency.id = ${agencyId}
    where g.agency_id = ${agencyId}
  `;
}
