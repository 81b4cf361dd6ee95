import type { PageLanguage } from "../../../floor/web/language.ts";

/** The wordings that forms show now; proofs of consent name them. */
export const currentConsentTexts: Readonly<Record<PageLanguage, string>> = {
  de: "2026-11-22",
  en: "2026-11-22-en",
};

/** Every wording that was ever shown, by version: one that has been agreed to is never changed. */
const consentTexts: ReadonlyMap<string, (names: { clientName: string; agencyName: string }) => string> =
  new Map([
    [
      "2026-11-22",
      ({ clientName, agencyName }) =>
        `Ich möchte Pressemitteilungen von ${clientName} per E-Mail erhalten. ${agencyName} speichert dafür meine Adresse verschlüsselt, und als Nachweis, wann ich das angefordert und bestätigt habe. Ich kann mich jederzeit abmelden und meine Daten löschen: Die Links dazu stehen in jeder E-Mail.`,
    ],
    [
      "2026-11-22-en",
      ({ clientName, agencyName }) =>
        `I would like to receive press releases of ${clientName} by email. For this ${agencyName} stores my address encrypted and, as proof, when I requested and confirmed this. I can unsubscribe and delete my data at any time: the links to do so are in every email.`,
    ],
  ]);

/** What a subscriber agreed to. */
export function consentText(version: string, names: { clientName: string; agencyName: string }): string {
  const text = consentTexts.get(version);
  if (text === undefined) throw new Error(`There is no consent text ${version}.`);
  return text(names);
}
