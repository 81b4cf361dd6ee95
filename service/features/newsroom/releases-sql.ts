import { integerArray } from "../../floor/db/array-literals.ts";
import type { Sql } from "../../floor/db/open.ts";
import { type ShownAsset, shownAsset, shownAssets } from "../media/shown-asset-sql.ts";
import type { Translation } from "./pages/page-input.ts";

/** A published release as its page needs it. */
export type ReleaseRow = {
  id: number;
  slug: string;
  title: string;
  subtitle: string | null;
  bodyMarkdown: string;
  town: string | null;
  language: string;
  keywords: string[];
  topics: string[];
  /** The release that this one is a translation of, or null. */
  translationOf: number | null;
  seoTitle: string | null;
  seoDescription: string | null;
  image: ShownAsset | null;
  assets: ShownAsset[];
  publishedAt: Date;
  updatedAt: Date;
  correctedAt: Date | null;
  correctionNote: string | null;
};

export type TeaserRow = {
  id: number;
  slug: string;
  title: string;
  summary: string | null;
  language: string;
  publishedAt: Date;
  updatedAt: Date;
};

export type Neighbours = { previous: TeaserRow | null; next: TeaserRow | null };

/** Releases on one page of the list, and in a feed. */
export const releasesPerPage = 20;
/** More languages than any client writes in. */
const translationsMax = 10;
/** The protocol allows 50,000; nobody reads so many, and the list page reaches the rest. */
const sitemapReleasesMax = 5_000;

/** A published release of a client by its slug, or null. */
export async function findPublishedRelease(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; slug: string },
): Promise<ReleaseRow | null> {
  const [row] = await sql<ReleaseRow[]>`
    select
      id, slug, title, subtitle, place as town, language, keywords, topics,
      ${shownAsset(sql, { agencyId: sql`${agencyId}`, assetId: sql`release.image_asset_id` })} as image,
      ${shownAssets(sql, { agencyId: sql`${agencyId}`, assetIds: sql`release.asset_ids` })} as assets,
      translation_of as "translationOf",
      seo_title as "seoTitle",
      seo_description as "seoDescription",
      body_markdown as "bodyMarkdown",
      published_at as "publishedAt",
      updated_at as "updatedAt",
      corrected_at as "correctedAt",
      correction_note as "correctionNote"
    from release
    where agency_id = ${agencyId}
      and client_id = ${input.clientId}
      and slug = ${input.slug}
      and status = 'published'
  `;
  return row ?? null;
}

/** The published releases next to one in time: `previous` is older, `next` is newer. */
export async function findNeighbours(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; release: Pick<ReleaseRow, "id" | "publishedAt"> },
): Promise<Neighbours> {
  const rows = await sql<(TeaserRow & { side: "previous" | "next" })[]>`
    (
      select
        'previous' as side, ${teaserColumns(sql)}
      from release
      where agency_id = ${agencyId}
        and client_id = ${input.clientId}
        and status = 'published'
        and (published_at, id) < (${input.release.publishedAt}, ${input.release.id})
      order by published_at desc, id desc
      limit 1
    )
    union all
    (
      select
        'next' as side, ${teaserColumns(sql)}
      from release
      where agency_id = ${agencyId}
        and client_id = ${input.clientId}
        and status = 'published'
        and (published_at, id) > (${input.release.publishedAt}, ${input.release.id})
      order by published_at, id
      limit 1
    )
  `;
  const find = (side: string) => rows.find((row) => row.side === side) ?? null;
  return { previous: find("previous"), next: find("next") };
}

/**
 * Where in a list of a newsroom a reader is. No keyset list: that goes one way, has opaque cursors, and refuses broken ones. Readers go both
 * ways, by addresses that can be read, kept and linked to, and a broken one shows the first page.
 */
export type ListPosition = { publishedAt: Date; id: number };

export type ListPositions = { before: ListPosition | null; after: ListPosition | null };

/** Which of a newsroom's releases: of one of `topics`, of a calendar year in the agency's time zone, or all. */
export type ReleaseScope = { topics: readonly string[] } | { year: number; timeZone: string } | null;

/**
 * Published releases, newest first: those older than `before`, or the ones just newer than `after`, or the newest. Reads one
 * more than a page holds, to know whether there is another page.
 */
export async function listPublishedReleases(
  sql: Sql,
  agencyId: number,
  input: ListPositions & { clientId: number; scope: ReleaseScope },
): Promise<TeaserRow[]> {
  const { clientId, before, after } = input;
  const scope = scopeCondition(sql, input.scope);
  if (after !== null) {
    const rows = await sql<TeaserRow[]>`
      select ${teaserColumns(sql)}
      from release
      where agency_id = ${agencyId}
        and client_id = ${clientId}
        and status = 'published'
        ${scope}
        and (published_at, id) > (${after.publishedAt}, ${after.id})
      order by published_at, id
      limit ${releasesPerPage + 1}
    `;
    return rows.toReversed();
  }
  return await sql<TeaserRow[]>`
    select ${teaserColumns(sql)}
    from release
    where agency_id = ${agencyId}
      and client_id = ${clientId}
      and status = 'published'
      ${scope}
      ${before === null ? sql`` : sql`and (published_at, id) < (${before.publishedAt}, ${before.id})`}
    order by published_at desc, id desc
    limit ${releasesPerPage + 1}
  `;
}

function teaserColumns(sql: Sql) {
  return sql`id, slug, title, language, subtitle as summary, published_at as "publishedAt", updated_at as "updatedAt"`;
}

function scopeCondition(sql: Sql, scope: ReleaseScope) {
  if (scope === null) return sql``;
  if ("topics" in scope) return sql`and topics && ${sql.array([...scope.topics])}::text[]`;
  const startOf = (year: number) => sql`make_timestamptz(${year}::integer, 1, 1, 0, 0, 0, ${scope.timeZone})`;
  return sql`and published_at >= ${startOf(scope.year)} and published_at < ${startOf(scope.year + 1)}`;
}

/** The pictures of releases by their slugs. */
export async function findReleaseImages(
  sql: Sql,
  agencyId: number,
  releaseIds: readonly number[],
): Promise<{ slug: string; image: ShownAsset }[]> {
  const rows = await sql<{ slug: string; image: ShownAsset | null }[]>`
    select
      release.slug,
      ${shownAsset(sql, { agencyId: sql`release.agency_id`, assetId: sql`release.image_asset_id` })} as image
    from release
    where agency_id = ${agencyId}
      and id = any(${integerArray(releaseIds)}::integer[])
      and image_asset_id is not null
  `;
  return rows.flatMap(({ slug, image }) => (image === null ? [] : [{ slug, image }]));
}

/** The published versions of a release in other languages; each names the same original, or is it. */
export async function listTranslations(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; release: Pick<ReleaseRow, "id" | "translationOf"> },
): Promise<Translation[]> {
  const { id, translationOf } = input.release;
  const originalId = translationOf ?? id;
  return await sql<Translation[]>`
    select slug, language
    from release
    where agency_id = ${agencyId}
      and client_id = ${input.clientId}
      and status = 'published'
      and (translation_of = ${originalId} or id = ${originalId})
      and id <> ${id}
    order by language, id
    limit ${translationsMax}
  `;
}

/** Addresses of the newest releases, for the sitemap. */
export async function listSitemapReleases(
  sql: Sql,
  agencyId: number,
  clientId: number,
): Promise<{ slug: string; updatedAt: Date }[]> {
  return await sql<{ slug: string; updatedAt: Date }[]>`
    select slug, updated_at as "updatedAt"
    from release
    where agency_id = ${agencyId}
      and client_id = ${clientId}
      and status = 'published'
    order by published_at desc, id desc
    limit ${sitemapReleasesMax}
  `;
}
