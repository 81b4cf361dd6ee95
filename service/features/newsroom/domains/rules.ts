import { isIP } from "node:net";
import { getDomain } from "tldts";
import { hostCharactersMax, hostLabelPattern } from "../../../floor/strings/host-name.ts";
import { parseUrl } from "../../../floor/strings/parse-url.ts";
import type { FieldProblem } from "../../../floor/web/refuse-fields.ts";

/** Longest text that is looked at: a name of 253 characters in letters that punycode shortens is shorter still. */
const inputCharactersMax = 500;

/** Where the proof by DNS stands. */
export function proofName(host: string): string {
  return `_pr-service.${host}`;
}

/** What a TXT record says. */
export function proofRecord(token: string): string {
  return `pr-service-domain=${token}`;
}

/** Where the proof by HTTP stands; the whole answer is the token. */
export const proofPath = "/.well-known/pr-service-domain";

/**
 * The host name in the one spelling that is kept: lower case, punycode for other letters. Null for all that is no name below a
 * public suffix: addresses, ports, paths, single words, names that end in a dot.
 */
export function normalHost(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > inputCharactersMax || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(trimmed)) return null;
  const url = parseUrl(`https://${trimmed}`);
  if (url === null) return null;
  const { hostname } = url;
  if (hostname.length > hostCharactersMax || isIP(hostname) !== 0) return null;
  const labels = hostname.split(".");
  if (labels.length < 2 || !labels.every((label) => hostLabelPattern.test(label))) return null;
  if (labels.at(-1) === "localhost") return null;
  return getDomain(hostname) === null ? null : hostname;
}

export const hostProblem: FieldProblem = {
  field: "host",
  german: "Bitte geben Sie eine Domain wie presse.kunde.de ein: ohne https://, ohne Pfad und ohne Port.",
  english: "expected a name such as presse.client.example, without scheme, path or port.",
};

export const ownServiceHostProblem: FieldProblem = {
  field: "host",
  german: "Das ist die Domain des Dienstes selbst. Bitte wählen Sie eine Domain des Kunden.",
  english: "this is the service's own name. Take one of the client's.",
};
