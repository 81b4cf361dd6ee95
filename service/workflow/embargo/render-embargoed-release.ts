import type { Sql } from "../../db/open.ts";
import { newsroomOf, readAbout } from "../../newsroom/newsroom-of.ts";
import { lookOf } from "../../newsroom/page-headers.ts";
import type { Newsroom } from "../../newsroom/pages/page-input.ts";
import { renderReleasePage } from "../../newsroom/pages/render-release-page.ts";
import { findNewsroom } from "../../newsroom/sql.ts";
import type { TextReader } from "../../press-text/markdown/text-reader.ts";
import { documentHeaders } from "../../web/content-security-policy.ts";
import { embargoEnd } from "./embargo-links.ts";
import { embargoNotice } from "./pages.ts";
import type { FoundEmbargoLink } from "./sql.ts";

/**
 * The release as readers will get it, by the newsroom's own page. Its links are direct and nothing on it is measured, because who
 * reads it under embargo is no reader of the newsroom. Null where the newsroom is gone.
 */
export async function renderEmbargoedRelease(
  { sql, texts, publicUrl }: { sql: Sql; texts: TextReader; publicUrl: string },
  { agencyId, clientSlug, content, scheduledFor, timeZone }: FoundEmbargoLink,
): Promise<Response | null> {
  const place = await findNewsroom(sql, clientSlug);
  if (place === null) return null;
  const end = embargoEnd(content.embargoUntil, scheduledFor);
  const [about, text] = await Promise.all([
    readAbout(texts, place),
    texts.read(agencyId, content.bodyMarkdown),
  ]);
  const { embargoUntil: _embargo, bodyMarkdown: _markdown, ...facts } = content;
  // The day on which it is to appear, because that of the publication is not known yet.
  const publishedAt = end ?? new Date();
  const release = {
    ...facts,
    text,
    slug: content.slug ?? "",
    place: content.dateline,
    publishedAt,
    updatedAt: publishedAt,
    correctedAt: null,
    image: null,
    assets: [],
  };
  // The page is at the service, whatever domain the newsroom has.
  const newsroom: Newsroom = { ...newsroomOf({ ...place, ownHost: null }, about), level: "L0" };
  const page = renderReleasePage({
    publicUrl,
    newsroom,
    release,
    topics: content.topics,
    translations: [],
    previous: null,
    next: null,
    viewId: null,
    embargoNotice: embargoNotice(end, timeZone),
  });
  return new Response(page, {
    headers: {
      ...documentHeaders(lookOf(newsroom)),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow, noarchive",
      "x-frame-options": "DENY",
    },
  });
}
