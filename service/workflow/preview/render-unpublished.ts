import type { Sql } from "../../db/open.ts";
import { newsroomOf, readAbout } from "../../newsroom/newsroom-of.ts";
import { styleOf } from "../../newsroom/page-headers.ts";
import { renderReleasePage } from "../../newsroom/pages/render-release-page.ts";
import { findNewsroom } from "../../newsroom/sql.ts";
import type { TextReader } from "../../press-text/markdown/text-reader.ts";
import { documentHeaders } from "../../web/content-security-policy.ts";
import type { Html } from "../../web/html.ts";
import type { DraftContent } from "../drafts/rules.ts";

export type RenderDeps = { sql: Sql; texts: TextReader; publicUrl: string };

export type Unpublished = {
  agencyId: number;
  clientSlug: string;
  content: DraftContent;
  /** The day that the page shows. */
  publishedAt: Date;
  /** What stands above the release. */
  notice: Html;
};

/**
 * A text as readers will get it, by the newsroom's own page. Its links are direct and nothing on it is measured, because who reads
 * it now is no reader of the newsroom. Null where the newsroom is gone.
 */
export async function renderUnpublished(
  { sql, texts, publicUrl }: RenderDeps,
  { agencyId, clientSlug, content, publishedAt, notice }: Unpublished,
): Promise<Response | null> {
  const place = await findNewsroom(sql, clientSlug);
  if (place === null) return null;
  const [about, text] = await Promise.all([
    readAbout(texts, place),
    texts.read(agencyId, content.bodyMarkdown),
  ]);
  const { embargoUntil: _embargo, bodyMarkdown: _markdown, ...facts } = content;
  const release = {
    ...facts,
    text,
    slug: content.slug ?? "",
    place: content.dateline,
    publishedAt,
    updatedAt: publishedAt,
    correctedAt: content.correctionNote === null ? null : new Date(),
    image: null,
    assets: [],
  };
  // Addresses of the service work on every host; those of an own domain would lead astray on this one.
  const newsroom = { ...newsroomOf({ ...place, ownHost: null }, about), level: "L0" as const };
  const page = renderReleasePage({
    publicUrl,
    newsroom,
    release,
    previous: null,
    next: null,
    viewId: null,
    embargoNotice: notice,
  });
  return new Response(page, {
    headers: {
      ...documentHeaders(null, styleOf(newsroom)),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow, noarchive",
      "x-frame-options": "DENY",
    },
  });
}
