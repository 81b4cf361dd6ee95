import { findClient } from "../../clients/sql.ts";
import type { Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { newsroomOf, readAbout } from "../../newsroom/newsroom-of.ts";
import { lookOf } from "../../newsroom/page-headers.ts";
import { renderReleasePage } from "../../newsroom/pages/render-release-page.ts";
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
  { clientId, content, publishedAt }: { clientId: number; content: DraftContent; publishedAt: Date | null },
): Promise<{ page: string; style: string | null } | null> {
  const client = await findClient(sql, agencyId, clientId);
  if (client === null) throw new ServiceError("not_found", "There is no such client.");
  const place = await findNewsroom(sql, client.slug);
  if (place === null) return null;
  const [about, text] = await Promise.all([
    readAbout(texts, place),
    texts.read(agencyId, content.bodyMarkdown),
  ]);
  const { embargoUntil, bodyMarkdown: _markdown, ...facts } = content;
  const now = new Date();
  // The day on which it is to appear, because that of the publication is not known yet.
  const shownAt = publishedAt ?? (embargoUntil !== null && embargoUntil > now ? embargoUntil : now);
  const newsroom = newsroomOf(place, about);
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
      image: null,
      assets: [],
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
