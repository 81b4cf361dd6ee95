import type { Basis, ListedContact } from "./schema.ts";

/** What has to be so before anybody of a country is written to. It blocks; nobody of an agency can switch it off. */
export type CountryRule = {
  german: string;
  bases: readonly Basis[];
  /** Topics or a reason that say why releases matter to the contact. */
  needsRelevance?: true;
  /** Refuses private addresses. */
  needsEditorial?: true;
  /** The sender says for each mailing that it informs and does not advertise. */
  needsSenderWord?: true;
  /** The agency's page on data of contacts has to be entered. */
  needsNotice?: true;
  /** Where the rule comes from, for the operator's counsel. */
  source: string;
  /** The day on which somebody last compared it with its source. */
  asOf: string;
};

const anyBasis: readonly Basis[] = ["legitimate_interest", "consent", "own_request"];

/** By the contact's country. One that is not here is written to by nobody: silence about a law is no permission. */
export const countryRules: Readonly<Record<string, CountryRule>> = {
  DE: {
    german:
      "Nur redaktionelle Adressen, mit Bezug zum Thema. Der Absender bestätigt je Aussand, dass er informiert und nicht wirbt.",
    bases: anyBasis,
    needsRelevance: true,
    needsEditorial: true,
    needsSenderWord: true,
    source: "Art. 6 Abs. 1 Buchst. a und f, Art. 14 und 21 DSGVO; § 7 UWG",
    asOf: "2026-11-24",
  },
  AT: {
    german: "Nur mit Einwilligung oder auf eigenen Wunsch.",
    bases: ["consent", "own_request"],
    source: "§ 174 TKG 2021; Art. 6 Abs. 1 Buchst. a DSGVO",
    asOf: "2026-11-24",
  },
  CH: {
    german: "Nur mit dem Datenschutzhinweis der Agentur, der in der ersten Nachricht verlinkt ist.",
    bases: anyBasis,
    needsNotice: true,
    source: "Art. 19 DSG; Art. 3 Abs. 1 Buchst. o UWG (Schweiz)",
    asOf: "2026-11-24",
  },
};

export type BlockedReason = "no_rule" | "basis" | "relevance" | "private_address" | "notice_missing";

/** Why a contact may not be written to, or null. */
export function blockedReason(
  contact: Pick<ListedContact, "country" | "basis" | "basisReason" | "topics" | "isEditorial">,
  { noticeUrl }: { noticeUrl: string | null },
): BlockedReason | null {
  const rule = countryRules[contact.country];
  if (rule === undefined) return "no_rule";
  if (!rule.bases.includes(contact.basis)) return "basis";
  if (rule.needsRelevance && contact.basisReason === null && contact.topics.length === 0) return "relevance";
  if (rule.needsEditorial && !contact.isEditorial) return "private_address";
  return rule.needsNotice && noticeUrl === null ? "notice_missing" : null;
}
