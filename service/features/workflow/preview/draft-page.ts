import { type Html, html } from "../../../floor/web/html.ts";
import type { TextReader } from "../../../press-text/markdown/text-reader.ts";
import { newsroomOf, readAbout } from "../../newsroom/newsroom-of.ts";
import { lookOf } from "../../newsroom/page-headers.ts";
import { renderReleasePage } from "../../newsroom/pages/render-release-page.ts";
import type { NewsroomRow } from "../../newsroom/sql.ts";
import type { DraftContent } from "../drafts/rules.ts";
import { readUnpublishedAssets, type UnpublishedAssetDeps } from "./unpublished-assets.ts";

export type DraftPageDeps = UnpublishedAssetDeps & { texts: TextReader; publicUrl: string };

export type DraftPage = { page: string; look: ReturnType<typeof lookOf> };

/**
 * A text as readers will get it, by the newsroom's own page. Its links are direct and nothing on it is measured, because who reads
 * it now is no reader of the newsroom. `look` is for the policy of the page.
 */
export async function renderDraftPage(
  deps: DraftPageDeps,
  newsroomRow: NewsroomRow,
  input: { content: DraftContent; publishedAt: Date; notice?: Html },
): Promise<DraftPage> {
  const { content, publishedAt } = input;
  const { texts, publicUrl } = deps;
  const [about, text, assets] = await Promise.all([
    readAbout(texts, newsroomRow),
    texts.read(newsroomRow.agencyId, content.bodyMarkdown),
    readUnpublishedAssets(deps, newsroomRow, content),
  ]);
  const { embargoUntil: _embargo, bodyMarkdown: _markdown, topics, ...facts } = content;
  // Addresses of the service work on every host; those of an own domain would lead astray on this one.
  const newsroom = newsroomOf({ ...newsroomRow, ownHost: null }, about);
  const page = renderReleasePage({
    publicUrl,
    newsroom: { ...newsroom, level: "L0" },
    release: {
      ...facts,
      text,
      slug: content.slug ?? "",
      town: content.dateline,
      publishedAt,
      updatedAt: publishedAt,
      correctedAt: content.correctionNote === null ? null : new Date(),
      ...assets,
    },
    topics,
    translations: [],
    previous: null,
    next: null,
    viewId: null,
    // Even an empty one keeps the page out of search engines and previews.
    embargoNotice: input.notice ?? html``,
  });
  return { page, look: lookOf(newsroom) };
}
