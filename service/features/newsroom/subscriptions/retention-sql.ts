import { deleteOld } from "../../../floor/db/delete-old.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { pendingHoursMax } from "./sql.ts";

/** Unconfirmed requests of one round, each of them perhaps of another agency and so a statement of its own. */
const requestsMax = 500;
/** A claim over a mail that nobody asked for ends three years after its year (§§ 195, 199 BGB): until then the proof is needed. */
const proofYearsMax = 4;

/** Removes requests that nobody confirmed, and old proofs. Returns true when there may be more. */
export async function removeOldSubscriptions(sql: Queryable): Promise<boolean> {
  const requests = await sql<{ agencyId: number; id: string }[]>`
    select agency_id as "agencyId", id
    from newsroom_subscription
    where status = 'pending'
      and requested_at < now() - ${pendingHoursMax} * interval '1 hour'
    limit ${requestsMax}
  `;
  // Each on its agency's server: a cluster locks no rows of several agencies in one statement.
  for (const [agencyId, own] of Map.groupBy(requests, (request) => request.agencyId)) {
    const ids = own.map(({ id }) => id);
    await removeRequests(sql, agencyId, ids);
  }
  const where = sql`status = 'ended' and ended_at < now() - ${proofYearsMax} * interval '1 year'`;
  const isMore = await deleteOld(sql, { table: "newsroom_subscription", where });
  return isMore || requests.length >= requestsMax;
}

/** Removes requests that are still not confirmed. One that somebody is just confirming is passed over. */
async function removeRequests(sql: Queryable, agencyId: number, ids: readonly string[]): Promise<void> {
  await sql`
    with old as materialized (
      select id
      from newsroom_subscription
      where agency_id = ${agencyId}
        and id = any (${sql.array([...ids])}::uuid[])
        and status = 'pending'
        and requested_at < now() - ${pendingHoursMax} * interval '1 hour'
      for update skip locked
    )
    delete from newsroom_subscription as request
    using old
    where request.agency_id = ${agencyId}
      and request.id = old.id
  `;
}
