import { columnsOf, integerArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import type { AgentSeat } from "./hit.ts";

/** The seats that are taken at these addresses, at most 40 each. */
export async function findAgentSeats(
  sql: Queryable,
  addresses: readonly { agencyId: number; addressKey: string }[],
): Promise<AgentSeat[]> {
  const agencyIds = integerArray([...new Set(addresses.map(({ agencyId }) => agencyId))]);
  const addressKeys = columnsOf(addresses).digits(({ addressKey }) => addressKey);
  return await sql<AgentSeat[]>`
    select address_key::text as "addressKey", agent_id as "agentId"
    from visitor_day
    where agency_id = any (${agencyIds}::integer[])
      and address_key = any (${addressKeys}::bigint[])
  `;
}

/** What a batch adds to one counter of interactions; the id in digits. */
export type InteractionCount = {
  agencyId: number;
  day: string;
  releaseId: number;
  counterId: string;
  count: number;
};

export function counterKey({ releaseId, day, counterId }: InteractionCount): string {
  return `${releaseId} ${day} ${counterId}`;
}

/** Adds to the counters, and returns those that hold more than `countMin` now. */
export async function addInteractions(
  sql: Queryable,
  rows: readonly InteractionCount[],
  countMin: number,
): Promise<InteractionCount[]> {
  const column = columnsOf(rows);
  return await sql<InteractionCount[]>`
    with added as (
      insert into interaction_day as known (agency_id, day, release_id, counter_id, count)
      select agency_id, date 'epoch' + day, release_id, counter_id, count
      from unnest(
        ${column.integers((row) => row.agencyId)}::integer[],
        ${column.days((row) => row.day)}::integer[],
        ${column.integers((row) => row.releaseId)}::integer[],
        ${column.digits((row) => row.counterId)}::bigint[],
        ${column.integers((row) => row.count)}::integer[]
      ) as given (agency_id, day, release_id, counter_id, count)
      order by agency_id, day, release_id, counter_id
      on conflict (agency_id, day, release_id, counter_id) do update
      set count = known.count + excluded.count
      returning agency_id, day, release_id, counter_id, count
    )
    select
      agency_id as "agencyId",
      day::text as day,
      release_id as "releaseId",
      counter_id::text as "counterId",
      count
    from added
    where count > ${countMin}::integer
  `;
}
