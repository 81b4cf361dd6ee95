import { quoted } from "../../../../floor/strings/quoted.ts";
import { withStop } from "../../../../floor/strings/with-stop.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { decisionForms, typedOf } from "./decision-form.ts";
import { earlierComments } from "./earlier-comments.ts";
import { partsHtml } from "./marked-parts.ts";
import type { ApprovalPageInput, Entry, View } from "./page-input.ts";
import { reviewedParts } from "./passages.ts";
import { releaseSheet, searchFacts } from "./release-sheet.ts";
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
  const { agencyName } = input;
  const script = entry?.kind === "member" ? null : selectionScript;
  const parts = reviewedParts(input, entry?.kind === "member" ? null : typedOf(entry));
  const page = renderFrame({
    title: `${whyAgain(entry)}Freigabe ${quoted(input.content.title)}`,
    look: input,
    script,
    main: html`<div class="frame request">
<p class="kicker"><span>Freigabe</span></p>
<h1>${heading(input)}</h1>
<p class="lead">${lead(input)} <a class="jump" href="#entscheidung">Direkt zur Entscheidung</a></p>
${requestFacts(input)}
${input.message !== null && note(input.message, agencyName)}
${earlierComments(input)}
</div>
<section class="preview" aria-label="Vorschau der Pressemitteilung"><div class="frame">
${viewBar(input)}
${releaseSheet(input, now, parts)}
${searchFacts(input)}
</div></section>
<section class="decision frame" id="entscheidung" aria-labelledby="entscheidung-titel">
<h2 id="entscheidung-titel">Ihre Entscheidung</h2>
${decisionForms(input, entry)}
</section>`,
  });
  return { page, script };
}

/** Begins the title where the page comes again, as a screen reader reads that out and nothing else: the form leads to the decision. */
function whyAgain(entry: Entry | null): string {
  if (entry === null || entry.kind === "member") return "";
  return entry.kind === "problem" ? "Bitte prüfen: " : "Rückfrage: ";
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
  const asked = withStop(`${who} bittet Sie um Ihre Freigabe für ${newsroom.clientName}`);
  return `${withStop(`Guten Tag, ${contactName}`)} ${asked} ${what}`;
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
