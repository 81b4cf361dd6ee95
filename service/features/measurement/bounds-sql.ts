import { columnsOf } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";

/** The user agents of one address that a batch has, in the order of their coming; ids in digits. */
export type AddressAgents = {
  agencyId: number;
  day: string;
  releaseId: number;
  addressId: string;
  agents: Set<string>;
};

/** User agents that count as people at an address. */
export type AdmittedAgents = { releaseId: number; day: string; addressId: string; agents: string[] };

/**
 * Adds user agents to those of their address until there are `agentsMax`. Returns the addresses that are full now, or were
 * already and got a further agent; at all others every given agent is let in. A row is locked until the transaction ends, so
 * replicas never let in more together.
 */
export async function admitAgents(
  sql: Queryable,
  rows: readonly AddressAgents[],
  agentsMax: number,
): Promise<AdmittedAgents[]> {
  const column = columnsOf(rows);
  return await sql<AdmittedAgents[]>`
    with changed as (
      insert into address_day as known (agency_id, day, release_id, address_id, agents)
      select
        agency_id, date 'epoch' + day, release_id, address_id,
        case when others is null then array[agent] else agent || others::bigint[] end
      from unnest(
        ${column.integers((row) => row.agencyId)}::integer[],
        ${column.days((row) => row.day)}::integer[],
        ${column.integers((row) => row.releaseId)}::integer[],
        ${column.digits((row) => row.addressId)}::bigint[],
        ${column.digits((row) => firstOf(row.agents))}::bigint[],
        ${column.texts((row) => (row.agents.size === 1 ? null : `{${[...row.agents].slice(1, agentsMax).join(",")}}`))}::text[]
      ) as given (agency_id, day, release_id, address_id, agent, others)
      order by agency_id, day, release_id, address_id
      on conflict (agency_id, day, release_id, address_id) do update
      -- No slice of the whole: a part of an array in this clause crashes Citus 13.2.
      set agents = known.agents || array(
        select agent
        from unnest(excluded.agents) with ordinality as fresh (agent, position)
        where agent <> all (known.agents)
        order by position
        limit greatest(${agentsMax}::integer - cardinality(known.agents), 0)
      )
      where not excluded.agents <@ known.agents
      returning release_id, day, address_id, agents
    )
    select
      release_id as "releaseId",
      day::text as day,
      address_id::text as "addressId",
      to_json(agents::text[]) as agents
    from changed
    where cardinality(agents) >= ${agentsMax}::integer
  `;
}

function firstOf(agents: ReadonlySet<string>): string {
  const [first = ""] = agents;
  return first;
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
