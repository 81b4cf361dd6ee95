import type { Queryable } from "../../../floor/db/open.ts";
import type { DraftStatus } from "./schema.ts";

/** A published release of a client as an original of translations, or null. */
export async function findOriginal(
  sql: Queryable,
  agencyId: number,
  input: { clientId: number; pressReleaseId: number },
): Promise<{ language: string; translationOf: number | null } | null> {
  const [row] = await sql<{ language: string; translationOf: number | null }[]>`
    select language, translation_of as "translationOf"
    from release
    where agency_id = ${agencyId}
      and client_id = ${input.clientId}
      and id = ${input.pressReleaseId}
      and status = 'published'
  `;
  return row ?? null;
}

/**
 * Another release of the client, published or scheduled, that is an original, or a translation of it, in a language; or null. A planned
 * correction has the language that it will bring already: its release keeps the former one until then.
 */
export async function findInLanguage(
  sql: Queryable,
  agencyId: number,
  input: { clientId: number; originalId: number; language: string; releaseId: number | null },
): Promise<{ pressReleaseId: number; title: string } | null> {
  const [row] = await sql<{ pressReleaseId: number; title: string }[]>`
    select id as "pressReleaseId", title
    from release
    where agency_id = ${agencyId}
      and client_id = ${input.clientId}
      and (id = ${input.originalId} or translation_of = ${input.originalId})
      and id is distinct from ${input.releaseId}::integer
      and lower(language) = lower(${input.language})
      and status in ('published', 'scheduled')
    union all
    select d.release_id, v.title
    from draft d
    join draft_version v on v.agency_id = d.agency_id and v.draft_id = d.id and v.version = d.version
    where d.agency_id = ${agencyId}
      and d.client_id = ${input.clientId}
      and d.status = 'scheduled'
      and (d.release_id = ${input.originalId} or v.translation_of = ${input.originalId})
      and d.release_id is distinct from ${input.releaseId}::integer
      and lower(v.language) = lower(${input.language})
    order by "pressReleaseId"
    limit 1
  `;
  return row ?? null;
}

type LanguageVersion = {
  pressReleaseId: number | null;
  draftId: string | null;
  title: string;
  language: string;
};

/** More than any release has languages. */
const versionsMax = 50;

/** An original of a client and its translations: what readers have or will have, and drafts on their way. */
export async function listLanguageVersions(
  sql: Queryable,
  agencyId: number,
  input: { clientId: number; originalId: number },
): Promise<LanguageVersion[]> {
  return await sql<LanguageVersion[]>`
    select id as "pressReleaseId", draft_id as "draftId", title, language
    from release
    where agency_id = ${agencyId}
      and client_id = ${input.clientId}
      and (id = ${input.originalId} or translation_of = ${input.originalId})
      and status in ('published', 'scheduled')
    union all
    select null, d.id, v.title, v.language
    from draft d
    join draft_version v on v.agency_id = d.agency_id and v.draft_id = d.id and v.version = d.version
    where d.agency_id = ${agencyId}
      and d.client_id = ${input.clientId}
      and d.status in ('draft', 'in_approval', 'changes_requested', 'approved')
      and d.published_version is null
      and v.translation_of = ${input.originalId}
    order by language, "pressReleaseId"
    limit ${versionsMax}
  `;
}

export type ReleaseOfDraftPage = {
  pressReleaseId: number;
  status: DraftStatus;
  slug: string;
  clientSlug: string;
  publishedAt: Date | null;
  correctedAt: Date | null;
  correctionNote: string | null;
};

/** The release of a draft as the draft's own page shows it, or null. */
export async function findReleaseOfDraftPage(
  sql: Queryable,
  agencyId: number,
  draftId: string,
): Promise<ReleaseOfDraftPage | null> {
  const [row] = await sql<ReleaseOfDraftPage[]>`
    select
      r.status, r.slug,
      r.id as "pressReleaseId",
      c.slug as "clientSlug",
      r.published_at as "publishedAt",
      r.corrected_at as "correctedAt",
      r.correction_note as "correctionNote"
    from release r
    join client c on c.agency_id = r.agency_id and c.id = r.client_id
    where r.agency_id = ${agencyId}
      and r.draft_id = ${draftId}
  `;
  return row ?? null;
}

/** Topics to choose from: what a client's newest texts and releases without one have, by how many of them have it. */
const suggestedTopicsMax = 20;
const topicVersionsMax = 200;

export async function listTopics(sql: Queryable, agencyId: number, clientId: number): Promise<string[]> {
  const rows = await sql<{ topic: string }[]>`
    select min(topic) as topic
    from (
      (
        select v.topics
        from draft d
        join draft_version v on v.agency_id = d.agency_id and v.draft_id = d.id and v.version = d.version
        where d.agency_id = ${agencyId}
          and d.client_id = ${clientId}
        order by d.id desc
        limit ${topicVersionsMax}
      )
      union all
      (
        select r.topics
        from release r
        where r.agency_id = ${agencyId}
          and r.client_id = ${clientId}
          and r.draft_id is null
          and r.status = 'published'
        order by r.published_at desc, r.id desc
        limit ${topicVersionsMax}
      )
    ) as latest
    cross join unnest(latest.topics) as named (topic)
    group by lower(topic)
    order by count(*) desc, lower(topic)
    limit ${suggestedTopicsMax}
  `;
  return rows.map(({ topic }) => topic);
}
