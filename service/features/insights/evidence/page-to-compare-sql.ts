import type { Queryable } from "../../../floor/db/open.ts";
import type { Leased } from "../../../floor/queues/leased-rows.ts";
import { type CalledBy, calledByColumns } from "../release-addresses.ts";
import type { ComparedRelease } from "./compare.ts";

/** A clipping's page, and the release to hold against it as readers had it when the article appeared. */
export type PageToCompare = Omit<ComparedRelease, "addresses"> & CalledBy & { url: string };

/** What a look is about; null where the clipping is not to be read any more. A day without a time ends at its midnight. */
export async function findPageToCompare(
  sql: Queryable,
  { agencyId, id }: Pick<Leased, "agencyId" | "id">,
): Promise<PageToCompare | null> {
  const [row] = await sql<PageToCompare[]>`
    with correction as (
      select (audit.details ->> 'version')::integer as version, audit.occurred_at
      from audit
      join mention_evidence as e on e.agency_id = ${agencyId} and e.id = ${id}
      where audit.agency_id = ${agencyId}
        and audit.action = 'release.corrected'
        and audit.subject_id = e.release_id::text
    )
    select
      mention.url,
      coalesce(v.title, r.title) as title,
      case when v.version is null then r.subtitle else v.subtitle end as subtitle,
      coalesce(v.body_markdown, r.body_markdown) as "bodyMarkdown",
      array_remove(array[n.description, p.boilerplate], null) as boilerplates,
      array_prepend(c.name, c.other_names) as "clientNames",
      ${calledByColumns(sql, agencyId)}
    from mention_evidence as e
    join media_mention as mention on mention.agency_id = ${agencyId} and mention.id = e.id
    join agency on agency.id = ${agencyId} and agency.reads_articles
    join release r on r.agency_id = ${agencyId} and r.id = e.release_id
    join client c on c.agency_id = ${agencyId} and c.id = r.client_id
    left join newsroom n on n.agency_id = ${agencyId} and n.client_id = c.id
    left join lateral (
      select boilerplate
      from client_persona
      where agency_id = ${agencyId} and client_id = c.id
      order by version desc
      limit 1
    ) p on true
    left join lateral (
      -- The last version before the first correction that came later than the article: an earlier correction, or the first text.
      select draft_version.*
      from draft_version
      where draft_version.agency_id = ${agencyId}
        and draft_version.draft_id = r.draft_id
        and draft_version.version < (
          select min(version)
          from correction
          where occurred_at >= mention.published_at
            + case when mention.published_on is null then interval '0' else interval '1 day' end
        )
        and (correction_note is null or draft_version.version in (select version from correction))
      order by draft_version.version desc
      limit 1
    ) v on true
    where e.agency_id = ${agencyId}
      and e.id = ${id}
      and (mention.url, mention.release_id) = (e.url, e.release_id)
      and mention.state <> 'rejected'
      and mention.merged_into is null
      and not exists (
        select
        from unread_medium as unread
        where unread.agency_id = ${agencyId}
          and '.' || lower(substring(mention.url from '^https?://([^/:?#]+)')) like '%.' || unread.host
      )
  `;
  return row ?? null;
}
