import type { Sql } from "../../floor/db/open.ts";
import { type Bytes, compress } from "../../floor/web/compress.ts";
import { etagOf, type SentPage } from "../../floor/web/page-response.ts";
import type { TextReader } from "../../press-text/markdown/text-reader.ts";
import type { MeasurementLevel } from "../measurement/vocabulary.ts";
import type { CardContent } from "./card-content.ts";
import { type ReleaseLink, releaseLinks, releaseTargets } from "./links.ts";
import { markdownPage, negotiated } from "./markdown-release.ts";
import { newsroomOf, readAbout } from "./newsroom-of.ts";
import { pageHeaders } from "./page-headers.ts";
import type { Newsroom } from "./pages/page-input.ts";
import { renderReleasePage } from "./pages/render-release-page.ts";
import { newsroomOrigin, releaseUrl } from "./paths.ts";
import { releaseFileOf } from "./release-file.ts";
import { findNeighbours, findPublishedRelease, listTranslations } from "./releases-sql.ts";
import { assetOf, pictureIdsOf, pictureOf } from "./shown-asset.ts";
import { findNewsroom, type NewsroomRow } from "./sql.ts";

/** A release page ready to be sent any number of times, with all that a request for it needs to know. */
export type LoadedRelease = {
  newsroomRow: NewsroomRow;
  newsroom: Newsroom;
  releaseId: number;
  /** False where there was no time to read a text: it stands there as plain paragraphs for now. */
  isFinal: boolean;
  /** What it takes in memory: the page with its compressed copies. */
  bytes: number;
  links: ReadonlyMap<string, ReleaseLink>;
  targets: ReadonlyMap<string, ReleaseLink>;
  /** Assets that are pictures, the leading one first, each once. */
  pictureIds: readonly string[];
  card: CardContent;
  /** The page of one view; only level L2 puts the id of the view in. */
  page: (viewId: string | null) => SentPage;
  /** The same as Markdown, for programs. */
  markdown: SentPage;
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
  const newsroomRow = await findNewsroom(sql, slugs.clientSlug);
  if (newsroomRow === null) return null;
  const input = { clientId: newsroomRow.clientId, slug: slugs.releaseSlug };
  const row = await findPublishedRelease(sql, newsroomRow.agencyId, input);
  if (row === null) return null;
  const neighbours = await findNeighbours(sql, newsroomRow.agencyId, {
    clientId: newsroomRow.clientId,
    release: row,
  });
  const [about, text, translations] = await Promise.all([
    readAbout(texts, newsroomRow),
    texts.read(newsroomRow.agencyId, row.bodyMarkdown),
    listTranslations(sql, newsroomRow.agencyId, { clientId: newsroomRow.clientId, release: row }),
  ]);
  const newsroom = newsroomOf(newsroomRow, about);
  const { id: releaseId, bodyMarkdown: _markdown, translationOf: _original, topics, ...facts } = row;
  const image = row.image === null ? null : pictureOf(row.image);
  const release = { ...facts, text, image, assets: row.assets.map((asset) => assetOf(asset)) };
  const viewId = newsroom.level === "L2" ? viewPlaceholder : null;
  const markup = renderReleasePage({
    ...{ publicUrl: newsroomOrigin(publicUrl, newsroom), newsroom, release, topics, translations, viewId },
    ...neighbours,
  });
  // Encoded once and not for each view. Not a Blob, because Deno sends a Blob without its length.
  const bytes = new TextEncoder().encode(markup);
  const compressed = await compressBoth(bytes, newsroom.level);
  const sent = pageHeaders({ ...newsroom, etag: etagOf(markup), lastModified: row.updatedAt });
  sent.headers.set("vary", negotiated);
  const url = releaseUrl(publicUrl, newsroom, row.slug);
  const file = releaseFileOf({ newsroom, release: row, text, boilerplate: newsroomRow.boilerplate, url });
  const markdown = markdownPage(file, row.updatedAt);
  return {
    newsroomRow,
    newsroom,
    releaseId,
    isFinal: text.isFinal && about?.isFinal !== false,
    // A page of which each view gets another one is kept as a text besides.
    bytes:
      markdown.body.length +
      bytes.length +
      (compressed === null ? bytes.length : compressed.br.length + compressed.gzip.length),
    pictureIds: pictureIdsOf(row),
    card: { newsroom, release: { title: release.title, image } },
    links: releaseLinks({ newsroom, release }),
    targets: releaseTargets({ newsroom, release }),
    page: pageOf(sent, bytes, compressed),
    markdown,
  };
}

type CompressedPage = NonNullable<SentPage["compressed"]>;
type PageOfView = LoadedRelease["page"];

/** Keeps the text of a page only where views differ. */
function pageOf(
  sent: Pick<SentPage, "headers" | "etag">,
  bytes: Bytes,
  compressed: CompressedPage | null,
): PageOfView {
  const page = { ...sent, body: bytes, compressed };
  if (compressed !== null) return () => page;
  const markup = new TextDecoder().decode(bytes);
  return (id) => (id === null ? page : { ...sent, body: markup.replaceAll(viewPlaceholder, id) });
}

/** Both at once, on threads of their own; null for a page of which each view gets another one. */
async function compressBoth(bytes: Bytes, level: MeasurementLevel): Promise<CompressedPage | null> {
  if (level === "L2") return null;
  const [br, gzip] = await Promise.all([compress(bytes, "br"), compress(bytes, "gzip")]);
  return { br, gzip };
}
