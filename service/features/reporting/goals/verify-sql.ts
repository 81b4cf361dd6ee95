import { afterEveryUuid } from "../../../floor/db/keyset-list.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { GoalRow } from "./sql.ts";

export type FixedGoalRow = Omit<
  GoalRow,
  "title" | "replaces" | "replacedBy" | "contentHash" | "fixedAt" | "isLater" | "hasBegun" | "isOver"
> & {
  statement: string;
  contentHash: string;
  signature: string;
  keyId: string;
  fixedAt: Date;
  isLater: boolean;
  replacesHash: string | null;
};

/** Goals of a kilobyte or two. */
const checkedAtOnce = 200;

/** Fixed goals of the agency below `after`, as they stand. */
export async function listFixedGoals(
  sql: Queryable,
  agencyId: number,
  after: string | null,
): Promise<FixedGoalRow[]> {
  return await sql<FixedGoalRow[]>`
    select
      g.id, g.client_id as "clientId", g.scope_type as "scopeType", g.scope_id as "scopeId", g.from_day::text as "from",
      g.to_day::text as "to", g.objective, g.audience, g.measures, g.statement, g.content_hash as "contentHash", g.signature,
      g.key_id as "keyId", g.fixed_at as "fixedAt", g.is_later as "isLater", e.content_hash as "replacesHash"
    from goal g
    left join goal e on e.agency_id = ${agencyId} and e.id = g.replaces
    where g.agency_id = ${agencyId}
      and g.fixed_at is not null
      and g.id < ${after ?? afterEveryUuid}
    order by g.id desc
    limit ${checkedAtOnce}
  `;
}

/** Ids of all agencies that have fixed a goal. */
export async function listAgenciesWithGoals(sql: Queryable): Promise<number[]> {
  const rows = await sql<{ agencyId: number }[]>`
    select distinct agency_id as "agencyId"
    from goal
    where fixed_at is not null
    order by 1
  `;
  return rows.map(({ agencyId }) => agencyId);
}
