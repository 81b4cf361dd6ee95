import { type Html, html } from "../../../../floor/web/html.ts";
import { directLinkUrl, textHtml } from "../../../newsroom/links.ts";
import { renderDownloads } from "../../../newsroom/pages/downloads.ts";
import { renderGallery } from "../../../newsroom/pages/gallery.ts";
import type { Release } from "../../../newsroom/pages/page-input.ts";
import { renderPressContact } from "../../../newsroom/pages/press-contact.ts";
import { type ReviewedParts, renderReleaseArticle } from "../../../newsroom/pages/release-article.ts";
import { newsroomTexts } from "../../../newsroom/pages/texts.ts";
import type { ApprovalPageInput } from "./page-input.ts";

/** The release as readers will get it, or what changed of it, as `parts` mark it. */
export function releaseSheet(input: ApprovalPageInput, now: Date, parts: ReviewedParts): Html {
  const { newsroom, view } = input;
  const release = releaseOf(input, now);
  return html`<div class="${view === "only_changes" ? "sheet excerpt" : "sheet"}" lang="${newsroom.language}">
${renderReleaseArticle(view === "only_changes" ? { ...release, image: null } : release, directLinkUrl, newsroom.language, { ...parts, isWithinPage: true })}
${view !== "only_changes" && around(input, release)}
</div>`;
}

/** What stands around the text, as readers will get it. */
function around(input: ApprovalPageInput, release: Release): Html {
  const { newsroom } = input;
  return html`${renderGallery(newsroom, release, { linkUrl: directLinkUrl, hasZip: false })}
${about(input)}
${renderPressContact(newsroom.pressContact, directLinkUrl, newsroom.language)}
${renderDownloads(release, directLinkUrl, newsroom)}`;
}

/** The content as a release: the date is today's where that of the publication is not known yet. */
function releaseOf({ content, ...input }: ApprovalPageInput, now: Date): Release {
  const planned = content.embargoUntil !== null && content.embargoUntil > now ? content.embargoUntil : now;
  const publishedAt = input.publishedAt ?? planned;
  return {
    ...content,
    text: input.text,
    slug: content.slug ?? "",
    town: content.dateline,
    publishedAt,
    updatedAt: publishedAt,
    correctedAt: content.correctionNote === null ? null : now,
    image: input.image,
    assets: input.assets,
  };
}

function about({ newsroom }: ApprovalPageInput): Html | null {
  if (newsroom.about === null) return null;
  return html`<section class="about" aria-labelledby="ueber">
<h2 id="ueber">${newsroomTexts[newsroom.language].about(newsroom.clientName)}</h2>
<div class="text">${textHtml(newsroom.about, directLinkUrl)}</div>
</section>`;
}

/** What is approved too but stands in no line of the page that readers see. */
export function searchFacts({ content }: ApprovalPageInput): Html | null {
  const lines = [
    { term: "Titel für Suchmaschinen", text: content.seoTitle },
    { term: "Beschreibung für Suchmaschinen", text: content.seoDescription },
    { term: "Schlagwörter", text: content.keywords.length === 0 ? null : content.keywords.join(", ") },
    { term: "Adresse der Seite endet auf", text: content.slug },
  ].filter((line) => line.text !== null);
  if (lines.length === 0) return null;
  return html`<details class="meta"><summary>Angaben für Suchmaschinen</summary>
<dl>${lines.map(({ term, text }) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>
</details>`;
}
