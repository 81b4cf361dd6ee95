import { createHash } from "node:crypto";
import type { Sql } from "../db/open.ts";
import type { TextReader } from "../press-text/markdown/text-reader.ts";
import type { SentPage } from "../web/page-response.ts";
import type { CardContent } from "./card-content.ts";
import { type ReleaseLink, releaseLinks, releaseTargets } from "./links.ts";
import { newsroomOf, readAbout } from "./newsroom-of.ts";
import { pageHeaders } from "./page-headers.ts";
import type { Newsroom } from "./pages/page-input.ts";
import { renderReleasePage } from "./pages/render-release-page.ts";
import { assetOf, pictureIdsOf, pictureOf } from "./shown-asset.ts";
import { findNeighbours, findNewsroom, findPublishedRelease, type NewsroomRow } from "./sql.ts";

/** A release page ready to be sent any number of times, with all that a request for it needs to know. */
export type LoadedRelease = {
  place: NewsroomRow;
  newsroom: Newsroom;
  releaseId: number;
  /** False where there was no time to read a text: it stands there as plain paragraphs for now. */
  isFinal: boolean;
  /** Size of the page. */
  bytes: number;
  links: ReadonlyMap<string, ReleaseLink>;
  targets: ReadonlyMap<string, ReleaseLink>;
  /** Assets that are pictures, the leading one first, each once. */
  pictureIds: readonly string[];
  /** What stands on the card of a release without a picture. */
  card: CardContent;
  /** The page of one view; only level L2 puts the id of the view in. */
  page: (viewId: string | null) => SentPage;
};

/** Stands where the id of a page view goes, so that a page is rendered once and not for each view. */
const viewPlaceholder = "view-id-placeholder";

/** `publicUrl` is scheme and host that readers see, without a slash at the end. */
export type LoadReleaseDeps = { sql: Sql; publicUrl: string; texts: TextReader };

/** Reads a published release with its page, or null where there is none. */
export async function loadRelease(
  { sql, publicUrl, texts }: LoadReleaseDeps,
  slugs: { clientSlug: string; releaseSlug: string },
): Promise<LoadedRelease | null> {
  const place = await findNewsroom(sql, slugs.clientSlug);
  if (place === null) return null;
  const input = { clientId: place.clientId, slug: slugs.releaseSlug };
  const row = await findPublishedRelease(sql, place.agencyId, input);
  if (row === null) return null;
  const neighbours = await findNeighbours(sql, place.agencyId, { clientId: place.clientId, release: row });
  const [about, text] = await Promise.all([
    readAbout(texts, place),
    texts.read(place.agencyId, row.bodyMarkdown),
  ]);
  const newsroom = newsroomOf(place, about);
  const { id: releaseId, bodyMarkdown: _markdown, ...facts } = row;
  const image = row.image === null ? null : pictureOf(row.image);
  const release = { ...facts, text, image, assets: row.assets.map(assetOf) };
  const viewId = newsroom.level === "L2" ? viewPlaceholder : null;
  const markup = renderReleasePage({ publicUrl, newsroom, release, ...neighbours, viewId });
  // Encoded once and not for each view. Not a Blob, because Deno sends a Blob without its length.
  const bytes = new TextEncoder().encode(markup);
  const sent = pageHeaders({ level: newsroom.level, etag: etagOf(markup), lastModified: row.updatedAt });
  return {
    place,
    newsroom,
    releaseId,
    isFinal: text.isFinal && about?.isFinal !== false,
    bytes: bytes.length,
    pictureIds: pictureIdsOf(row),
    card: { newsroom, release: { title: release.title } },
    links: releaseLinks({ newsroom, release }),
    targets: releaseTargets({ newsroom, release }),
    page: (id) => ({ ...sent, body: id === null ? bytes : markup.replaceAll(viewPlaceholder, id) }),
  };
}

/** A weak validator: the same text, whatever the encoding of the transfer. Source: RFC 9110 section 8.8.3. */
export function etagOf(text: string): string {
  return `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
}
