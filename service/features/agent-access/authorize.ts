import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { openAttempt, sealAttempt } from "../people/sign-in-attempt.ts";
import { type FindDocument, isDocumentAddress } from "./client-documents.ts";
import { type AgentClient, readClientId } from "./client-id.ts";
import {
  clientHashOf,
  fitsRedirectUri,
  isChallenge,
  isRedirectUri,
  readScopes,
  remoteHostOf,
  type Scope,
  scopesAtFirst,
} from "./rules.ts";

/** What an assistant asks a person for, as the page of consent shows it and as the code is made for. */
export type AgentRequest = {
  client: Omit<AgentClient, "redirectUris">;
  /** As base64. */
  clientHash: string;
  redirectUri: string;
  state: string | null;
  challenge: string;
  scopes: Scope[];
};

export type AuthorizeDeps = { secrets: SecretCipher; findDocument: FindDocument; publicUrl: string };

/**
 * What becomes of a request: a page that says why not, an answer to the client, or the page of consent. Nobody is sent to an address
 * that the client has not registered, and none but the operator's clients send people on without a click: anybody may register, and
 * a link to us must not lead to a stranger's page by itself (RFC 9700, 4.11.2). `strangersHost` says whose page that would be.
 */
type Authorization =
  | { kind: "refused"; why: "unknown_client" | "unknown_address" | "too_long" }
  | { kind: "answered"; location: string; strangersHost: string | null }
  | { kind: "asked"; sealed: string };

const purpose = "agent-request";
/** The page that signs somebody in carries the address of the page of consent, which has to fit its 2,000 characters. */
const sealedCharactersMax = 1_900;

export const resourceOf = (publicUrl: string): string => `${publicUrl}/api/mcp`;

/** Reads a request for a code. Source: OAuth 2.1, 4.1.1, RFC 7636, RFC 8707; the Model Context Protocol's authorization. */
export async function readAuthorization(
  deps: AuthorizeDeps,
  query: URLSearchParams,
  clientAddress: string,
): Promise<Authorization> {
  const [clientId, redirectUri] = [onlyOf(query, "client_id"), onlyOf(query, "redirect_uri")];
  const client = await findClient(deps, clientId ?? "", clientAddress);
  if (client === null || clientId === null) return { kind: "refused", why: "unknown_client" };
  if (!isRedirectUri(redirectUri) || !client.redirectUris.some((uri) => fitsRedirectUri(uri, redirectUri)))
    return { kind: "refused", why: "unknown_address" };
  const answer = { redirectUri, state: onlyOf(query, "state"), publicUrl: deps.publicUrl };
  const wrong = wrongIn(query, deps.publicUrl);
  if (wrong !== null) {
    const strangersHost = client.kind === "operator" ? null : remoteHostOf(redirectUri);
    return { kind: "answered", location: answerLocation(answer, { error: wrong }), strangersHost };
  }
  const { redirectUris: _, ...shown } = client;
  const asked: AgentRequest = {
    client: shown,
    clientHash: Buffer.from(clientHashOf(clientId)).toString("base64"),
    redirectUri,
    state: answer.state,
    challenge: query.get("code_challenge") ?? "",
    scopes: query.has("scope") ? readScopes(query.get("scope") ?? "") : [...scopesAtFirst],
  };
  const sealed = sealAttempt(deps.secrets, purpose, asked);
  return sealed.length > sealedCharactersMax
    ? { kind: "refused", why: "too_long" }
    : { kind: "asked", sealed };
}

/** What the page of consent was opened with; null for what we did not seal, and ten minutes later. */
export function openRequest(secrets: SecretCipher, sealed: string): AgentRequest | null {
  return openAttempt<AgentRequest>(secrets, purpose, sealed)?.value ?? null;
}

/** Where the browser goes back to, with a code or a refusal; `iss` says who answers (RFC 9207). */
export function answerLocation(
  to: Pick<AgentRequest, "redirectUri" | "state"> & { publicUrl: string },
  answer: { code: string } | { error: string },
): string {
  const url = new URL(to.redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.append(name, value);
  if (to.state !== null) url.searchParams.append("state", to.state);
  url.searchParams.append("iss", to.publicUrl);
  return url.href;
}

async function findClient(
  { secrets, findDocument }: AuthorizeDeps,
  clientId: string,
  clientAddress: string,
): Promise<AgentClient | null> {
  return isDocumentAddress(clientId)
    ? await findDocument(clientId, clientAddress)
    : readClientId(secrets, clientId);
}

/** The code of RFC 6749, 4.1.2.1, or RFC 8707, 2, for the first thing that is wrong. */
function wrongIn(query: URLSearchParams, publicUrl: string): string | null {
  const names = ["response_type", "state", "scope", "code_challenge", "code_challenge_method", "resource"];
  if (names.some((name) => query.getAll(name).length > 1)) return "invalid_request";
  if (query.get("response_type") !== "code") return "unsupported_response_type";
  if (query.get("code_challenge_method") !== "S256" || !isChallenge(query.get("code_challenge")))
    return "invalid_request";
  if (query.get("resource") !== resourceOf(publicUrl)) return "invalid_target";
  const scope = query.get("scope");
  return scope !== null && readScopes(scope).length === 0 ? "invalid_scope" : null;
}

/** A name that stands twice says nothing (RFC 6749, 3.1). */
function onlyOf(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}
