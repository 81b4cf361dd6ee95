import { isRecorder, ownRecord } from "../../../../features/workflow/approvals/rules.ts";
import type { WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import {
  type Publication,
  readPublication,
} from "../../../../features/workflow/releases/read-publication.ts";
import { quoted } from "../../../../floor/strings/quoted.ts";
import { counted, formatCount } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { stampOf } from "../../../../floor/web/seen-stamp.ts";
import { missingPicture } from "../../../../press-text/missing-picture.ts";
import { type Context, definePage, type PageContent } from "../../definition.ts";
import { type FormState, filledForm, withTyped } from "../../forms/form-state.ts";
import { localOf } from "../../forms/local-moment.ts";
import { fieldHtml, formHtml } from "../../forms/render-form.ts";
import { clockName } from "../../parts/clock-change.ts";
import { momentHtml } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { clientPath } from "../clients/client-frame.ts";
import {
  approvalPath,
  leadingBack,
  publishPath,
  releasePagePath,
  textPath,
  textsPath,
} from "../texts/paths.ts";
import { publishFields } from "./approval-fields.ts";
import { wholeDraftOfVisit } from "./draft-of-visit.ts";
import { imprintHtml } from "./imprint-form.ts";
import { previewCrops } from "./preview-crops.ts";

const minuteMs = 60_000;

type PublishContext = Pick<Context<{ draftId: string }>, "visit" | "deps" | "params" | "query">;

const publishPage = definePage({
  path: "/app/meldungen/:draftId/veroeffentlichen",
  action: "releases.publish",
  handle: (context) => showPublish(context, null),
});

/** What a form of an older page is told; the date that is set now stands above it. */
export const otherDate =
  "Der Termin wurde inzwischen an anderer Stelle gesetzt, verschoben oder gestoppt. Was jetzt gilt, steht auf der Seite. Senden Sie noch einmal, dann gilt, was Sie gewählt haben.";

export const publishPageDefinitions = [publishPage];

/** All that is to be seen before a text goes out into the world, and the one button that sends it there. */
export async function showPublish(
  context: PublishContext,
  refused: FormState | null,
  imprint: FormState | null = null,
): Promise<PageContent> {
  const { visit, deps } = context;
  const draft = await wholeDraftOfVisit(context);
  const publication = await readPublication(deps.sql, visit.agencyId, { draft, publicUrl: deps.publicUrl });
  return {
    title: draft.isCorrection
      ? "Berichtigung veröffentlichen"
      : isPlanned(draft)
        ? "Termin ändern"
        : "Veröffentlichen",
    trail: [
      { label: "Meldungen", href: textsPath },
      { label: draft.title, href: approvalPath(draft.id) },
    ],
    lead: html`${quoted(draft.title)}, Fassung ${draft.version}, für ${draft.clientName}`,
    main: html`${where(draft, publication)}
${previewCrops(draft, publication)}
${!draft.isCorrection && whoHears(draft, publication)}
${missing(visit, draft, publication)}
${!publication.hasImprint && imprintHtml(visit, draft.id, imprint)}
${!draft.isCorrection && price(draft, publication)}
${isReady(draft) ? wayOut(context, { draft, publication, refused }) : notYet(draft)}`,
  };
}

function where({ isCorrection, content }: WholeDraft, { newsroomName, url }: Publication): Html {
  return html`<dl class="facts-list"><div><dt>Newsroom</dt><dd>${newsroomName}</dd></div>
<div><dt>Adresse</dt><dd class="address">${url}</dd></div>
${isCorrection && content.correctionNote !== null && html`<div><dt>Leser sehen dazu</dt><dd>„Berichtigt: ${content.correctionNote}“</dd></div>`}</dl>`;
}

function isReady(draft: WholeDraft): boolean {
  return draft.status === "approved" || isPlanned(draft);
}

function wayOut(context: PublishContext, sending: Sending): Html | null {
  const { draft, publication } = sending;
  const [latest] = draft.approvals;
  if (latest !== undefined && isRecorder(latest, context.visit.signedIn.personId))
    return html`<p>${ownRecord}</p>`;
  return isPossible(draft, publication) ? sendForm(context, sending) : null;
}

function isPossible(draft: WholeDraft, publication: Publication): boolean {
  const { isCorrection } = draft;
  const { hasImprint, incomplete, gone } = publication;
  return hasImprint && incomplete.length + gone === 0 && (isCorrection || isAffordable(draft, publication));
}

/** Of a planned text the credit is among the reserved ones already. */
function isAffordable(draft: WholeDraft, { price: credits, balance, reserved }: Publication): boolean {
  return isPlanned(draft) || balance - reserved >= credits;
}

function isPlanned({ status }: WholeDraft): boolean {
  return status === "scheduled";
}

function notYet({ id, status, release }: WholeDraft): Html {
  const isOut = (status === "published" || status === "archived") && release !== null;
  return isOut
    ? html`<p>Diese Fassung ist schon erschienen. <a href="${releasePagePath(release.pressReleaseId)}">Zur Meldung</a></p>`
    : html`<p>Veröffentlicht wird erst, was der Kunde freigegeben hat. <a href="${approvalPath(id)}">Zur Freigabe</a></p>`;
}

function whoHears({ clientId }: WholeDraft, { readers, told }: Publication): Html {
  const { atOnce, daily } = readers;
  return html`<section aria-labelledby="mails"><h2 id="mails">Wer eine E-Mail bekommt</h2>
<ul class="plain"><li>${
    atOnce + daily === 0
      ? "Kein Leser: Diesen Newsroom hat niemand abonniert, oder nur zu anderen Themen."
      : html`<strong>${counted(atOnce + daily, "Abonnent", "Abonnenten")}</strong> des Newsrooms: ${formatCount(atOnce)} sofort, ${formatCount(daily)} in der Zusammenfassung am Morgen. <a href="${clientPath(clientId, "/abonnenten")}">Abonnenten</a>`
  }</li>
<li>${
    told.length === 0
      ? html`Kein Kontakt des Kunden hat der Mail „ist online“ zugestimmt. <a href="${clientPath(clientId, "/kontakte")}">Kontakte</a>`
      : html`Mail „ist online“ an ${told.map(({ name }) => name).join(", ")}.`
  }</li></ul></section>`;
}

function missing(
  visit: Visit,
  { id: draftId, clientId, content }: WholeDraft,
  { hasImprint, incomplete, gone }: Publication,
): Html {
  const items = [
    ...(hasImprint
      ? []
      : [
          html`Dem Newsroom fehlt ein Impressum. Ohne Impressum wird nichts veröffentlicht (§ 5 DDG). ${visit.may("newsrooms.write") && html`<a href="${clientPath(clientId, "/newsroom")}">Adresse eines vorhandenen Impressums eintragen</a>`}`,
        ]),
    ...(gone > 0
      ? [
          html`${gone === 1 ? "Ein Bild oder eine Datei dieser Fassung ist" : `${gone} Bilder oder Dateien dieser Fassung sind`} nicht mehr in der Mediathek. Wählen Sie im Text andere: Die neue Fassung braucht eine eigene Freigabe. <a href="${textPath(draftId)}">Zum Text</a>`,
        ]
      : []),
    ...(content.bodyMarkdown.includes(missingPicture)
      ? [
          html`Ein Bild im Text: Leser sähen „[${missingPicture}]“. <a href="${textPath(draftId)}">Zum Text</a>`,
        ]
      : []),
    ...incomplete.map(({ id, fileName, lacksAlt, lacksCredit }) => {
      const what = [...(lacksAlt ? ["Alternativtext"] : []), ...(lacksCredit ? ["Bildnachweis"] : [])].join(
        " und ",
      );
      return html`${what} für das Bild „${fileName}“. <a href="${leadingBack(clientPath(clientId, `/mediathek/${id}`), publishPath(draftId))}">Eintragen<span class="unseen">: ${fileName}</span></a>`;
    }),
  ];
  return html`<section aria-labelledby="fehlt"><h2 id="fehlt">Was fehlt</h2>
${
  items.length === 0
    ? html`<p><span class="state good">Nichts</span> Impressum, Alternativtexte und Bildnachweise sind da.</p>`
    : html`<div class="summary" role="note"><ul>${items.map((item) => html`<li>${item}</li>`)}</ul></div>`
}</section>`;
}

function price(draft: WholeDraft, publication: Publication): Html {
  const { price: credits, balance, reserved } = publication;
  const available = balance - reserved;
  const held = `davon ${formatCount(reserved)} für geplante Meldungen reserviert`;
  return html`<section aria-labelledby="preis"><h2 id="preis">Preis</h2>
<p>${
    isPlanned(draft)
      ? `${creditsText(credits)} ist für diese Meldung schon reserviert. Ein anderer Termin kostet nichts.`
      : `Preis: ${creditsText(credits)}. Guthaben: ${creditsText(balance)}, ${held}. Verfügbar: ${creditsText(available)}, danach ${creditsText(Math.max(0, available - credits))}.`
  }</p>
${!isAffordable(draft, publication) && html`<p class="problem">Das Guthaben reicht nicht. Bitte laden Sie es auf, dann können Sie veröffentlichen.</p>`}</section>`;
}

function creditsText(credits: number): string {
  return counted(credits, "Credit", "Credits");
}

type Sending = { draft: WholeDraft; publication: Publication; refused: FormState | null };

function sendForm({ visit, query }: PublishContext, { draft, publication, refused }: Sending): Html {
  const stored = { version: draft.version, credits: draft.isCorrection ? 0 : publication.price };
  const start = draft.scheduledFor ?? draft.content.embargoUntil;
  // The field knows whole minutes, and the one in which an embargo ends begins before its end.
  const publishAt =
    start === null
      ? null
      : localOf(new Date(Math.ceil(new Date(start).getTime() / minuteMs) * minuteMs), visit.timeZone);
  const seenStamp = stampOf({ scheduledFor: draft.scheduledFor });
  const isLater = query.get("wann") === "termin" || isPlanned(draft) || isEmbargoed(draft);
  const state =
    refused === null
      ? filledForm({ ...stored, seenStamp, publishAt, when: isLater && !draft.isCorrection ? "at" : "now" })
      : withTyped(refused, stored);
  const field = (name: keyof typeof publishFields) => fieldHtml(publishFields, name, state);
  return html`<section aria-label="Veröffentlichen">
${!draft.isCorrection && embargoText(visit, draft)}
${state.message === otherDate && draft.scheduledFor === null && html`<p>Jetzt ist kein Termin gesetzt.</p>`}
${formHtml({
  visit,
  action: publishPath(draft.id),
  fields: publishFields,
  state,
  body: html`${field("version")}${field("credits")}${field("seenStamp")}
${
  draft.isCorrection
    ? html`<input type="hidden" name="when" value="now">`
    : html`${field("when")}${field("publishAt")}
<p class="hint">${`Zeitzone der Agentur: ${visit.timeZone}, jetzt ${clockName(new Date(), visit.timeZone)}. Sommer- und Winterzeit des Tages gelten von selbst.`}</p>`
}`,
  submit: draft.isCorrection
    ? "Berichtigung veröffentlichen"
    : isPlanned(draft)
      ? "Übernehmen"
      : `Veröffentlichen (${creditsText(publication.price)})`,
  beside: html`<a href="${approvalPath(draft.id)}">Abbrechen</a>`,
})}</section>`;
}

function embargoText(visit: Visit, { content, scheduledFor }: WholeDraft): Html {
  const { embargoUntil } = content;
  return html`${scheduledFor !== null && html`<p><span class="state planned">Geplant</span> für ${momentHtml(visit, new Date(scheduledFor))} (${clockName(new Date(scheduledFor), visit.timeZone)}).</p>`}
${embargoUntil !== null && isFuture(embargoUntil) && html`<p>Sperrfrist bis ${momentHtml(visit, embargoUntil)}: Vorher kann die Meldung nicht erscheinen, geplant werden kann sie jetzt schon.</p>`}`;
}

/** A correction is of what readers have already: no embargo holds it back. */
function isEmbargoed({ content, isCorrection }: WholeDraft): boolean {
  return !isCorrection && content.embargoUntil !== null && isFuture(content.embargoUntil);
}

function isFuture(moment: Date): boolean {
  return moment.getTime() > Date.now();
}
