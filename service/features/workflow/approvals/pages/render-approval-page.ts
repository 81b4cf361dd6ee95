import { type Html, html } from "../../../../floor/web/html.ts";
import { directLinkUrl, textHtml } from "../../../newsroom/links.ts";
import { renderDownloads } from "../../../newsroom/pages/downloads.ts";
import { renderGallery } from "../../../newsroom/pages/gallery.ts";
import type { Release } from "../../../newsroom/pages/page-input.ts";
import { renderPressContact } from "../../../newsroom/pages/press-contact.ts";
import { renderReleaseArticle } from "../../../newsroom/pages/release-article.ts";
import { newsroomTexts } from "../../../newsroom/pages/texts.ts";
import { decisionForms, typedOf } from "./decision-form.ts";
import { earlierComments } from "./earlier-comments.ts";
import { partsHtml } from "./marked-parts.ts";
import type { ApprovalPageInput, Entry, View } from "./page-input.ts";
import { reviewedParts } from "./passages.ts";
import { renderFrame } from "./render-frame.ts";
import { requestFacts } from "./request-facts.ts";
import { selectionScript } from "./selection-script.ts";

/** The address of each view of the page: `?ansicht=` and this. */
export const viewNames: Readonly<Record<View, string>> = {
  changes: "aenderungen",
  only_changes: "nur-aenderungen",
  final: "endfassung",
};

/**
 * The page on which a contact decides: who asks and until when, the release as it will appear with what changed since the contact saw
 * it last, a field for comments below each passage, and one form with two buttons. It works without its script, and showing it decides
 * nothing. `entry` says why it is shown again, or that a member of the agency is signed in in this browser.
 */
export function renderApprovalPage(
  input: ApprovalPageInput,
  now: Date,
  entry: Entry | null = null,
): { page: string; script: string | null } {
  const { newsroom, agencyName, view } = input;
  const release = releaseOf(input, now);
  const script = entry?.kind === "member" ? null : selectionScript;
  const parts = reviewedParts(input, entry?.kind === "member" ? null : typedOf(entry));
  const page = renderFrame({
    title: `${entry?.kind === "problem" ? "Bitte prüfen: " : ""}Freigabe „${input.content.title}“`,
    look: input,
    script,
    main: html`<div class="frame request">
<p class="kicker"><span>Freigabe</span></p>
<h1>${heading(input)}</h1>
<p class="lead">${lead(input)} <a class="jump" href="#entscheidung">Direkt zur Entscheidung</a></p>
${requestFacts(input)}
${input.message !== null && note(input.message, input.requesterName ?? agencyName)}
${earlierComments(input)}
</div>
<section class="preview" aria-label="Vorschau der Pressemitteilung"><div class="frame">
${viewBar(input)}
<div class="${view === "only_changes" ? "sheet excerpt" : "sheet"}" lang="${newsroom.language}">
${renderReleaseArticle(view === "only_changes" ? { ...release, image: null } : release, directLinkUrl, newsroom.language, parts)}
${view !== "only_changes" && around(input, release)}
</div>
${searchFacts(input)}
</div></section>
<section class="decision frame" id="entscheidung" aria-labelledby="entscheidung-titel">
<h2 id="entscheidung-titel">Ihre Entscheidung</h2>
${decisionForms(input, entry)}
</section>`,
  });
  return { page, script };
}

function heading({ publishedAt, changes }: ApprovalPageInput): string {
  if (publishedAt !== null) return "Bitte prüfen Sie diese Berichtigung";
  return changes === null ? "Bitte prüfen Sie diese Pressemitteilung" : "Bitte prüfen Sie die neue Fassung";
}

function lead({ contactName, agencyName, requesterName, newsroom, changes }: ApprovalPageInput): string {
  const who = requesterName === null ? agencyName : `${requesterName} von ${agencyName}`;
  const what =
    changes === null
      ? "Unten sehen Sie den Text so, wie er erscheinen wird."
      : changes.since === "published"
        ? "Die Meldung ist schon veröffentlicht; unten ist markiert, was sich daran ändern soll."
        : `Unten ist markiert, was sich seit Ihrer Antwort auf Fassung ${changes.version} geändert hat.`;
  return `Guten Tag, ${contactName}. ${who} bittet Sie um Ihre Freigabe für ${newsroom.clientName}. ${what}`;
}

function note(message: string, name: string): Html {
  return html`<div class="note"><p class="facts">Nachricht von ${name}</p><p>${message}</p></div>`;
}

/** What the preview shows, links to the other views, and what changed beside the text. */
function viewBar({ changes, view }: ApprovalPageInput): Html {
  if (changes === null) return html`<p class="facts">Vorschau</p>`;
  const link = (to: View, label: string) =>
    html`<li><a href="?ansicht=${viewNames[to]}"${to === view && html` aria-current="true"`}>${label}</a></li>`;
  return html`<nav class="views" aria-label="Ansicht"><ul>${changes.since === "published" && link("only_changes", "Nur die Änderungen")}${link("changes", "Änderungen zeigen")}${link("final", "Endfassung")}</ul></nav>
${view !== "final" && html`<p class="legend facts"><ins>Neues</ins> ist unterstrichen, <del>Gestrichenes</del> durchgestrichen.</p>`}
${
  changes.others.length > 0 &&
  html`<div class="note others"><p class="facts">Außerdem geändert</p><dl>${changes.others.map(({ label, parts }) => html`<div><dt>${label}</dt><dd>${partsHtml(parts)}</dd></div>`)}</dl></div>`
}`;
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
function searchFacts({ content }: ApprovalPageInput): Html | null {
  const lines = [
    { term: "Titel in Suchmaschinen", text: content.seoTitle },
    { term: "Beschreibung in Suchmaschinen", text: content.seoDescription },
    { term: "Schlagwörter", text: content.keywords.length === 0 ? null : content.keywords.join(", ") },
    { term: "Adresse der Seite endet auf", text: content.slug },
  ].filter((line) => line.text !== null);
  if (lines.length === 0) return null;
  return html`<details class="meta"><summary>Angaben für Suchmaschinen</summary>
<dl>${lines.map(({ term, text }) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>
</details>`;
}
