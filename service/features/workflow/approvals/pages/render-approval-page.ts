import { formatMoment } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { directLinkUrl, textHtml } from "../../../newsroom/links.ts";
import { renderDownloads } from "../../../newsroom/pages/downloads.ts";
import { renderGallery } from "../../../newsroom/pages/gallery.ts";
import type { Release } from "../../../newsroom/pages/page-input.ts";
import { renderPressContact } from "../../../newsroom/pages/press-contact.ts";
import { renderReleaseArticle } from "../../../newsroom/pages/release-article.ts";
import { newsroomTexts } from "../../../newsroom/pages/texts.ts";
import { commentCharactersMax } from "../schema.ts";
import type { ApprovalPageInput, FormProblem } from "./page-input.ts";
import { renderFrame } from "./render-frame.ts";

/**
 * The page on which a contact decides: who asks and until when, the release as it will appear, and one form with two
 * buttons. It needs no script, and showing it decides nothing. `entry` is what was wrong with a sent form, or the member of the agency
 * who is signed in in this browser and may not decide.
 */
export function renderApprovalPage(
  input: ApprovalPageInput,
  now: Date,
  entry: FormProblem | { email: string } | null = null,
): string {
  const { newsroom, agencyName } = input;
  const problem = entry !== null && "sentence" in entry ? entry : null;
  const release = releaseOf(input, now);
  return renderFrame({
    title: `${problem === null ? "" : "Bitte prüfen: "}Freigabe „${input.content.title}“`,
    main: html`<div class="frame request">
<p class="kicker"><span>Freigabe</span></p>
<h1>Bitte prüfen Sie diese Pressemitteilung</h1>
<p class="lead">Guten Tag, ${input.approverName}. ${agencyName} bittet Sie um Ihre Freigabe für ${newsroom.clientName}. Unten sehen Sie den Text so, wie er erscheinen wird. <a class="jump" href="#entscheidung">Direkt zur Entscheidung</a></p>
${facts(input)}
${input.message !== null && note(input.message, agencyName)}
</div>
<section class="preview" aria-label="Vorschau der Pressemitteilung"><div class="frame">
<p class="facts">Vorschau</p>
<div class="sheet" lang="${newsroom.language}">
${renderReleaseArticle(release, directLinkUrl, newsroom.language)}
${renderGallery(newsroom, release, { linkUrl: directLinkUrl, hasZip: false })}
${about(input)}
${renderPressContact(newsroom.pressContact, directLinkUrl, newsroom.language)}
${renderDownloads(release, directLinkUrl, newsroom.language)}
</div>
${searchFacts(input)}
</div></section>
<section class="decision frame" id="entscheidung" aria-labelledby="entscheidung-titel">
<h2 id="entscheidung-titel">Ihre Entscheidung</h2>
${entry !== null && "email" in entry ? notForMembers(input, entry) : form(problem)}
</section>`,
  });
}

function facts(input: ApprovalPageInput): Html {
  const moment = (date: Date) =>
    html`<time datetime="${date.toISOString()}">${formatMoment(date, input.timeZone)}</time>`;
  return html`<dl>
<div><dt>Angefragt von</dt><dd>${input.agencyName}</dd></div>
<div><dt>Kunde</dt><dd>${input.newsroom.clientName}</dd></div>
<div><dt>${input.respondBy === null ? "Entscheidung möglich bis" : "Antwort erbeten bis"}</dt><dd>${moment(input.respondBy ?? input.expiresAt)}</dd></div>
${input.content.embargoUntil !== null && html`<div><dt>Sperrfrist</dt><dd>erscheint nicht vor ${moment(input.content.embargoUntil)}</dd></div>`}
${input.content.dateline !== null && html`<div><dt>Ort in der Ortsmarke</dt><dd>${input.content.dateline}</dd></div>`}
${input.content.topics.length > 0 && html`<div><dt>Themen</dt><dd>${input.content.topics.join(", ")}</dd></div>`}
${input.content.correctionNote !== null && html`<div><dt>Berichtigung</dt><dd>${input.content.correctionNote}</dd></div>`}
<div><dt>Fassung</dt><dd>${input.draftVersion}</dd></div>
</dl>`;
}

function note(message: string, agencyName: string): Html {
  return html`<div class="note"><p class="facts">Nachricht von ${agencyName}</p><p>${message}</p></div>`;
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

function notForMembers({ approverName, agencyName }: ApprovalPageInput, { email }: { email: string }): Html {
  return html`<p class="problem" role="alert">Sie sind als ${email} angemeldet. Freigeben kann nur ${approverName}, niemand aus dem Team von ${agencyName}.</p>
<p class="hint">Wenn Sie ${approverName} sind, melden Sie sich erst ab, oder öffnen Sie den Link in einem anderen Browser.</p>`;
}

function form(problem: FormProblem | null): Html {
  const described = problem === null ? "kommentar-hinweis" : "kommentar-problem kommentar-hinweis";
  return html`<form method="post" action="#entscheidung" accept-charset="utf-8">
<label for="kommentar">Kommentar</label>
<p class="hint" id="kommentar-hinweis">Für eine Freigabe freiwillig. Wenn Sie Änderungen wünschen, schreiben Sie hier bitte, welche.</p>
${problem !== null && html`<p class="problem" id="kommentar-problem" role="alert">${problem.sentence}</p>`}
<textarea id="kommentar" name="comment" maxlength="${commentCharactersMax}" aria-describedby="${described}"${invalid(problem)}>${
    // The parser drops a line break that directly follows the tag; this one is for it.
    `\n${problem?.comment ?? ""}`
  }</textarea>
<div class="buttons">
<button class="primary" name="decision" value="approve">Freigeben</button>
<button name="decision" value="request_changes">Änderungen wünschen</button>
</div>
</form>`;
}

function invalid(problem: FormProblem | null): Html | null {
  return problem === null ? null : html` aria-invalid="true" autofocus`;
}
