import type { Sql } from "../../floor/db/open.ts";
import { type ShownAsset, shownAsset, shownAssets } from "../media/shown-asset-sql.ts";
import type { NewsroomAsset } from "./pages/render-gallery-page.ts";
import type { ListPosition } from "./releases-sql.ts";
import { assetOf } from "./shown-asset.ts";

/** Releases with files on one page of the gallery; each has at most 50 files and one picture. */
const galleryReleasesPerPage = 10;

export type GalleryQuery = {
  clientId: number;
  timeZone: string;
  year: number | null;
  releaseSlug: string | null;
  before: ListPosition | null;
};

type ReleaseWithFiles = {
  id: number;
  slug: string;
  title: string;
  year: number;
  publishedAt: Date;
  image: ShownAsset | null;
  assets: ShownAsset[];
};

/**
 * Pictures and files of the published releases of a client, newest release first. `next` is where the next page begins, null
 * at the end.
 */
export async function listNewsroomAssets(
  sql: Sql,
  agencyId: number,
  query: GalleryQuery,
): Promise<{ assets: NewsroomAsset[]; next: ListPosition | null }> {
  const { clientId, timeZone, year, releaseSlug, before } = query;
  const startOf = (each: number) => sql`make_timestamptz(${each}::integer, 1, 1, 0, 0, 0, ${timeZone})`;
  const rows = await sql<ReleaseWithFiles[]>`
    select
      id, slug, title,
      ${shownAsset(sql, { agencyId: sql`${agencyId}`, assetId: sql`release.image_asset_id` })} as image,
      ${shownAssets(sql, { agencyId: sql`${agencyId}`, assetIds: sql`release.asset_ids` })} as assets,
      extract(year from published_at at time zone ${timeZone})::integer as year,
      published_at as "publishedAt"
    from release
    where agency_id = ${agencyId}
      and client_id = ${clientId}
      and status = 'published'
      and (image_asset_id is not null or cardinality(asset_ids) > 0)
      ${year === null ? sql`` : sql`and published_at >= ${startOf(year)} and published_at < ${startOf(year + 1)}`}
      ${releaseSlug === null ? sql`` : sql`and slug = ${releaseSlug}`}
      ${before === null ? sql`` : sql`and (published_at, id) < (${before.publishedAt}, ${before.id})`}
    order by published_at desc, id desc
    limit ${galleryReleasesPerPage + 1}
  `;
  const shown = rows.slice(0, galleryReleasesPerPage);
  const last = shown.at(-1);
  return {
    assets: shown.flatMap(filesOf),
    next: rows.length > shown.length && last !== undefined ? last : null,
  };
}

/** The leading picture first, each file once. */
function filesOf({ id, slug, title, year, image, assets }: ReleaseWithFiles): NewsroomAsset[] {
  const release = { releaseId: id, releaseSlug: slug, releaseTitle: title, year };
  const others = assets.filter((asset) => asset.id !== image?.id);
  return [...(image === null ? [] : [image]), ...others].map((asset) => ({ ...release, ...assetOf(asset) }));
}
