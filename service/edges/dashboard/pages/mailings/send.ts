import { mailingStamp } from "../../../../features/mailings/mailing-stamp.ts";
import { mailingLoopName } from "../../../../features/mailings/prepare-mailings.ts";
import { recipientsUntypedMax } from "../../../../features/mailings/rules.ts";
import type { Mailing } from "../../../../features/mailings/schema.ts";
import { scheduleMailing } from "../../../../features/mailings/send-mailing.ts";
import { readSender } from "../../../../features/mailings/senders/senders.ts";
import { findContactSettings } from "../../../../features/media-contacts/settings-sql.ts";
import { formatCount } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { defineForm, definePage, type PageContent } from "../../definition.ts";
import { checkField } from "../../forms/choice-fields.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { seenStampField } from "../../forms/seen-stamp.ts";
import { optionalTextField } from "../../forms/text-fields.ts";
import { optionalMomentField } from "../../forms/value-fields.ts";
import { readWallClock } from "../../parts/clock-change.ts";
import { momentText } from "../../parts/moment.ts";
import { clientPath } from "../clients/client-frame.ts";
import { rulesPath } from "../distribution/paths.ts";
import {
  knownMailing,
  type MailingContext,
  mailingPage,
  mailingPath,
  mailingsPath,
} from "./known-mailing.ts";
import { countedOrNull, countHtml, goneHtml } from "./recipients.ts";

const path = `${mailingsPath}/:mailingId/senden` as const;

const fields = {
  seenStamp: seenStampField,
  dueAt: optionalMomentField({ label: "Zeitpunkt", hint: "Ohne Eingabe geht der Aussand gleich hinaus." }),
  typedCount: optionalTextField({
    label: "Zahl der Empfänger",
    hint: `Bei mehr als ${recipientsUntypedMax} Empfängern geben Sie die Zahl hier noch einmal ein.`,
    charactersMax: 10,
  }),
  isInforming: checkField({
    label: "Dieser Aussand informiert über einen Vorgang und wirbt nicht für Waren oder Leistungen.",
    hint: "In Deutschland ist Werbung per E-Mail ohne Einwilligung verboten (§ 7 UWG). Ihre Bestätigung wird aufbewahrt.",
  }),
};

const conflict =
  "Der Aussand wurde inzwischen an anderer Stelle geändert. Bitte sehen Sie sich die Vorschau noch einmal an; senden Sie noch einmal, dann geht er so hinaus.";

const sendPage = definePage({
  path,
  action: "mailings.write",
  handle: async (context) =>
    showSend(context, filledForm({ seenStamp: mailingStamp(await knownMailing(context)) })),
});

const sendForm = defineForm({
  path,
  action: "mailings.write",
  fields,
  async handle(context) {
    const { visit, values, deps } = context;
    const mailing = await knownMailing(context);
    const { id } = mailing;
    const dueAt =
      values.dueAt === null ? null : (readWallClock(values.dueAt, visit.timeZone)?.instant ?? null);
    const typed = values.typedCount?.replace(/[.\s]/g, "") ?? "";
    const typedCount = /^\d+$/.test(typed) ? Number(typed) : null;
    const { isInforming, seenStamp } = values;
    const order = { id, dueAt, typedCount, isInforming, seenStamp };
    const { count } = await scheduleMailing(deps.sql, visit.agencyId, order, { actor: visit.actor });
    deps.wake(mailingLoopName);
    const to = count === 1 ? "einen Empfänger" : `${formatCount(count)} Empfänger`;
    const { draftId, releaseId, isEmbargoed } = mailing;
    const waits = draftId !== null && releaseId === null && !isEmbargoed;
    const notice = waits
      ? `Der Aussand geht an ${to}, sobald die Meldung erschienen ist${dueAt === null ? "" : ", zum gewählten Zeitpunkt oder danach"}.`
      : dueAt === null
        ? `Der Aussand geht an ${to}.`
        : `Der Aussand an ${to} ist geplant: ${momentText(visit, dueAt)}.`;
    return { location: mailingPath(id), notice };
  },
  show: showSend,
  fieldsElsewhere: ["subject", "message", "listIds", "assetIds"],
  reasons: {
    version_conflict: conflict,
    not_found: "Eine gewählte Liste ist gelöscht. Bitte wählen Sie die Empfänger neu.",
  },
});

export const sendDefinitions = [sendPage, sendForm];

async function showSend(context: MailingContext, state: FormState): Promise<PageContent> {
  const { visit, deps } = context;
  const mailing = await knownMailing(context);
  const { id, clientId, subject } = mailing;
  const [found, sender, { noticeUrl }] = await Promise.all([
    countedOrNull(deps.sql, visit.agencyId, mailing),
    readSender(deps.sql, visit.agencyId, clientId),
    findContactSettings(deps.sql, visit.agencyId),
  ]);
  const { seenStamp, dueAt, typedCount, isInforming } = fields;
  return mailingPage(mailing, {
    step: "/senden",
    main: html`${found === null ? goneHtml(mailing) : countHtml(found)}
<dl class="facts-list after">
<div><dt>Betreff</dt><dd>${subject === "" ? "fehlt noch" : subject}</dd></div>
<div><dt>Absender</dt><dd>${
      sender?.isSigning
        ? html`${sender.name}, ${sender.address}`
        : html`${mailing.clientName}, über die Adresse des Dienstes. <a href="${clientPath(clientId, "/absender")}">Eigene Adresse einrichten</a>`
    }</dd></div>
<div><dt>Antworten</dt><dd>gehen an ${mailing.replyTo}</dd></div>
</dl>
${mailing.draftId !== null && mailing.releaseId === null && aheadHtml(mailing)}
${deps.mailer === null && html`<p class="notice">Es ist kein Mailserver eingerichtet. Der Aussand wartet, bis der Betreiber das nachholt.</p>`}
${noticeUrl === null && html`<p class="notice after">Es fehlt der Datenschutzhinweis der Agentur. Ohne ihn gilt durch diesen Aussand niemand als informiert (Art. 14 DSGVO). ${visit.may("agency.write") ? html`<a href="${rulesPath}">Hinweis eintragen</a>; einen fertigen Text gibt es dort auch.` : "Das kann ein Inhaber eintragen."}</p>`}
${formHtml({
  visit,
  action: mailingPath(id, "/senden"),
  fields: {
    seenStamp,
    dueAt,
    ...(found !== null && found.count > recipientsUntypedMax && { typedCount }),
    ...(found?.needsSenderWord && { isInforming }),
  },
  state,
  submit: "Senden",
  beside: html`<a href="${mailingPath(id, "/vorschau")}">Zurück zur Vorschau</a>`,
})}`,
  });
}

/** What is special about a text that is not published yet. */
function aheadHtml({ isEmbargoed }: Mailing): Html {
  return html`<p class="notice">${
    isEmbargoed
      ? "Die Mail enthält nur den Link. Wird der Text danach geändert, öffnet ihn der Link nicht mehr; nach der Veröffentlichung führt er zur Meldung."
      : "Der Aussand geht hinaus, sobald die Meldung erschienen ist, auch wenn ihr Termin verschoben wird; mit einem späteren Zeitpunkt erst dann. Wird die Meldung zurückgezogen, unterbleibt er."
  }</p>`;
}
