import type { Sql } from "../../floor/db/open.ts";
import { ownHostColumn } from "../clients/newsroom-sql.ts";
import { type ShownAsset, shownAsset } from "../media/shown-asset-sql.ts";
import { releasesPerPage } from "./releases-sql.ts";
import type { ListedNewsroom, NewsEntry } from "./sitemaps.ts";

/** The protocol of sitemaps allows 50,000 in an index. */
const newsroomsMax = 50_000;
/** Google reads no more of a News sitemap, and nothing older than two days. */
const newsMax = 1_000;

export type FeedRow = {
  /** Null for a release that is older than these ids. */
  feedId: string | null;
  slug: string;
  title: string;
  summary: string | null;
  language: string;
  topics: string[];
  bodyMarkdown: string;
  image: ShownAsset | null;
  publishedAt: Date;
  updatedAt: Date;
};

/** The newest published releases with their texts; of one of `topics`, where those are given. What was moved in is news to nobody. */
export async function listFeedReleases(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; topics: readonly string[] | null },
): Promise<FeedRow[]> {
  const { clientId, topics } = input;
  return await sql<FeedRow[]>`
    select
      slug, title, language, topics, feed_id as "feedId",
      ${shownAsset(sql, { agencyId: sql`release.agency_id`, assetId: sql`release.image_asset_id` })} as image,
      subtitle as summary,
      body_markdown as "bodyMarkdown",
      published_at as "publishedAt",
      updated_at as "updatedAt"
    from release
    where agency_id = ${agencyId}
      and client_id = ${clientId}
      and status = 'published'
      and moved_in_at is null
      ${topics === null ? sql`` : sql`and topics && ${sql.array([...topics])}::text[]`}
    order by published_at desc, id desc
    limit ${releasesPerPage}
  `;
}

/**
 * The newsrooms of all agencies that have published something: what is public on the service's own host. Those with an own domain
 * are left out, because each is at home there, with a sitemap of its own.
 */
export async function listNewsrooms(
  sql: Sql,
  rowsMax: number = newsroomsMax,
): Promise<(ListedNewsroom & { clientName: string })[]> {
  return await sql<(ListedNewsroom & { clientName: string })[]>`
    select c.slug as "clientSlug", null as "ownHost", c.name as "clientName", newest.updated_at as "updatedAt"
    from client c
    join agency on agency.id = c.agency_id
    join newsroom on newsroom.agency_id = c.agency_id and newsroom.client_id = c.id
    cross join lateral (
      select release.updated_at
      from release
      where release.agency_id = c.agency_id
        and release.client_id = c.id
        and release.status = 'published'
      order by release.published_at desc, release.id desc
      limit 1
    ) as newest
    where c.status = 'active'
      and agency.delete_after is null
      and ${ownHostColumn(sql)} is null
    order by c.slug
    limit ${rowsMax}
  `;
}

/** What a newsroom published in the last two days; all those on the service's own host, where none is given. */
export async function listNews(
  sql: Sql,
  newsroom: { agencyId: number; clientId: number } | null,
): Promise<NewsEntry[]> {
  const isListed =
    newsroom === null
      ? sql`${ownHostColumn(sql)} is null`
      : sql`c.agency_id = ${newsroom.agencyId} and c.id = ${newsroom.clientId}`;
  return await sql<NewsEntry[]>`
    select
      c.slug as "clientSlug",
      ${ownHostColumn(sql)} as "ownHost",
      c.name as "clientName",
      release.slug,
      release.title,
      release.language,
      release.published_at as "publishedAt"
    from client c
    join agency on agency.id = c.agency_id
    join newsroom on newsroom.agency_id = c.agency_id and newsroom.client_id = c.id
    join release
      on release.agency_id = c.agency_id
      and release.client_id = c.id
      and release.status = 'published'
      and release.published_at > now() - interval '2 days'
      and release.moved_in_at is null
    where c.status = 'active'
      and agency.delete_after is null
      and ${isListed}
    order by release.published_at desc, release.id desc
    limit ${newsMax}
  `;
}
