import { LRUCache } from "lru-cache";
import { checkNetwork } from "../../floor/http/check-network.ts";
import { parseJson } from "../../floor/http/read-body.ts";
import type { Limiter } from "../../floor/limits/sliding-window.ts";
import type { TargetRules } from "../../floor/outbound/check-target.ts";
import { getPinned } from "../../floor/outbound/get-pinned.ts";
import { PinnedRequestError } from "../../floor/outbound/pinned-request-error.ts";
import type { AgentClient } from "./client-id.ts";
import { cleanClientName, isKeptHost, isRedirectUri, nameOfHost, redirectUrisMax } from "./rules.ts";

/** draft-ietf-oauth-client-id-metadata-document, 6.6, wants 5 KB at most. */
const documentBytesMax = 5 * 1024;
const addressCharactersMax = 500;
/** A person waits for it. */
const timeoutMs = 5_000;
const keptMs = 24 * 60 * 60 * 1000;
/** An assistant whose server has a fault for some days works on; after that its document says nothing any more. */
const staleMs = 7 * 24 * 60 * 60 * 1000;
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
  if (!clientId.startsWith("https://") || clientId.length > addressCharactersMax || !URL.canParse(clientId))
    return false;
  const { href, host, pathname, hash, username, password } = new URL(clientId);
  return href === clientId && isKeptHost(host) && pathname !== "/" && hash + username + password === "";
}

type Kept = { client: AgentClient | null; fetchedAtMs: number; untilMs: number };

/**
 * Fetches Client ID Metadata Documents from public addresses alone, and keeps them for a day: longer where the server of a document
 * has a fault or we are busy. What an operator lets webhooks reach is not let through here, because strangers choose these addresses.
 * `target` is for tests, whose servers have no public address.
 */
export function createFindDocument(
  { limiter, targetRules: { resolve } }: { limiter: Limiter; targetRules: Pick<TargetRules, "resolve"> },
  target: { rules?: TargetRules; ca?: string } = {},
): FindDocument {
  const kept = new LRUCache<string, Kept>({ max: documentsMax });
  const underWay = new Map<string, Promise<AgentClient | null>>();

  return async (clientId, clientAddress) => {
    const known = kept.get(clientId);
    if (known !== undefined && known.untilMs > Date.now()) return known.client;
    const stale = known !== undefined && known.fetchedAtMs + staleMs > Date.now() ? known : null;
    const begun = underWay.get(clientId);
    if (begun !== undefined) return await begun;
    const bounds = { kind: "agent_document", limit: fetchesMax, windowMs: fetchesWindowMs };
    if (underWay.size >= fetchesAtOnceMax) return stale?.client ?? null;
    const fetching = checkNetwork(limiter, clientAddress, bounds)
      .then(({ isAdmitted }) => (isAdmitted ? fetchAndKeep(clientId, stale) : (stale?.client ?? null)))
      .finally(() => underWay.delete(clientId));
    underWay.set(clientId, fetching);
    return await fetching;
  };

  async function fetchAndKeep(clientId: string, stale: Kept | null): Promise<AgentClient | null> {
    const found = await fetchDocument(clientId, { rules: { resolve }, ...target });
    const nowMs = Date.now();
    if (found === "failed" && stale !== null) {
      kept.set(clientId, { ...stale, untilMs: nowMs + failureKeptMs });
      return stale.client;
    }
    const client = found === "failed" ? null : found;
    const untilMs = nowMs + (client === null ? failureKeptMs : keptMs);
    kept.set(clientId, { client, fetchedAtMs: nowMs, untilMs });
    return client;
  }
}

/** Null where there is no such document; `failed` where its server may only be ill for now. */
async function fetchDocument(
  clientId: string,
  target: { rules?: TargetRules; ca?: string },
): Promise<AgentClient | null | "failed"> {
  try {
    const headers = { accept: "application/json" };
    const answer = await getPinned(clientId, {
      ...{ answerBytesMax: documentBytesMax, headers, timeoutMs },
      ...target,
    });
    if (answer.status >= 500 || answer.status === 429) return "failed";
    return answer.status === 200 ? clientOf(clientId, parseJson(answer.body)) : null;
  } catch (error) {
    if (error instanceof PinnedRequestError) return "failed";
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
    : { kind: "document", name: cleanClientName(said.client_name) ?? nameOfHost(host), host, redirectUris };
}
