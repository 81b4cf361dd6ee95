import { ServiceError } from "../../../../errors.ts";
import { findContactIds } from "../../../../features/mailings/contact-ids.ts";
import { countMedia } from "../../../../features/mailings/figures-sql.ts";
import { mailingStamp } from "../../../../features/mailings/mailing-stamp.ts";
import { changeMailing, deleteMailing, readFigures } from "../../../../features/mailings/mailings.ts";
import { listsMax, singleContactsMax } from "../../../../features/mailings/rules.ts";
import type { Mailing } from "../../../../features/mailings/schema.ts";
import { countRecipients, stopMailing } from "../../../../features/mailings/send-mailing.ts";
import { listContactLists } from "../../../../features/media-contacts/lists-sql.ts";
import { listNamed, type NamedContact } from "../../../../features/media-contacts/recipients.ts";
import type { LeftOut } from "../../../../features/media-contacts/recipients-sql.ts";
import { contactName, countryName } from "../../../../features/media-contacts/rules.ts";
import { mediaSentence } from "../../../../features/reporting/exports/wording/report-words.ts";
import { readMailingEmbargo } from "../../../../features/workflow/embargo/mailing-links.ts";
import { isUuid } from "../../../../floor/db/keyset-list.ts";
import { counted, formatCount } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { mailAddressOctetsMax } from "../../../../floor/web/mail-address.ts";
import { defineForm, definePage, type PageContent } from "../../definition.ts";
import { pickManyField } from "../../forms/choice-fields.ts";
import { type FormState, filledForm, isRefused, withTyped } from "../../forms/form-state.ts";
import { linesField } from "../../forms/list-fields.ts";
import { formHtml } from "../../forms/render-form.ts";
import { changedSince, seenStampField, withSavedBoxes } from "../../forms/seen-stamp.ts";
import { confirmHtml } from "../../parts/confirm.ts";
import { momentHtml } from "../../parts/moment.ts";
import { dashboardWording } from "../../parts/wording.ts";
import { blockedTexts } from "../distribution/labels.ts";
import { embargoHtml } from "./embargo.ts";
import {
  knownMailing,
  type MailingContext,
  mailingPage,
  mailingPath,
  mailingsPath,
  stateHtml,
  stopTexts,
  undeliveredNote,
} from "./known-mailing.ts";

const path = `${mailingsPath}/:mailingId` as const;
/** Of rules that left somebody out, the weightiest. */
const blockedShownMax = 10;

const fields = {
  seenStamp: seenStampField,
  listIds: pickManyField({ label: "Listen", entriesMax: listsMax }),
  contactIds: pickManyField({ label: "Einzelne Kontakte", entriesMax: singleContactsMax }),
  addresses: linesField({
    label: "Weitere Kontakte",
    hint: "Adressen, die im Verteiler der Agentur stehen, eine je Zeile.",
    entriesMax: singleContactsMax,
    charactersMax: mailAddressOctetsMax,
    rows: 3,
  }),
};
const conflict = changedSince("die Empfänger");
const stampOf = (mailing: Mailing) => mailingStamp(mailing, ["listIds", "contactIds"]);

const mailingHome = definePage({
  path,
  action: "mailings.read",
  async handle(context) {
    const mailing = await knownMailing(context);
    if (mailing.status !== "draft") return await showState(context, mailing);
    return await showRecipients(context, filledForm(storedIn(mailing)));
  },
});

const recipientsForm = defineForm({
  path,
  action: "mailings.write",
  fields,
  async handle(context) {
    const { visit, values, deps } = context;
    const { id } = await knownMailing(context);
    const { listIds, addresses, seenStamp } = values;
    const more = await findContactIds(deps.sql, visit.agencyId, addresses, deps.secrets);
    const contactIds = [...new Set([...values.contactIds, ...more])];
    await changeMailing(
      deps.sql,
      visit.agencyId,
      { id, listIds, contactIds, seenStamp, scope: visit.clientIds },
      { actor: visit.actor },
    );
    return { location: mailingPath(id, "/inhalt") };
  },
  show: showRecipients,
  reasons: {
    version_conflict: conflict,
    not_found: "Eine gewählte Liste oder ein Kontakt steht nicht mehr zur Auswahl. Bitte wählen Sie neu.",
  },
});

const stopForm = defineForm({
  path: `${path}/anhalten`,
  action: "mailings.write",
  fields: {},
  async handle(context) {
    const { visit, deps } = context;
    const { id } = await knownMailing(context);
    const { status } = await stopMailing(deps.sql, visit.agencyId, id, { actor: visit.actor });
    const notice =
      status === "draft"
        ? "Der Aussand ist wieder ein Entwurf."
        : "Angehalten. Was noch nicht verschickt war, bleibt hier.";
    return { location: mailingPath(id), notice };
  },
  show: (context) => knownMailing(context).then((mailing) => showState(context, mailing)),
});

const deleteForm = defineForm({
  path: `${path}/verwerfen`,
  action: "mailings.write",
  fields: {},
  async handle(context) {
    const { visit, deps } = context;
    const { id } = await knownMailing(context);
    await deleteMailing(deps.sql, visit.agencyId, id, { actor: visit.actor });
    return { location: mailingsPath, notice: "Der Entwurf ist gelöscht." };
  },
  show: async (context, state) =>
    showRecipients(context, withTyped(state, storedIn(await knownMailing(context)))),
});

export const recipientDefinitions = [mailingHome, recipientsForm, stopForm, deleteForm];

function storedIn(mailing: Mailing) {
  const { listIds, contactIds } = mailing;
  return { listIds, contactIds, seenStamp: stampOf(mailing) };
}

async function showRecipients(context: MailingContext, state: FormState): Promise<PageContent> {
  const { visit, deps } = context;
  const mailing = await knownMailing(context);
  const { clientId, contactIds } = mailing;
  // What is ticked and a colleague has taken out: its box would be gone from a form that was refused, and with it the choice.
  const ticked = (state.typed.contactIds ?? []).filter(isUuid).slice(0, singleContactsMax);
  const [lists, named, found] = await Promise.all([
    listContactLists(deps.sql, visit.agencyId, { scope: visit.clientIds }),
    listNamed(deps.sql, visit.agencyId, { clientId, contactIds: [...new Set([...contactIds, ...ticked])] }),
    countedOrNull(deps.sql, visit.agencyId, mailing),
  ]);
  const offered = lists.filter((list) => list.clientId === null || list.clientId === clientId);
  // What is stored and has no box would be gone with the next saving, though it may be written to again by then.
  const chosen = named.filter(({ id, whyNot }) => whyNot === null || contactIds.includes(id));
  const { contactIds: _none, ...always } = fields;
  const options = {
    listIds: offered.map(({ id, name }) => ({ value: id, label: name })),
    contactIds: chosen.map((each) => ({ value: each.id, label: namedLabel(visit, each) })),
  };
  const shown = (["listIds", "contactIds"] as const).reduce(
    (each, name) => withSavedBoxes(each, { conflict, name, saved: mailing[name], options: options[name] }),
    state,
  );
  const isChosen = mailing.listIds.length + contactIds.length > 0;
  return mailingPage(mailing, {
    step: "",
    main: html`${isChosen && !isRefused(state) && found !== null && countHtml(found)}
${
  visit.may("mailings.write") &&
  html`${formHtml({
    visit,
    action: mailingPath(mailing.id),
    fields: chosen.length > 0 ? fields : always,
    state: shown,
    options,
    submit: "Weiter zum Inhalt",
    beside: html`<a href="/app/verteiler/listen">Listen bearbeiten</a>`,
  })}
<section>${confirmHtml({ visit, action: `${mailingPath(mailing.id)}/verwerfen`, label: "Entwurf löschen …", question: "Text und Auswahl gehen verloren.", confirm: "Ja, löschen" })}</section>`
}`,
  });
}

const whyNotTexts = {
  ...blockedTexts,
  objected: "Hat widersprochen",
  bounced: "Die Adresse ist unzustellbar",
  otherClient: "Nur für andere Kunden",
} as const;

function namedLabel({ clientIds }: MailingContext["visit"], { whyNot, ...contact }: NamedContact): string {
  // Whoever sees some clients alone reads no names of others.
  const name =
    whyNot === "otherClient" && clientIds !== null
      ? "Ein Kontakt"
      : `${contactName({ ...contact, role: null })}, ${contact.medium}`;
  if (whyNot === null) return name;
  // Elsewhere they stand as sentences. None begins with a noun.
  const text = whyNotTexts[whyNot];
  return `${name} (bekommt nichts: ${text.slice(0, 1).toLowerCase()}${text.slice(1)})`;
}

/** Null where a chosen list is gone, or where they are too many. */
export async function countedOrNull(
  ...[sql, agencyId, mailing]: Parameters<typeof countRecipients>
): Promise<Found | null> {
  return await countRecipients(sql, agencyId, mailing).catch((error: unknown) => {
    if (error instanceof ServiceError) return null;
    throw error;
  });
}

export function goneHtml({ id }: Mailing): Html {
  return html`<p class="notice">Eine gewählte Liste ist gelöscht, oder es sind zu viele Kontakte. <a href="${mailingPath(id)}">Empfänger neu wählen</a></p>`;
}

type Found = Awaited<ReturnType<typeof countRecipients>>;

/** How many get it, and why others don't. */
export function countHtml({ count, leftOut }: Found): Html {
  return html`<p class="notice"><strong>${count === 1 ? "Ein Empfänger" : `${formatCount(count)} Empfänger`}.</strong> ${leftOutText(leftOut)}</p>${blockedHtml(leftOut)}`;
}

/** By which rule of which country somebody was left out: mostly something is missing that can be entered. */
function blockedHtml({ blocked = [] }: Partial<LeftOut>): Html | null {
  if (blocked.length === 0) return null;
  const shown = blocked.toSorted((one, other) => other.contacts - one.contacts).slice(0, blockedShownMax);
  return html`<ul class="facts">${shown.map(
    ({ country, reason, contacts }) =>
      html`<li>${countryName(country)}, ${counted(contacts, "Kontakt", "Kontakte")}: ${blockedTexts[reason]}.</li>`,
  )}</ul>`;
}

function leftOutText(leftOut: Partial<LeftOut>): string {
  const parts = Object.entries(leftOutLabels).flatMap(([reason, label]) => {
    const count = leftOut[reason as keyof typeof leftOutLabels] ?? 0;
    return count === 0 ? [] : [`${formatCount(count)} ${label}`];
  });
  return parts.length === 0 ? "Niemand wurde ausgelassen." : `Ausgelassen: ${parts.join(", ")}.`;
}

const leftOutLabels = {
  objected: "mit Widerspruch",
  bounced: "nicht zustellbar",
  blockedByCountry: "nach den Regeln ihres Landes",
  otherClient: "nur für andere Kunden",
  duplicate: "doppelt gewählt",
  gone: "inzwischen gelöscht",
} as const;

async function showState({ visit, deps }: MailingContext, mailing: Mailing): Promise<PageContent> {
  const [embargo, figures, media] = await Promise.all([
    mailing.isEmbargoed ? readMailingEmbargo(deps.sql, visit.agencyId, mailing.id) : null,
    readFigures(deps.sql, visit.agencyId, mailing),
    countMedia(deps.sql, visit.agencyId, [mailing]),
  ]);
  const { id, status, dueAt, finishedAt, stopReason } = mailing;
  const isPlanned = status === "scheduled";
  const shown = [
    ["Verschickt", figures?.sent ?? 0, `${formatCount(figures?.waiting ?? 0)} noch unterwegs`],
    ["Nicht zustellbar", figures?.undeliverable ?? 0, undeliveredNote(stopReason)],
    ["Widersprüche", figures?.objections ?? 0, "nach dieser Mail"],
    [
      "Klicks",
      figures?.clicks ?? 0,
      mailing.releaseTitle === null
        ? "ohne Meldung wird keiner gezählt"
        : `auf die Meldung, davon ${formatCount(figures?.pictureClicks ?? 0)} auf ihre Bilder`,
    ],
  ] as const;
  return mailingPage(mailing, {
    step: "",
    main: html`<p>${stateHtml(status)} ${isPlanned && dueAt !== null && html`für ${momentHtml(visit, dueAt)}`}${finishedAt !== null && momentHtml(visit, finishedAt)}</p>
${stopReason !== null && html`<p class="notice">Automatisch angehalten: ${stopTexts[stopReason]} Beginnen Sie einen neuen Aussand.</p>`}
${
  !isPlanned &&
  html`<dl class="figures">${shown.map(
    ([label, count, note]) =>
      html`<div><dt>${label}</dt><dd><strong>${formatCount(count)}</strong><span>${note}</span></dd></div>`,
  )}</dl>
${embargo !== null && embargoHtml(visit, embargo, mailing)}
${media.addressed > 0 && html`<p class="after">${mediaSentence(media, dashboardWording)}</p>`}
${mailing.preparedAt !== null && html`<p class="after">${leftOutText(mailing.leftOut)}</p>${blockedHtml(mailing.leftOut)}`}
<p class="after">Ob jemand die Mail geöffnet hat, wird nicht gemessen.${mailing.dueAt !== null && html` <a href="${mailingPath(id)}">Stand neu laden</a>`}</p>`
}
${
  mailing.dueAt !== null &&
  visit.may("mailings.write") &&
  html`<section>${confirmHtml({
    visit,
    action: `${mailingPath(id)}/anhalten`,
    label: isPlanned ? "Planung aufheben …" : "Anhalten …",
    question: isPlanned
      ? "Der Aussand wird wieder ein Entwurf."
      : "Was noch nicht verschickt ist, wird nicht mehr verschickt. Fortsetzen lässt er sich nicht.",
    confirm: isPlanned ? "Ja, Planung aufheben" : "Ja, anhalten",
  })}</section>`
}`,
  });
}
