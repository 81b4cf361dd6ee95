import { ownHostColumn } from "../../clients/newsroom-sql.ts";
import type { Queryable } from "../../db/open.ts";
import { keptReleaseWord } from "../../newsroom/address-sql.ts";
import type { DraftContent } from "../drafts/rules.ts";

export type ReleaseOfDraft = {
  pressReleaseId: number;
  clientId: number;
  slug: string;
  clientSlug: string;
  ownHost: string | null;
  title: string;
  publishedAt: Date | null;
};

/**
 * Writes the release of a draft: published now, or scheduled and not yet seen by anybody. A repeated schedule keeps the
 * row and its address. The first of `slugs` that is free in the client's newsroom becomes the address.
 * Returns null when none is, or when another publication took it at this very moment.
 */
export async function upsertReleaseOfDraft(
  transaction: Queryable,
  agencyId: number,
  input: {
    draftId: string;
    clientId: number;
    content: DraftContent;
    slugs: readonly string[];
    isPublished: boolean;
  },
): Promise<number | null> {
  const { content } = input;
  const published = input.isPublished ? transaction`now()` : transaction`null::timestamptz`;
  const status = input.isPublished ? "published" : "scheduled";
  const [known] = await transaction<{ id: number }[]>`
    update release
    set
      title = ${content.title},
      subtitle = ${content.subtitle},
      body_markdown = ${content.bodyMarkdown},
      language = ${content.language},
      keywords = ${transaction.array(content.keywords)}::text[],
      seo_title = ${content.seoTitle},
      seo_description = ${content.seoDescription},
      status = ${status},
      published_at = ${published},
      updated_at = now()
    where agency_id = ${agencyId}
      and draft_id = ${input.draftId}
      and status = 'scheduled'
    returning id
  `;
  if (known !== undefined) return known.id;
  const [row] = await transaction<{ id: number }[]>`
    with chosen as (
      select slug
      from unnest(${transaction.array([...input.slugs])}::text[]) with ordinality as wanted (slug, place)
      where not exists (
        select
        from release
        where release.agency_id = ${agencyId}
          and release.client_id = ${input.clientId}
          and release.slug = wanted.slug
      )
      and not exists (${keptReleaseWord(transaction, agencyId, input.clientId)})
      order by place
      limit 1
    )
    insert into release (
      agency_id, client_id, draft_id, slug, title, subtitle, body_markdown, language, keywords, seo_title,
      seo_description, status, published_at
    )
    select
      ${agencyId}::integer, ${input.clientId}::integer, ${input.draftId}::uuid, slug, ${content.title},
      ${content.subtitle}, ${content.bodyMarkdown}, ${content.language}, ${transaction.array(content.keywords)}::text[],
      ${content.seoTitle}, ${content.seoDescription}, ${status}, ${published}
    from chosen
    on conflict do nothing
    returning id
  `;
  return row?.id ?? null;
}

/** The release of a draft with all that its address is made of, or null. */
export async function findReleaseOfDraft(
  sql: Queryable,
  agencyId: number,
  draftId: string,
): Promise<ReleaseOfDraft | null> {
  const [row] = await sql<ReleaseOfDraft[]>`
    select
      r.slug, r.title,
      r.id as "pressReleaseId",
      r.client_id as "clientId",
      c.slug as "clientSlug",
      ${ownHostColumn(sql)} as "ownHost",
      r.published_at as "publishedAt"
    from release r
    join client c on c.agency_id = r.agency_id and c.id = r.client_id
    where r.agency_id = ${agencyId}
      and r.draft_id = ${draftId}
  `;
  return row ?? null;
}

/** Takes a published release off its newsroom; returns when, or null when it is not published. */
export async function archiveReleaseRow(
  transaction: Queryable,
  agencyId: number,
  pressReleaseId: number,
): Promise<{ clientId: number; archivedAt: Date } | null> {
  const [row] = await transaction<{ clientId: number; archivedAt: Date }[]>`
    update release
    set status = 'archived', updated_at = now()
    where agency_id = ${agencyId}
      and id = ${pressReleaseId}
      and status = 'published'
    returning client_id as "clientId", updated_at as "archivedAt"
  `;
  return row ?? null;
}

/** The agency of a release, for operators, who name it by its id alone. */
export async function findAgencyOfRelease(sql: Queryable, pressReleaseId: number): Promise<number | null> {
  const [row] = await sql<{ agencyId: number }[]>`
    select agency_id as "agencyId"
    from release
    where id = ${pressReleaseId}
  `;
  return row?.agencyId ?? null;
}

/** A draft of the agency whose scheduled moment has come, none of `exceptIds`; null when no other process left one. */
export async function findDueDraft(
  transaction: Queryable,
  agencyId: number,
  exceptIds: readonly string[],
): Promise<string | null> {
  const [row] = await transaction<{ draftId: string }[]>`
    select id as "draftId"
    from draft
    where agency_id = ${agencyId}
      and status = 'scheduled'
      and scheduled_for <= now()
      and id <> all (${transaction.array([...exceptIds])}::uuid[])
    order by scheduled_for
    limit 1
    for update skip locked
  `;
  return row?.draftId ?? null;
}
