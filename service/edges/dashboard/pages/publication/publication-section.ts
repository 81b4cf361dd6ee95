import type { WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import type { PublicationFacts } from "../../../../features/workflow/releases/publication-facts.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type FormState, filledForm, withTyped } from "../../forms/form-state.ts";
import { localOf } from "../../forms/local-moment.ts";
import { fieldHtml, formHtml } from "../../forms/render-form.ts";
import { clockName } from "../../parts/clock-change.ts";
import { confirmHtml } from "../../parts/confirm.ts";
import { momentHtml } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { clientPath } from "../clients/client-frame.ts";
import { releasePagePath, textPath } from "../texts/paths.ts";
import { publishFields, scheduleFields } from "./approval-fields.ts";

export type PublicationSection = {
  visit: Visit;
  draft: WholeDraft;
  facts: PublicationFacts;
  /** What was sent by one of the two forms, where it was refused. */
  refused: { form: "now" | "later"; state: FormState } | null;
};

/** Price, publication now or later, and what stands in its way. */
export function publicationSection(input: PublicationSection): Html {
  return html`<section aria-labelledby="veroeffentlichung"><h2 id="veroeffentlichung">Veröffentlichung</h2>
${content(input)}</section>`;
}

function content(input: PublicationSection): Html {
  const { visit, draft, facts } = input;
  if (draft.status === "published" || draft.status === "archived") return published(input);
  const isApproved = draft.status === "approved" || draft.status === "scheduled";
  return html`${draft.isCorrection && correctionNote(input)}
${!facts.hasImprint && missingImprint(input)}
${draft.status === "scheduled" && scheduled(input)}
${!isApproved && html`<p>Veröffentlicht wird erst, was der Kunde freigegeben hat.</p>`}
${!draft.isCorrection && priceText(facts)}
${embargoText(input)}
${isApproved && facts.hasImprint && visit.may("releases.publish") && forms(input)}`;
}

function published({ visit, draft }: PublicationSection): Html {
  const { release } = draft;
  if (release === null) return html``;
  return html`<p>${draft.status === "archived" ? "Die Meldung ist archiviert." : "Die Meldung ist veröffentlicht"}${
    draft.status === "published" &&
    release.publishedAt !== null &&
    html`, seit ${momentHtml(visit, release.publishedAt)}.`
  }</p>
<p class="buttons"><a class="button primary" href="${releasePagePath(release.pressReleaseId)}">Zur Meldung: berichtigen, archivieren, Adresse</a></p>`;
}

function correctionNote({ visit, draft }: PublicationSection): Html {
  return html`<p>${`Diese Fassung berichtigt eine veröffentlichte Meldung. Bis sie freigegeben und veröffentlicht ist, sehen Leser die bisherige. Sie erscheint sofort und kostet nichts.`}</p>
${
  visit.may("releases.correct") &&
  confirmHtml({
    visit,
    action: `${textPath(draft.id)}/stoppen`,
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

function scheduled({ visit, draft }: PublicationSection): Html | null {
  if (draft.scheduledFor === null) return null;
  const moment = new Date(draft.scheduledFor);
  return html`<p><span class="state good">Geplant</span> für ${momentHtml(visit, moment)} (${clockName(moment, visit.timeZone)})</p>
${
  visit.may("releases.publish") &&
  confirmHtml({
    visit,
    action: `${textPath(draft.id)}/stoppen`,
    label: "Stoppen …",
    question:
      "Die Meldung erscheint dann nicht. Die Freigabe bleibt, und der reservierte Credit wird wieder frei.",
    confirm: "Ja, stoppen",
  })
}`;
}

function priceText({ price, balance, reserved }: PublicationFacts): Html {
  const available = balance - reserved;
  return html`<p>${`Preis: ${creditsText(price)}. Guthaben: ${creditsText(balance)}, davon ${reserved.toLocaleString("de-DE")} für geplante Meldungen reserviert. Verfügbar: ${creditsText(available)}.`}</p>
${available < price && html`<p class="problem">Das Guthaben reicht nicht. Bitte laden Sie es auf, dann können Sie veröffentlichen.</p>`}`;
}

function embargoText({ visit, draft }: PublicationSection): Html | null {
  const { embargoUntil } = draft.content;
  if (embargoUntil === null || !isEmbargoed(draft)) return null;
  return html`<p>Sperrfrist bis ${momentHtml(visit, embargoUntil)}: Vorher kann die Meldung nicht erscheinen, geplant werden kann sie jetzt schon.</p>`;
}

/** A correction is of what readers have already: no embargo holds it back. */
function isEmbargoed({ content, isCorrection }: WholeDraft): boolean {
  return !isCorrection && content.embargoUntil !== null && content.embargoUntil.getTime() > Date.now();
}

function forms(input: PublicationSection): Html {
  const { visit, draft, facts, refused } = input;
  const stored = { version: draft.version, credits: draft.isCorrection ? 0 : facts.price };
  const nowState = refused?.form === "now" ? withTyped(refused.state, stored) : filledForm(stored);
  const nowForm = formHtml({
    visit,
    action: `${textPath(draft.id)}/veroeffentlichen`,
    fields: publishFields,
    state: nowState,
    prefix: "jetzt",
    submit: draft.isCorrection
      ? "Berichtigung veröffentlichen"
      : `Jetzt veröffentlichen (${creditsText(facts.price)})`,
  });
  if (draft.isCorrection) return nowForm;
  return html`${(!isEmbargoed(draft) || refused?.form === "now") && nowForm}${scheduleForm(input, stored)}`;
}

function scheduleForm(
  { visit, draft, refused, facts }: PublicationSection,
  stored: { version: number; credits: number },
): Html {
  const start = draft.scheduledFor ?? draft.content.embargoUntil;
  const publishAt = start === null ? null : localOf(new Date(start), visit.timeZone);
  const state =
    refused?.form === "later" ? withTyped(refused.state, stored) : filledForm({ ...stored, publishAt });
  const field = (name: keyof typeof scheduleFields) =>
    fieldHtml(scheduleFields, name, state, { prefix: "termin" });
  return formHtml({
    visit,
    action: `${textPath(draft.id)}/terminieren`,
    fields: scheduleFields,
    state,
    prefix: "termin",
    body: html`<h3>${draft.status === "scheduled" ? "Termin verschieben" : "Zu einem Zeitpunkt"}</h3>
${field("version")}${field("credits")}${field("publishAt")}
<p class="hint">${`Zeitzone der Agentur: ${visit.timeZone}, jetzt ${clockName(new Date(), visit.timeZone)}. Sommer- und Winterzeit des Tages gelten von selbst.`}</p>`,
    submit:
      draft.status === "scheduled"
        ? "Termin verschieben"
        : `Termin setzen (${creditsText(facts.price)} wird reserviert)`,
  });
}

function creditsText(credits: number): string {
  return credits === 1 ? "1 Credit" : `${credits.toLocaleString("de-DE")} Credits`;
}
