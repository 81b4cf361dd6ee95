import { LRUCache } from "lru-cache";
import { checkNetwork } from "../../floor/http/check-network.ts";
import { parseJson } from "../../floor/http/read-body.ts";
import type { Limiter } from "../../floor/limits/sliding-window.ts";
import type { TargetRules } from "../../floor/outbound/check-target.ts";
import { getPinned } from "../../floor/outbound/get-pinned.ts";
import { PinnedRequestError } from "../../floor/outbound/pinned-request-error.ts";
import type { AgentClient } from "./client-id.ts";
import { cleanClientName, isRedirectUri, redirectUrisMax } from "./rules.ts";

/** draft-ietf-oauth-client-id-metadata-document, 6.6, wants 5 KB at most. */
const documentBytesMax = 5 * 1024;
const addressCharactersMax = 500;
/** A person waits for it. */
const timeoutMs = 5_000;
const keptMs = 24 * 60 * 60 * 1000;
/** So that a broken address is not asked for with each click. */
const failureKeptMs = 60_000;
/** There are a few dozen assistants; the rest are strangers' tries. About 3 KB each. */
const documentsMax = 500;
/** Addresses that one network may have fetched: a person connects a handful of assistants. */
const fetchesMax = 30;
const fetchesWindowMs = 15 * 60 * 1000;
/** Fetches under way at once, of all networks. */
const fetchesAtOnceMax = 8;

/** Whom the address of a document names; null where there is no such document. */
export type FindDocument = (clientId: string, clientAddress: string) => Promise<AgentClient | null>;

/** Whether a client's id is the address of a document: with a path, and spelt as the URL Standard spells it. */
export function isDocumentAddress(clientId: string): boolean {
  if (!/^https?:\/\//.test(clientId) || clientId.length > addressCharactersMax || !URL.canParse(clientId))
    return false;
  const { href, pathname, hash, username, password } = new URL(clientId);
  return href === clientId && pathname !== "/" && hash + username + password === "";
}

/** Fetches Client ID Metadata Documents from checked addresses alone, and keeps them for a day. */
export function createFindDocument(deps: { limiter: Limiter; targetRules: TargetRules }): FindDocument {
  const kept = new LRUCache<string, { client: AgentClient | null; untilMs: number }>({ max: documentsMax });
  let running = 0;

  return async (clientId, clientAddress) => {
    const known = kept.get(clientId);
    if (known !== undefined && known.untilMs > Date.now()) return known.client;
    const bounds = { kind: "agent_document", limit: fetchesMax, windowMs: fetchesWindowMs };
    if (running >= fetchesAtOnceMax) return null;
    if (!(await checkNetwork(deps.limiter, clientAddress, bounds)).isAdmitted) return null;
    running += 1;
    try {
      const client = await fetchDocument(clientId, deps.targetRules);
      kept.set(clientId, { client, untilMs: Date.now() + (client === null ? failureKeptMs : keptMs) });
      return client;
    } finally {
      running -= 1;
    }
  };
}

async function fetchDocument(clientId: string, rules: TargetRules): Promise<AgentClient | null> {
  try {
    const headers = { accept: "application/json" };
    const answer = await getPinned(clientId, { answerBytesMax: documentBytesMax, headers, rules, timeoutMs });
    return answer.status === 200 ? clientOf(clientId, parseJson(answer.body)) : null;
  } catch (error) {
    if (error instanceof PinnedRequestError) return null;
    throw error;
  }
}

/** A document speaks for its own address alone, and for a client that keeps no secret. */
function clientOf(clientId: string, document: unknown): AgentClient | null {
  if (typeof document !== "object" || document === null || Array.isArray(document)) return null;
  const said: Record<string, unknown> = { ...document };
  const method = said.token_endpoint_auth_method ?? "none";
  if (said.client_id !== clientId || method !== "none" || !Array.isArray(said.redirect_uris)) return null;
  const redirectUris = said.redirect_uris.slice(0, redirectUrisMax).filter(isRedirectUri);
  const { host } = new URL(clientId);
  return redirectUris.length === 0
    ? null
    : { kind: "document", name: cleanClientName(said.client_name) ?? host, host, redirectUris };
}
