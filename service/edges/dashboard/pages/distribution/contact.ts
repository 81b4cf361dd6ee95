import { ServiceError } from "../../../../errors.ts";
import { discloseContact, readContactHistory } from "../../../../features/mailings/contact-history.ts";
import {
  addContact,
  changeContact,
  confirmContact,
  getContact,
  removeContact,
} from "../../../../features/media-contacts/contacts.ts";
import { countryRules } from "../../../../features/media-contacts/country-rules.ts";
import { recordObjection } from "../../../../features/media-contacts/object.ts";
import { contactName, countryName } from "../../../../features/media-contacts/rules.ts";
import { findContactSettings } from "../../../../features/media-contacts/settings-sql.ts";
import { downloadHeaders } from "../../../../floor/http/downloads.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, defineRawForm, type PageContent } from "../../definition.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { timedIdOfForm } from "../../forms/id-of-form.ts";
import { formHtml } from "../../forms/render-form.ts";
import { changedSince } from "../../forms/seen-stamp.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { momentHtml } from "../../parts/moment.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { changedContactFields, contactFields, fieldsOf, optionsOf } from "./fields.ts";
import { historyHtml } from "./history.ts";
import { basisLabels, stateHtml } from "./labels.ts";
import { contactPath, distributionPath, newContactPath, trail } from "./paths.ts";

const path = `${distributionPath}/kontakt/:mediaContactId` as const;
type Here = Context<{ mediaContactId: string }>;

const conflict = changedSince("den Kontakt");
const reasons = {
  not_found: "Eine gewählte Liste oder ein Kunde steht nicht mehr zur Auswahl. Bitte wählen Sie neu.",
};

const newPage = definePage({
  path: newContactPath,
  action: "distribution.write",
  handle: (context) => showNew(context, filledForm({ country: "DE", language: "de", addressAs: "none" })),
});

const newForm = defineForm({
  path: newContactPath,
  action: "distribution.write",
  fields: contactFields,
  async handle({ visit, values, deps, idempotencyKey }) {
    const { clientIds: scope, actor, requestId } = visit;
    const ofForm = timedIdOfForm(visit.agencyId, idempotencyKey, values);
    const { listIds } = values;
    const input = { id: ofForm, fields: fieldsOf(values), listIds, scope, actor, requestId };
    const id = await addContact(deps.sql, visit.agencyId, input, deps.secrets);
    return { location: contactPath(id), notice: "Der Kontakt ist angelegt." };
  },
  show: showNew,
  reasons,
});

const contactPage = definePage({ path, action: "distribution.read", handle: showContact });

const editPage = definePage({
  path: `${path}/bearbeiten`,
  action: "distribution.write",
  async handle(context) {
    const contact = await contactOf(context);
    const { addressAs, clientIds, isEditorial, topics, regions, ...values } = contact;
    const { listIds: offered = [] } = await optionsOf(context);
    const listIds = contact.listIds.filter((id) => offered.some(({ value }) => value === id));
    const { email, phone, notes, title, firstName, lastName, medium, role, language, country } = values;
    const { basis, basisReason, basisOn, source, changedAt } = values;
    const state = filledForm({
      ...{ seenAt: changedAt.toISOString(), seenListIds: listIds.join(" ") },
      ...{ email, phone, notes, title, firstName, lastName, medium, role, language, country },
      ...{ basis, basisReason, basisOn, source, isEditorial, listIds, addressAs: addressAs ?? "none" },
      ...{ clientIds: clientIds ?? [], topics: topics.join("\n"), regions: regions.join("\n") },
    });
    return await showEdit(context, state);
  },
});

const editForm = defineForm({
  path: `${path}/bearbeiten`,
  action: "distribution.write",
  fields: changedContactFields,
  async handle(context) {
    const { visit, params, values, deps } = context;
    const id = uuidInPath(params.mediaContactId);
    const { clientIds: scope, actor, requestId } = visit;
    const { listIds, seenListIds, seenAt } = values;
    const input = { id, fields: fieldsOf(values), listIds, seenListIds, seenAt, scope, actor, requestId };
    await changeContact(deps.sql, visit.agencyId, input, deps.secrets);
    return { location: contactPath(id), notice: "Gespeichert." };
  },
  show: showEdit,
  reasons: { ...reasons, version_conflict: conflict },
});

const confirmForm = buttonForm("bestaetigen", "Der Kontakt gilt als geprüft.", async ({ visit, deps }, id) =>
  confirmContact(deps.sql, visit.agencyId, { ...actOf(visit), id, isInformed: false }),
);
const informForm = buttonForm(
  "informiert",
  "Vermerkt: Der Kontakt ist informiert.",
  async ({ visit, deps }, id) =>
    confirmContact(deps.sql, visit.agencyId, { ...actOf(visit), id, isInformed: true }),
);
const objectForm = buttonForm(
  "widerspruch",
  "Der Widerspruch gilt ab sofort und für alle Kunden.",
  async (context, _id) => {
    const { visit, deps } = context;
    const { addressKey } = await contactOf(context);
    await recordObjection(deps.sql, visit.agencyId, { ...actOf(visit), addressKey, how: "entered" });
  },
);
const removeForm = buttonForm(
  "loeschen",
  "Der Kontakt ist gelöscht.",
  async ({ visit, deps }, id) => removeContact(deps.sql, visit.agencyId, { ...actOf(visit), id }),
  distributionPath,
);

/** What article 15 of the GDPR gives the person. A form and no link, because it is noted. */
const dataForm = defineRawForm({
  path: `${path}/auskunft`,
  action: "distribution.addresses",
  async handle({ visit, params, deps }) {
    const id = uuidInPath(params.mediaContactId);
    const data = await discloseContact(deps.sql, visit.agencyId, { ...actOf(visit), id }, deps.secrets);
    return new Response(JSON.stringify(data, null, 2), { headers: downloadHeaders("auskunft.json") });
  },
});

export const contactDefinitions = [
  ...[newPage, newForm, contactPage, editPage, editForm],
  ...[confirmForm, informForm, objectForm, removeForm, dataForm],
];

function actOf({ clientIds: scope, actor, requestId }: Here["visit"]) {
  return { scope, actor, requestId };
}

function buttonForm(
  word: string,
  notice: string,
  act: (context: Here, id: string) => Promise<void>,
  location?: string,
) {
  return defineForm({
    path: `${path}/${word}`,
    action: "distribution.write",
    fields: {},
    async handle(context) {
      const id = uuidInPath(context.params.mediaContactId);
      await act(context, id);
      return { location: location ?? contactPath(id), notice };
    },
    show: showContact,
  });
}

async function contactOf({ visit, params, deps }: Pick<Here, "visit" | "params" | "deps">) {
  const secrets = visit.may("distribution.addresses") ? deps.secrets : null;
  const id = uuidInPath(params.mediaContactId);
  return await getContact(deps.sql, visit.agencyId, { id, scope: visit.clientIds }, secrets);
}

async function showNew(context: Pick<Context, "visit" | "deps">, state: FormState): Promise<PageContent> {
  return {
    title: "Kontakt anlegen",
    trail,
    main: formHtml({
      visit: context.visit,
      action: newContactPath,
      fields: contactFields,
      state,
      options: await optionsOf(context),
      submit: "Anlegen",
      beside: html`<a href="${distributionPath}">Abbrechen</a>`,
    }),
  };
}

/** What is for all clients is changed by those who see all. */
function mayChange(visit: Here["visit"], { clientIds }: { clientIds: number[] | null }): boolean {
  const isOwn = visit.clientIds === null || clientIds?.every((id) => visit.clientIds?.includes(id)) === true;
  return visit.may("distribution.write") && isOwn;
}

async function showEdit(context: Here, state: FormState): Promise<PageContent> {
  const contact = await contactOf(context);
  if (!mayChange(context.visit, contact)) throw new ServiceError("not_found", "There is no such contact.");
  // Who has been shown what the other wrote may overwrite it.
  const seenAt = state.message === conflict ? [contact.changedAt.toISOString()] : (state.typed.seenAt ?? []);
  return {
    title: "Kontakt bearbeiten",
    trail: [...trail, { label: contactName(contact), href: contactPath(contact.id) }],
    main: formHtml({
      visit: context.visit,
      action: `${contactPath(contact.id)}/bearbeiten`,
      fields: changedContactFields,
      state: { ...state, typed: { ...state.typed, seenAt } },
      options: await optionsOf(context),
      submit: "Speichern",
      beside: html`<a href="${contactPath(contact.id)}">Abbrechen</a>`,
    }),
  };
}

async function showContact(context: Here): Promise<PageContent> {
  const { visit, deps } = context;
  const [contact, settings, { clientIds, listIds }] = await Promise.all([
    contactOf(context),
    findContactSettings(deps.sql, visit.agencyId),
    optionsOf(context),
  ]);
  const history = await readContactHistory(deps.sql, visit.agencyId, {
    ...{ contactId: contact.id, medium: contact.medium, scope: visit.clientIds },
  });
  const at = contactPath(contact.id);
  const mayWrite = mayChange(visit, contact);
  const named = (options: typeof clientIds, values: readonly (string | number)[]) =>
    options
      ?.filter(({ value }) => values.map(String).includes(value))
      .map(({ label }) => label)
      .join(", ") || "–";
  const { basis, basisReason, basisOn, country, email, phone, notes } = contact;
  const facts: [label: string, value: Html | string | null][] = [
    ["Stand", stateHtml(contact, settings)],
    ["E-Mail", email],
    ["Telefon", phone],
    [
      "Land",
      html`${countryName(country)}<span class="facts">${countryRules[country]?.german ?? "Für dieses Land gibt es noch keine Regel. Es wird nichts geschickt."}</span>`,
    ],
    ["Themen", [...contact.topics, ...contact.regions].join(", ") || "–"],
    [
      "Rechtsgrundlage",
      html`${basisLabels[basis]}${basisReason !== null && html`<span class="facts">${basisReason}</span>`}${basisOn !== null && html`<span class="facts">am ${dayText(basisOn)}</span>`}`,
    ],
    ["Herkunft der Adresse", contact.source],
    [
      "Informiert",
      contact.informedAt === null
        ? "Noch nicht: Der erste Aussand holt es nach."
        : html`${momentHtml(visit, contact.informedAt)}${contact.informedHow === "mailing" && " mit einem Aussand"}`,
    ],
    ["Zuletzt angeschrieben", contact.mailedAt === null ? "Noch nie" : momentHtml(visit, contact.mailedAt)],
    ["Zuletzt geprüft", momentHtml(visit, contact.confirmedAt)],
    ["Zurückgekommen", returnedText(visit, contact)],
    ["Widerspruch", contact.objectedAt === null ? null : momentHtml(visit, contact.objectedAt)],
    ["Kunden", contact.clientIds === null ? "Alle" : named(clientIds, contact.clientIds)],
    ["Listen", named(listIds, contact.listIds)],
    ["Notiz", notes],
  ];
  return {
    title: contactName(contact),
    lead: [contact.role, contact.medium].filter((part) => part !== null).join(", "),
    trail,
    ...(mayWrite
      ? { tools: html`<a class="button primary" href="${`${at}/bearbeiten`}">Bearbeiten</a>` }
      : {}),
    main: html`${contact.deletionShownAt !== null && html`<div class="summary"><p>Lange nicht angeschrieben und nicht geprüft: Dieser Kontakt wird bald gelöscht. Stimmt er noch, bestätigen Sie ihn.</p></div>`}
<dl class="pairs">${facts.map(([label, value]) => value !== null && html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<div class="buttons after">${mayWrite && buttonFormHtml({ visit, action: `${at}/bestaetigen`, label: "Stimmt noch" })}
${mayWrite && contact.informedAt === null && buttonFormHtml({ visit, action: `${at}/informiert`, label: "Habe ich selbst informiert" })}
${visit.may("distribution.addresses") && buttonFormHtml({ visit, action: `${at}/auskunft`, label: "Auskunft herunterladen (Art. 15 DSGVO)" })}</div>
${historyHtml(visit, history)}
${
  visit.may("distribution.write") &&
  html`<h2>Nicht mehr anschreiben</h2>
${contact.objectedAt === null && confirmHtml({ visit, action: `${at}/widerspruch`, label: "Widerspruch eintragen …", question: "Der Kontakt bekommt von keinem Ihrer Kunden mehr einen Aussand, auch keinen, der schon wartet. Das lässt sich nicht zurücknehmen.", confirm: "Ja, eintragen" })}
${mayWrite && confirmHtml({ visit, action: `${at}/loeschen`, label: "Kontakt löschen …", question: "Alle Angaben werden gelöscht. Ein Widerspruch bleibt als Prüfsumme, damit kein Import die Adresse zurückbringt.", confirm: "Ja, löschen" })}`
}`,
  };
}

/** Mails that came back lately; one that ended the address, or three within two weeks. */
function returnedText(visit: Here["visit"], contact: { undeliverableAt: Date | null; softBounces: Date[] }) {
  const { undeliverableAt, softBounces } = contact;
  const last = softBounces.at(-1);
  if (undeliverableAt !== null)
    return html`Seit dem ${momentHtml(visit, undeliverableAt)} nicht zustellbar, wird nicht mehr angeschrieben.`;
  return last === undefined
    ? null
    : html`${softBounces.length}-mal vorübergehend, zuletzt ${momentHtml(visit, last)}`;
}

function dayText(day: string): string {
  return new Intl.DateTimeFormat("de-DE", { timeZone: "UTC", dateStyle: "long" }).format(
    new Date(`${day}T00:00Z`),
  );
}
