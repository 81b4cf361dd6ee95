import { findClient } from "../../clients/sql.ts";
import type { Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { listShownAssets, type ShownAsset } from "../../media/shown-asset-sql.ts";
import { newsroomOf, readAbout } from "../../newsroom/newsroom-of.ts";
import { lookOf } from "../../newsroom/page-headers.ts";
import type { Asset } from "../../newsroom/pages/page-input.ts";
import { renderReleasePage } from "../../newsroom/pages/render-release-page.ts";
import { assetOf } from "../../newsroom/shown-asset.ts";
import { findNewsroom } from "../../newsroom/sql.ts";
import type { TextReader } from "../../press-text/markdown/text-reader.ts";
import { html } from "../../web/html.ts";
import type { DraftContent } from "./rules.ts";

/**
 * A text as readers will get it, saved or not, by the newsroom's own page. Its links are direct and nothing on it is measured.
 * `style` is the newsroom's own, for the policy of the page. Null where the client's newsroom is not open.
 * Throws `not_found`.
 */
export async function previewDraft(
  { sql, texts, publicUrl }: { sql: Sql; texts: TextReader; publicUrl: string },
  agencyId: number,
  {
    clientId,
    content,
    publishedAt,
    pictureUrl,
  }: {
    clientId: number;
    content: DraftContent;
    publishedAt: Date | null;
    /** Where whoever looks gets a picture, which is not public before a release with it is. */
    pictureUrl: (assetId: string) => string;
  },
): Promise<{ page: string; style: string | null } | null> {
  const client = await findClient(sql, agencyId, clientId);
  if (client === null) throw new ServiceError("not_found", "There is no such client.");
  const place = await findNewsroom(sql, client.slug);
  if (place === null) return null;
  const { imageAssetId, assetIds } = content;
  const ids = [...new Set([...(imageAssetId === null ? [] : [imageAssetId]), ...assetIds])];
  const [about, text, assets] = await Promise.all([
    readAbout(texts, place),
    texts.read(agencyId, content.bodyMarkdown),
    listShownAssets(sql, agencyId, { clientId, assetIds: ids }),
  ]);
  const { embargoUntil, bodyMarkdown: _markdown, ...facts } = content;
  const now = new Date();
  // The day on which it is to appear, because that of the publication is not known yet.
  const shownAt = publishedAt ?? (embargoUntil !== null && embargoUntil > now ? embargoUntil : now);
  // The page is at the service, whatever domain the newsroom has.
  const newsroom = newsroomOf({ ...place, ownHost: null }, about);
  const shown = (asset: ShownAsset) => withUrl(assetOf(asset), pictureUrl(asset.id));
  const image = assets.find(({ id }) => id === imageAssetId);
  const page = renderReleasePage({
    publicUrl,
    newsroom: { ...newsroom, level: "L0" },
    release: {
      ...facts,
      text,
      slug: content.slug ?? "",
      place: content.dateline,
      publishedAt: shownAt,
      updatedAt: shownAt,
      correctedAt: content.correctionNote === null ? null : now,
      image: image === undefined ? null : shown(image).picture,
      assets: assetIds.flatMap((assetId) => assets.filter(({ id }) => id === assetId)).map(shown),
    },
    topics: content.topics,
    translations: [],
    previous: null,
    next: null,
    viewId: null,
    // Nothing stands there, but the page keeps out of search engines and previews.
    embargoNotice: html``,
  });
  return { page, style: lookOf(newsroom).style };
}

/** One copy is enough for a look at the page. */
function withUrl(asset: Asset, url: string): Asset {
  const { picture } = asset;
  return {
    ...asset,
    url,
    picture: picture === null ? null : { ...picture, url, downloadUrl: url, previews: [] },
  };
}
