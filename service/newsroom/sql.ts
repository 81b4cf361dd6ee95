import type { Sql } from "../db/open.ts";
import type { MeasurementLevel } from "../measurement/vocabulary.ts";
import { type ShownAsset, shownAsset, shownAssets } from "../media/shown-asset-sql.ts";

/** A newsroom as its pages need it. It is found by its public slug, without knowing the agency. */
export type NewsroomRow = {
  agencyId: number;
  newsroomId: number;
  clientId: number;
  clientSlug: string;
  clientName: string;
  timeZone: string;
  level: MeasurementLevel;
  description: string;
  websiteUrl: string | null;
  imprintUrl: string | null;
  privacyUrl: string | null;
  contactName: string | null;
  contactRole: string | null;
  contactEmail: string | null;
  contactPhone: string | null;
  logo: ShownAsset | null;
  contactPicture: ShownAsset | null;
};

export type ReleaseRow = {
  id: number;
  slug: string;
  title: string;
  subtitle: string | null;
  bodyMarkdown: string;
  place: string | null;
  language: string;
  keywords: string[];
  seoTitle: string | null;
  seoDescription: string | null;
  image: ShownAsset | null;
  assets: ShownAsset[];
  publishedAt: Date;
  updatedAt: Date;
};

export type TeaserRow = {
  id: number;
  slug: string;
  title: string;
  summary: string | null;
  publishedAt: Date;
};

export type Neighbours = { previous: TeaserRow | null; next: TeaserRow | null };

/** Releases on one page of the list, and in a feed. */
export const releasesPerPage = 20;
/** The protocol allows 50,000; nobody reads so many, and the list page reaches the rest. */
const sitemapReleasesMax = 5_000;

/** The newsroom of an active client, or null. */
export async function findNewsroom(sql: Sql, clientSlug: string): Promise<NewsroomRow | null> {
  const [row] = await sql<NewsroomRow[]>`
    select
      n.agency_id as "agencyId",
      n.id as "newsroomId",
      c.id as "clientId",
      c.slug as "clientSlug",
      c.name as "clientName",
      a.time_zone as "timeZone",
      n.level,
      n.description,
      n.website_url as "websiteUrl",
      n.imprint_url as "imprintUrl",
      n.privacy_url as "privacyUrl",
      n.contact_name as "contactName",
      n.contact_role as "contactRole",
      n.contact_email as "contactEmail",
      n.contact_phone as "contactPhone",
      ${shownAsset(sql, { agencyId: sql`n.agency_id`, assetId: sql`n.logo_asset_id` })} as logo,
      ${shownAsset(sql, { agencyId: sql`n.agency_id`, assetId: sql`n.contact_picture_asset_id` })} as "contactPicture"
    from client c
    join newsroom n on n.agency_id = c.agency_id and n.client_id = c.id
    join agency a on a.id = c.agency_id
    where c.slug = ${clientSlug}
      and c.status = 'active'
  `;
  return row ?? null;
}

/** A published release of a client by its slug, or null. */
export async function findPublishedRelease(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; slug: string },
): Promise<ReleaseRow | null> {
  const [row] = await sql<ReleaseRow[]>`
    select
      id, slug, title, subtitle, place, language, keywords,
      ${shownAsset(sql, { agencyId: sql`release.agency_id`, assetId: sql`release.image_asset_id` })} as image,
      ${shownAssets(sql, { agencyId: sql`release.agency_id`, assetIds: sql`release.asset_ids` })} as assets,
      seo_title as "seoTitle",
      seo_description as "seoDescription",
      body_markdown as "bodyMarkdown",
      published_at as "publishedAt",
      updated_at as "updatedAt"
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
      select 'previous' as side, id, slug, title, subtitle as summary, published_at as "publishedAt"
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
      select 'next' as side, id, slug, title, subtitle as summary, published_at as "publishedAt"
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

export type ListPlace = { publishedAt: Date; id: number };

/**
 * Published releases, newest first: those older than `before`, or the ones just newer than `after`, or the newest. Reads one
 * more than a page holds, to know whether there is another page.
 */
export async function listPublishedReleases(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; before: ListPlace | null; after: ListPlace | null },
): Promise<TeaserRow[]> {
  const { clientId, before, after } = input;
  const columns = sql`id, slug, title, subtitle as summary, published_at as "publishedAt"`;
  if (after !== null) {
    const rows = await sql<TeaserRow[]>`
      select ${columns}
      from release
      where agency_id = ${agencyId}
        and client_id = ${clientId}
        and status = 'published'
        and (published_at, id) > (${after.publishedAt}, ${after.id})
      order by published_at, id
      limit ${releasesPerPage + 1}
    `;
    return rows.toReversed();
  }
  return await sql<TeaserRow[]>`
    select ${columns}
    from release
    where agency_id = ${agencyId}
      and client_id = ${clientId}
      and status = 'published'
      ${before === null ? sql`` : sql`and (published_at, id) < (${before.publishedAt}, ${before.id})`}
    order by published_at desc, id desc
    limit ${releasesPerPage + 1}
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
