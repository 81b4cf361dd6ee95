import { afterEveryUuid, byUuid, isUuid, limitForPeople, listPage } from "../../floor/db/keyset-list.ts";
import type { Sql } from "../../floor/db/open.ts";
import { refusalDaysMax } from "./sql.ts";

export type ListedRefusal = {
  id: string;
  refusedAt: Date;
  keyName: string | null;
  keyPrefix: string | null;
  method: string;
  route: string;
  status: number;
  code: string;
  hint: string;
  requestId: string;
};

export type RefusalFilter = { keyId?: string | null; code?: string | null; route?: string | null };

/** What the kept refusals can be filtered by, each with how often it occurs. */
export type RefusalChoices = {
  keys: { keyId: string; name: string; count: number }[];
  codes: { code: string; count: number }[];
  routes: { route: string; count: number }[];
};

const list = { name: "refusals", ...byUuid, limitDefault: limitForPeople };
/** Choices of one filter; an agency with more keys than this finds the others by time. */
const choicesMax = 50;

/** The agency's latest refused calls of seven days, newest first. Throws `invalid_cursor`. */
export async function listRefusals(
  sql: Sql,
  agencyId: number,
  input: RefusalFilter & { cursor?: string | undefined },
): Promise<{ refusals: ListedRefusal[]; nextCursor: string | null }> {
  const { keyId = null, code = null, route = null } = input;
  if (keyId !== null && !isUuid(keyId)) return { refusals: [], nextCursor: null };
  const { items, nextCursor } = await listPage(
    list,
    input,
    ({ after, rowsMax }) => sql<ListedRefusal[]>`
      select
        call.id, call.refused_at as "refusedAt", ${callerName(sql)} as "keyName", key.prefix as "keyPrefix", call.method, call.route,
        call.status, call.code, call.hint, call.request_id as "requestId"
      from refused_call as call
      left join api_key as key on key.agency_id = call.agency_id and key.id = call.key_id
      left join agent_connection as agent on agent.agency_id = call.agency_id and agent.id = call.key_id
      left join person on person.id = agent.person_id
      where call.agency_id = ${agencyId}
        and call.id < ${after ?? afterEveryUuid}
        and call.refused_at > now() - ${refusalDaysMax} * interval '1 day'
        and (${keyId}::uuid is null or call.key_id = ${keyId}::uuid)
        and (${code}::text is null or call.code = ${code}::text)
        and (${route}::text is null or call.route = ${route}::text)
      order by call.id desc
      limit ${rowsMax}
    `,
  );
  return { refusals: items, nextCursor };
}

/** Keys, codes and routes that occur among the agency's refused calls, the most frequent first. */
export async function listRefusalChoices(sql: Sql, agencyId: number): Promise<RefusalChoices> {
  const [row] = await sql<RefusalChoices[]>`
    with kept as (
      select key_id, code, route
      from refused_call
      where agency_id = ${agencyId}
        and refused_at > now() - ${refusalDaysMax} * interval '1 day'
    ),
    by_key as (
      select kept.key_id as "keyId", coalesce(min(${callerName(sql)}), '–') as name, count(*)::integer as count
      from kept
      left join api_key as key on key.agency_id = ${agencyId} and key.id = kept.key_id
      left join agent_connection as agent on agent.agency_id = ${agencyId} and agent.id = kept.key_id
      left join person on person.id = agent.person_id
      group by 1
      order by 3 desc, 1
      limit ${choicesMax}
    ),
    by_code as (
      select code, count(*)::integer as count from kept group by 1 order by 2 desc, 1 limit ${choicesMax}
    ),
    by_route as (
      select route, count(*)::integer as count from kept group by 1 order by 2 desc, 1 limit ${choicesMax}
    )
    select
      (select coalesce(json_agg(by_key), '[]') from by_key) as keys,
      (select coalesce(json_agg(by_code), '[]') from by_code) as codes,
      (select coalesce(json_agg(by_route), '[]') from by_route) as routes
  `;
  return row ?? { keys: [], codes: [], routes: [] };
}

/** A key's name, or person and program of an assistant, as elsewhere (`findConnectionNames`). */
function callerName(sql: Sql) {
  return sql`coalesce(key.name, coalesce(person.name, person.email) || ' über ' || agent.client_name)`;
}
