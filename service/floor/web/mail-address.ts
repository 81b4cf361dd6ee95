import { domainToASCII, domainToUnicode } from "node:url";
import { hostLabelPattern } from "../strings/host-name.ts";
import { toNormalForm } from "../strings/normal-form.ts";
import { trimUnseen } from "../strings/trim-unseen.ts";

/** RFC 5321, 4.5.3.1.3: a path has 256 octets with its two brackets. */
export const mailAddressOctetsMax = 254;
/** What columns hold: addresses from before the bound above are found and removed as ever. */
export const storedMailAddressOctetsMax = 320;
/** RFC 5321, 4.5.3.1.1. */
const localOctetsMax = 64;
/** A dot-atom (RFC 5322). Quoted local parts are left out: nobody has one, and each is a way to smuggle something. */
const localPattern = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
/** Letters of all languages, and nothing that IDNA would leave out or take for a sign of its own. */
const domainPattern = /^[\p{L}\p{M}\p{N}.-]+$/u;

/** Whether a text is one mail address that a mail can be sent to: the one rule for all that people and programs hand in. */
export function isMailAddress(text: string): boolean {
  return trimUnseen(text) === text && readMailAddress(text) !== null;
}

/** A mail address without anything unseen around it, its domain in lower case and as ASCII (IDNA); null for what is none. */
export function readMailAddress(text: string, octetsMax = mailAddressOctetsMax): string | null {
  const trimmed = trimUnseen(text);
  if (trimmed.length > octetsMax) return null;
  const at = trimmed.lastIndexOf("@");
  const [local, typed] = [trimmed.slice(0, Math.max(at, 0)), trimmed.slice(at + 1)];
  if (local.length > localOctetsMax || !localPattern.test(local) || !domainPattern.test(typed)) return null;
  const domain = domainToASCII(typed).toLowerCase();
  const labels = domain.split(".");
  const isDomain =
    labels.length >= 2 &&
    labels.every((label) => hostLabelPattern.test(label)) &&
    // A number at the end is an IP address, which no mailbox of a journalist has.
    /[a-z]/.test(labels.at(-1) ?? "");
  const address = `${local}@${domain}`;
  return isDomain && address.length <= octetsMax ? address : null;
}

/**
 * How an address may be stored, in small letters: its domain in letters or as ASCII, which are one to a mail server. Whoever compared only what
 * was typed let somebody of the agency approve by `@xn--mller-kva.example`.
 */
export function mailSpellings(address: string): string[] {
  const typed = toNormalForm(trimUnseen(address), "NFC").toLowerCase();
  const ascii = readMailAddress(typed, storedMailAddressOctetsMax) ?? typed;
  const at = ascii.lastIndexOf("@") + 1;
  return [...new Set([typed, ascii, ascii.slice(0, at) + domainToUnicode(ascii.slice(at))])];
}
