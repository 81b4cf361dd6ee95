import { textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import type { Fragment } from "../../floor/queues/leased-rows.ts";
import { type SubjectType, statementsOf } from "./statements-sql.ts";

/** What has a stamp of its own; heads of the chain have one for each day. */
const ownSubjects = ["report", "approval", "release", "goal"] as const;
type OwnSubject = (typeof ownSubjects)[number];

export type Missing = { count: number; first: string | null };

/** Things of one kind for which no stamp was ever asked, and the first of them. */
export async function countMissing(sql: Queryable, agencyId: number, type: OwnSubject): Promise<Missing> {
  const [row] = await sql<Missing[]>`
    select count(*)::integer as count, (array_agg(said.id order by said.at, said.id))[1] as first
    from (${statementsOf(sql, agencyId, { type, asked: subjectsOf(sql, agencyId, type) })}) as said
    where not exists (
      select
      from time_stamp t
      where t.agency_id = ${agencyId}
        and t.subject_type = ${type}
        and ${isStampOf(sql, type)}
    )
  `;
  return row ?? { count: 0, first: null };
}

/** A text that is published again under another version, as after a correction that was dropped, needs no second stamp. */
function isStampOf(sql: Queryable, type: OwnSubject): Fragment {
  if (type !== "release") return sql`t.subject_id = said.id`;
  const textHash = '"textHash":"([0-9a-f]{64})"';
  return sql`
    split_part(t.subject_id, ':', 1) = split_part(said.id, ':', 1)
    and (
      t.subject_id = said.id
      or substring(t.statement from ${textHash}) = substring(said.statement from ${textHash})
    )
  `;
}

/**
 * Whole days (UTC) since the first signed report for which no head of the chain was stamped, neither on that day nor on the next one for
 * it; a day whose stamp is still awaited is none of them.
 */
export async function countDaysWithoutHead(sql: Queryable, agencyId: number): Promise<Missing> {
  const [row] = await sql<Missing[]>`
    select count(*)::integer as count, min(to_char(day, 'YYYY-MM-DD')) as first
    from generate_series(
      (
        select date_trunc('day', min(created_at) at time zone 'utc')
        from publication_report
        where agency_id = ${agencyId}
          and chain_hash is not null
      ),
      date_trunc('day', now() at time zone 'utc') - interval '1 day',
      interval '1 day'
    ) as day
    where not exists (
      select
      from time_stamp t
      where t.agency_id = ${agencyId}
        and t.subject_type = 'head'
        and (
          date_trunc('day', t.stamped_at at time zone 'utc') = day
          or (
            left(t.subject_id, 10) = to_char(day, 'YYYY-MM-DD')
            and (t.stamped_at is null or t.stamped_at at time zone 'utc' < day + interval '2 days')
          )
        )
    )
  `;
  return row ?? { count: 0, first: null };
}

export type Stated = { imprint: string; type: SubjectType; id: string; at: Date | null };

/**
 * Which things of the agency, as they stand now, have one of these hashes (SHA-256, hex digits). `releaseIds` are versions of published
 * texts that nothing but a stamp names.
 */
export async function findStated(
  sql: Queryable,
  agencyId: number,
  { imprints, releaseIds }: { imprints: readonly string[]; releaseIds: readonly string[] },
): Promise<Stated[]> {
  const found: Stated[] = [];
  const versions = releaseIds.filter((id) => /^\d{1,9}:\d{1,9}$/.test(id));
  for (const type of ownSubjects) {
    const subjects = subjectsOf(sql, agencyId, type);
    const asked =
      type === "release" ? sql`${subjects} union select unnest(${textArray(versions)}::text[])` : subjects;
    const rows = await sql<Stated[]>`
      select *
      from (
        select encode(sha256(convert_to(statement, 'UTF8')), 'hex') as imprint, ${type} as type, id, at
        from (${statementsOf(sql, agencyId, { type, asked })}) as said
      ) as stated
      where imprint = any(${textArray(imprints)}::text[])
    `;
    found.push(...rows);
  }
  const anchors = await sql<Stated[]>`
    select chain_hash as imprint, 'head' as type, number::text as id, null::timestamptz as at
    from report_anchor
    where agency_id = ${agencyId}
      and chain_hash = any(${textArray(imprints)}::text[])
  `;
  return [...found, ...anchors];
}

/** The ids of all things of one kind that are to be stamped, whoever asked for it. */
function subjectsOf(sql: Queryable, agencyId: number, type: OwnSubject): Fragment {
  switch (type) {
    case "report":
      return sql`select id::text from publication_report where agency_id = ${agencyId} and chain_hash is not null`;
    case "approval":
      return sql`select id::text from approval where agency_id = ${agencyId} and decided_at is not null`;
    case "release":
      return publishedVersions(sql, agencyId);
    case "goal":
      return sql`select id::text from goal where agency_id = ${agencyId} and fixed_at is not null`;
  }
}

/** Those of the audit, and what readers have now, for whoever deleted the audit. What moved in was published elsewhere. */
function publishedVersions(sql: Queryable, agencyId: number): Fragment {
  return sql`
    select subject_id || ':' || coalesce(details ->> 'version', '0') as id
    from audit
    where agency_id = ${agencyId}
      and action in ('release.published', 'release.corrected')
      and subject_type = 'release'
    union
    select r.id || ':' || coalesce(d.published_version, 0)
    from release r
    left join draft d on d.agency_id = ${agencyId} and d.id = r.draft_id
    where r.agency_id = ${agencyId}
      and r.published_at is not null
      and r.status in ('published', 'archived')
      and (r.moved_in_at is null or r.corrected_at is not null)
  `;
}

/** Agencies that have anything to be stamped or a stamp, in order; those that are being removed have gaps for a while. */
export async function listStampedAgencies(sql: Queryable): Promise<number[]> {
  const rows = await sql<{ agencyId: number }[]>`
    select agency_id as "agencyId"
    from (
      select agency_id from time_stamp
      union
      select agency_id from publication_report
      union
      select agency_id from approval where decided_at is not null
      union
      select agency_id from release where published_at is not null
      union
      select agency_id from goal where fixed_at is not null
    ) as found
    where not exists (select from agency where agency.id = found.agency_id and agency.delete_after <= now())
    order by agency_id
  `;
  return rows.map(({ agencyId }) => agencyId);
}
