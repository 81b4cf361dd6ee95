import { createHash } from "node:crypto";
import { firstCharacters } from "../../floor/strings/first-characters.ts";
import { hostCharactersMax } from "../../floor/strings/host-name.ts";
import { toNormalForm } from "../../floor/strings/normal-form.ts";
import type { Action } from "../people/rights.ts";

/** What an assistant may be allowed, from the least to the most. */
export const scopes = ["read", "write", "publish"] as const;
export type Scope = (typeof scopes)[number];

/** What a person must be able to do to let an assistant do it; each call asks for its own action besides. */
export const actionOfScope: Readonly<Record<Scope, Action>> = {
  read: "agents.connect",
  write: "drafts.write",
  publish: "releases.publish",
};

/** The first request of an assistant needs no more; what publishes is asked for when it is wanted. */
export const scopesAtFirst: readonly Scope[] = ["read", "write"];

/** RFC 6749, 4.1.2, allows ten minutes; a program that waits for it needs no more. */
export const codeSeconds = 60;
export const accessTokenSeconds = 3600;
/** Two calls of one program may refresh at the same time, and one of them gets its answer late. */
export const reuseGraceSeconds = 10;
/** A thief who tries a token that is older gets nothing for it either, but nobody is warned. */
export const usedTokenDays = 90;
/** One an hour is usual; a program that loops must not fill the table. */
export const refreshesPerHourMax = 60;
/** Connections that one person may have in one agency at a time. */
export const connectionsMax = 50;

const clientNameCharactersMax = 80;
/** Hosts register two to five. */
export const redirectUrisMax = 10;
const redirectUriCharactersMax = 400;
/** Of all of them together: they are part of the client's id, which stands in addresses. */
export const redirectUrisCharactersMax = 2_000;

const printable = /^[\x21-\x7e]+$/;
const challengePattern = /^[A-Za-z0-9_-]{43}$/;
const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/;

/** The known ones of a list with spaces between (RFC 6749, 3.3), each once and in our order. */
export function readScopes(text: string): Scope[] {
  const asked = new Set(text.split(" "));
  return scopes.filter((scope) => asked.has(scope));
}

/** Whether answers may be sent there: `https`, or a program on the person's own machine. */
export function isRedirectUri(text: unknown): text is string {
  if (typeof text !== "string" || text.length > redirectUriCharactersMax || !printable.test(text))
    return false;
  if (/[\\#]/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || !isKeptHost(url.host)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}

/** Whether a connection can be kept with this host; a port counts, because it is kept with the name. */
export function isKeptHost(host: string): boolean {
  return host.length <= hostCharactersMax;
}

/** Exactly one that was registered; on the person's own machine any port (RFC 8252, 7.3). */
export function fitsRedirectUri(registered: string, asked: string): boolean {
  if (registered === asked) return true;
  const [known, wanted] = [new URL(registered), new URL(asked)];
  if (!isLoopback(known) || known.protocol !== "http:") return false;
  known.port = "";
  wanted.port = "";
  return known.href === wanted.href;
}

/** What a person is shown of where the answer goes; null for a program on the person's own machine. */
export function remoteHostOf(redirectUri: string): string | null {
  const url = new URL(redirectUri);
  return isLoopback(url) ? null : url.host;
}

function isLoopback({ hostname }: URL): boolean {
  return ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
}

export function isChallenge(text: string | null): text is string {
  return text !== null && challengePattern.test(text);
}

/** RFC 7636, 4.6, with S256 alone. */
export function fitsChallenge(verifier: string, challenge: string): boolean {
  return (
    verifierPattern.test(verifier) && createHash("sha256").update(verifier).digest("base64url") === challenge
  );
}

/** By which a connection knows its client again. */
export function clientHashOf(clientId: string): Uint8Array {
  return createHash("sha256").update(clientId).digest();
}

/** Letters of some scripts carry two marks; a pile of them covers the lines above. */
const marksMax = /(\p{M}{2})\p{M}+/gu;
/** Pages put names between quotation marks, and what follows in a name must not look as if it were ours. */
const quotes = /["„“”‟«»‹›＂〝〞〟]/g;

/** A name as a page may show it: without what turns, hides, covers or breaks text; null where nothing is left. */
export function cleanClientName(name: unknown): string | null {
  if (typeof name !== "string") return null;
  const clean = toNormalForm(name.slice(0, clientNameCharactersMax * 4), "NFC")
    .replace(quotes, "")
    .replace(marksMax, "$1")
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return clean === "" ? null : firstCharacters(clean, clientNameCharactersMax);
}

/** What stands for the name of a program without one: of a long host its end, which says whose it is. */
export function nameOfHost(host: string): string {
  return cleanClientName(host.slice(-clientNameCharactersMax)) ?? "unbekannt";
}
