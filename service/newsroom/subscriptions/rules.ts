import { domainToASCII } from "node:url";
import type { PageLanguage } from "../../web/language.ts";

/** RFC 5321: 64 characters before the @, 255 behind it. */
export const addressCharactersMax = 320;
const localCharactersMax = 64;
/** RFC 1035, of a whole name as text. */
const domainCharactersMax = 253;
/** A dot-atom (RFC 5322). Quoted local parts are left out: nobody has one, and each is a way to smuggle something. */
const localPattern = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const labelPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * A mail address as it is stored and sent to: its domain in lower case and as ASCII (IDNA). Null for what is none, or none that
 * a mail can be sent to.
 */
export function readAddress(text: string): string | null {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf("@");
  if (at < 1 || trimmed.length > addressCharactersMax) return null;
  const local = trimmed.slice(0, at);
  const domain = domainToASCII(trimmed.slice(at + 1)).toLowerCase();
  const labels = domain.split(".");
  const isDomain =
    domain.length <= domainCharactersMax &&
    labels.length >= 2 &&
    labels.every((label) => labelPattern.test(label)) &&
    // A number at the end is an IP address, which no mailbox of a journalist has.
    /[a-z]/.test(labels.at(-1) ?? "");
  return local.length <= localCharactersMax && localPattern.test(local) && isDomain
    ? `${local}@${domain}`
    : null;
}

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
