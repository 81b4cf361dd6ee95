import { isRecorder, ownRecord } from "../../../../features/workflow/approvals/rules.ts";
import type { WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import type { PublicationFacts } from "../../../../features/workflow/releases/publication-facts.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { confirmHtml } from "../../parts/confirm.ts";
import { momentHtml } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { clientPath } from "../clients/client-frame.ts";
import { publishPath, releasePagePath, textPath } from "../texts/paths.ts";
import { scheduledHtml } from "./scheduled.ts";

export type PublicationSection = { visit: Visit; draft: WholeDraft; facts: PublicationFacts };

/** The way to the publication, and what stands in it. */
export function publicationSection(input: PublicationSection): Html {
  return html`<section aria-labelledby="veroeffentlichung"><h2 id="veroeffentlichung">Veröffentlichung</h2>
${content(input)}</section>`;
}

function content(input: PublicationSection): Html {
  const { visit, draft, facts } = input;
  if (draft.status === "published" || draft.status === "archived") return published(input);
  if (draft.status === "scheduled" && draft.scheduledFor !== null)
    return scheduledHtml(visit, {
      draftId: draft.id,
      scheduledFor: new Date(draft.scheduledFor),
      isCorrection: draft.isCorrection,
      approvals: draft.approvals,
    });
  return html`${draft.isCorrection && correctionNote(input)}
${!facts.hasImprint && (draft.status !== "approved" || !visit.may("releases.publish")) && missingImprint(input)}
${
  // An imprint that is missing is asked for on the next page.
  draft.status === "approved"
    ? visit.may("releases.publish") && wayOut(visit, draft)
    : html`<p>Veröffentlicht wird erst, was der Kunde freigegeben hat.</p>`
}`;
}

function wayOut(visit: Visit, { id, isCorrection, approvals: [latest] }: WholeDraft): Html {
  if (latest !== undefined && isRecorder(latest, visit.signedIn.personId)) return html`<p>${ownRecord}</p>`;
  return html`<p>${
    isCorrection
      ? "Der Kunde hat die Berichtigung freigegeben."
      : "Der Kunde hat freigegeben. Vor dem Erscheinen sehen Sie noch einmal Adresse, Bild, Empfänger und Preis."
  }</p>
<p class="buttons"><a class="button primary" href="${publishPath(id)}">${isCorrection ? "Berichtigung veröffentlichen …" : "Veröffentlichen …"}</a>
${!isCorrection && html`<a class="button" href="${publishPath(id, "at")}">Termin setzen …</a>`}</p>`;
}

function published({ visit, draft }: PublicationSection): Html {
  const { release } = draft;
  if (release === null) return html``;
  return html`<p>${draft.status === "archived" ? "Die Meldung ist archiviert." : "Die Meldung ist veröffentlicht"}${
    draft.status === "published" &&
    release.publishedAt !== null &&
    html`, seit dem ${momentHtml(visit, release.publishedAt)}.`
  }</p>
<p class="buttons"><a class="button primary" href="${releasePagePath(release.pressReleaseId)}">Zur Meldung</a></p>`;
}

function correctionNote({ visit, draft }: PublicationSection): Html {
  return html`<p>${`Diese Fassung berichtigt eine veröffentlichte Meldung. Bis sie freigegeben und veröffentlicht ist, sehen Leser die bisherige. Sie kostet nichts.`}</p>
${
  visit.may("releases.correct") &&
  confirmHtml({
    visit,
    action: `${textPath(draft.id)}/berichtigung-zurueckziehen`,
    values: { expectedVersion: String(draft.version) },
    label: "Berichtigung zurückziehen …",
    question: "Es bleibt bei dem Text, den Leser jetzt sehen. Die Fassungen der Berichtigung bleiben lesbar.",
    confirm: "Ja, zurückziehen",
  })
}`;
}

function missingImprint({ visit, draft }: PublicationSection): Html {
  return html`<div class="summary" role="note"><p>Dem Newsroom von ${draft.clientName} fehlt ein Impressum. Ohne Impressum wird nichts veröffentlicht (§ 5 DDG).</p>
${visit.may("newsrooms.write") && html`<p><a href="${clientPath(draft.clientId, "/newsroom")}">Impressum eintragen</a></p>`}</div>`;
}
