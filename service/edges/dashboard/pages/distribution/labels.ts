import { type BlockedReason, blockedReason } from "../../../../features/media-contacts/country-rules.ts";
import { countryCodes, countryName } from "../../../../features/media-contacts/rules.ts";
import type { Basis, ListedContact } from "../../../../features/media-contacts/schema.ts";
import type { ContactState } from "../../../../features/media-contacts/sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Option } from "../../forms/fields.ts";

export const basisLabels: Readonly<Record<Basis, string>> = {
  legitimate_interest: "Berechtigtes Interesse",
  consent: "Einwilligung",
  own_request: "Eigener Wunsch",
};

export const stateLabels: Readonly<Record<ContactState, string>> = {
  objected: "Widersprochen",
  undeliverable: "Unzustellbar",
  overdue: "Über einen Monat nicht informiert",
  deletion: "Zur Löschung vorgesehen",
};

export const blockedTexts: Readonly<Record<BlockedReason, string>> = {
  no_rule: "Für dieses Land gibt es keine Regel",
  basis: "Dieses Land verlangt Einwilligung oder eigenen Wunsch",
  relevance: "Es fehlt, warum die Themen wichtig sind",
  private_address: "Die Adresse ist nicht redaktionell",
  notice_missing: "Es fehlt der Datenschutzhinweis der Agentur",
};

/** Whether the contact can be written to, as one word, and why not. */
export function stateHtml(contact: ListedContact, settings: { noticeUrl: string | null }): Html {
  if (contact.objectedAt !== null) return html`<span class="state bad">Widersprochen</span>`;
  if (contact.undeliverableAt !== null) return html`<span class="state bad">Unzustellbar</span>`;
  const blocked = blockedReason(contact, settings);
  if (blocked !== null)
    return html`<span class="state bad">Gesperrt</span><span class="facts">${blockedTexts[blocked]}</span>`;
  if (contact.deletionShownAt !== null)
    return html`<span class="state waiting">Zur Löschung vorgesehen</span>`;
  return contact.informedAt === null
    ? html`<span class="state planned">Noch nicht informiert</span>`
    : html`<span class="state good">Informiert</span>`;
}

const nearest = ["DE", "AT", "CH"];
/** Countries to choose from: those with a rule first, then by name. */
export const countryOptions: readonly Option[] = [
  ...nearest,
  ...countryCodes
    .filter((code) => !nearest.includes(code))
    .toSorted((one, other) => countryName(one).localeCompare(countryName(other), "de")),
].map((value) => ({ value, label: countryName(value) }));
