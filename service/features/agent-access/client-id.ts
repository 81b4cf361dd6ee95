import { randomBytes } from "node:crypto";
import { readSignedText, signText } from "../../floor/secret-links/signed-token.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import {
  cleanClientName,
  isKeptHost,
  isRedirectUri,
  nameOfHost,
  redirectUrisCharactersMax,
  redirectUrisMax,
  remoteHostOf,
} from "./rules.ts";

/** A program that asks to work for people. */
export type AgentClient = {
  /** By its own document, by its own registration, or by the operator, who vouches for the name. */
  kind: "document" | "registered" | "operator";
  name: string;
  /** Whom its document was fetched from; of the others it is where answers go. */
  host: string;
  redirectUris: readonly string[];
};

const prefix = "svc_client_";
const purpose = "agent-client";
/** Two registrations of the same words are two clients: one install must not end another's connection. */
const nonceBytes = 9;
/** Room for all addresses and the name as base64. */
const clientIdCharactersMax = 4_000;
/** What people read where answers go to their own machine. */
const ownMachine = "localhost";

type Said = { n: string; r: readonly string[]; o: boolean; x: string };

/** Whether these can be registered. Longer ones would make addresses that proxies refuse. */
export function areRedirectUris(uris: unknown): uris is string[] {
  return (
    Array.isArray(uris) &&
    uris.length >= 1 &&
    uris.length <= redirectUrisMax &&
    uris.every(isRedirectUri) &&
    uris.join("").length <= redirectUrisCharactersMax
  );
}

/** An id that carries what it says under our signature: whoever registers leaves no row. */
export function signClientId(
  secrets: SecretCipher,
  client: { name: string; redirectUris: readonly string[]; isOfOperator: boolean },
): string {
  const said: Said = {
    n: client.name,
    r: client.redirectUris,
    o: client.isOfOperator,
    x: randomBytes(nonceBytes).toString("base64url"),
  };
  const text = Buffer.from(JSON.stringify(said)).toString("base64url");
  return prefix + signText(secrets, purpose, text);
}

/** Whom such an id names; null for one that we did not sign. */
export function readClientId(secrets: SecretCipher, clientId: string): AgentClient | null {
  if (!clientId.startsWith(prefix) || clientId.length > clientIdCharactersMax) return null;
  const text = readSignedText(secrets, purpose, clientId.slice(prefix.length));
  if (text === null) return null;
  const said: Said = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  const host = hostOf(said.r);
  // One that was signed before hosts had a bound.
  if (!isKeptHost(host)) return null;
  return {
    kind: said.o ? "operator" : "registered",
    name: cleanClientName(said.n) ?? nameOfHost(host),
    host,
    redirectUris: said.r,
  };
}

/** A name for whoever gives none. */
export function nameOrHost(name: unknown, redirectUris: readonly string[]): string {
  return cleanClientName(name) ?? nameOfHost(hostOf(redirectUris));
}

function hostOf([first = ""]: readonly string[]): string {
  return remoteHostOf(first) ?? ownMachine;
}
