import { integerArray, textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { uuidPattern } from "../../schema.ts";

export type Subject = { type: string; id: string };

/** Longest list that is asked for at once: a piece of the whole log. */
const subjectsMax = 500;

/**
 * What texts, releases, files, reports and others are called, by `type:id`: the log holds ids alone. What was removed since has no name
 * any more.
 */
export async function findSubjectNames(
  sql: Queryable,
  agencyId: number,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, string>> {
  const asked = subjects.slice(0, subjectsMax);
  const uuids = textArray([...new Set(asked.map(({ id }) => id).filter((id) => uuidPattern.test(id)))]);
  const numbers = asked.filter(({ type, id }) => type === "release" && /^\d{1,9}$/.test(id));
  const releases = integerArray([...new Set(numbers.map(({ id }) => Number(id)))]);
  const rows = await sql<{ type: string; id: string; name: string }[]>`
    select 'draft' as type, d.id::text as id, v.title as name
    from draft d
    join draft_version v on v.agency_id = ${agencyId} and v.draft_id = d.id and v.version = d.version
    where d.agency_id = ${agencyId}
      and d.id = any(${uuids}::uuid[])
    union all
    select 'approval', a.id::text, v.title
    from approval a
    join draft_version v on v.agency_id = ${agencyId} and v.draft_id = a.draft_id and v.version = a.draft_version
    where a.agency_id = ${agencyId}
      and a.id = any(${uuids}::uuid[])
    union all
    select 'release', id::text, title from release where agency_id = ${agencyId} and id = any(${releases}::integer[])
    union all
    select 'asset', id::text, file_name from asset where agency_id = ${agencyId} and id = any(${uuids}::uuid[])
    union all
    select 'report', id::text, title from publication_report where agency_id = ${agencyId} and id = any(${uuids}::uuid[])
    union all
    select 'contact', id::text, name from client_contact where agency_id = ${agencyId} and id = any(${uuids}::uuid[])
    union all
    select 'campaign', id::text, name from campaign where agency_id = ${agencyId} and id = any(${uuids}::uuid[])
    union all
    select 'portfolio', id::text, name from portfolio where agency_id = ${agencyId} and id = any(${uuids}::uuid[])
    union all
    select 'insight_import', id::text, file_name from insight_import where agency_id = ${agencyId} and id = any(${uuids}::uuid[])
    union all
    select 'provider_connection', id::text, name
    from provider_connection
    where agency_id = ${agencyId}
      and id = any(${uuids}::uuid[])
    union all
    select 'webhook', id::text, endpoint_url from webhook where agency_id = ${agencyId} and id = any(${uuids}::uuid[])
    limit ${subjectsMax}
  `;
  return new Map(rows.map(({ type, id, name }) => [subjectKey({ type, id }), name] as const));
}

export function subjectKey({ type, id }: Subject): string {
  return `${type}:${id}`;
}
