import { boundedCache } from "../bounded-cache.ts";
import { serverInfo } from "./server-info.ts";
import type { Toolset } from "./tool-server.ts";
import type { Call, Serve } from "./transport.ts";

/** `envelope` is what a request of revision 2026-07-28 says of its sender, as JSON; null in the 2025 generation. */
type PlainCall = {
  id: string | number;
  name: string;
  args: Record<string, unknown>;
  envelope: string | null;
};

/** Revisions whose `tools/call` is a message by itself; a request without the header is of the oldest (2025-06-18, 2.6). */
const plainRevisions = new Set([null, "2025-03-26", "2025-06-18", "2025-11-25"]);
/** The revision whose messages say with each request who speaks which version. */
const modernRevision = "2026-07-28";
const envelopePrefix = "io.modelcontextprotocol/";
const envelopeNames = ["protocolVersion", "clientInfo", "clientCapabilities"].map(
  (name) => `${envelopePrefix}${name}`,
);
/** Kinds of clients remembered, and the characters of one: at most 2 MB. */
const envelopesMax = 1_000;
const envelopeLengthMax = 2_000;

/**
 * Answers the message that agents send most, a `tools/call` without anything special about it, and leaves every other one
 * to `serve`. The library makes a server and a transport for each message and checks it by five schemas, which takes 250 µs.
 * What a request of 2026 says of its sender is checked by the library once, and known again by its text from then on.
 * Both give the same answer: the test compares them.
 */
export function answerPlainCalls(toolsetOf: (call: Call) => Toolset, serve: Serve): Serve {
  const senderOf = boundedCache(envelopesMax, () => ({ isAccepted: false }));

  return async (request, message, call) => {
    const plain = plainCallOf(request.headers, message);
    if (plain === null) return await serve(request, message, call);
    const { id, name, args, envelope } = plain;
    const sender = envelope === null ? null : senderOf(envelope);
    if (sender?.isAccepted === false) {
      const response = await serve(request, message, call);
      if (await hasResult(response)) sender.isAccepted = true;
      return response;
    }
    const answer = toolsetOf(call).call(name, args);
    if (answer === null) return await serve(request, message, call);
    const result = envelope === null ? await answer : completed(await answer);
    const body = JSON.stringify({ jsonrpc: "2.0", id, result });
    return new Response(body, { headers: { "content-type": "application/json" } });
  };
}

/** A result as revision 2026-07-28 has it: it says that it is whole, and who answered. */
function completed<T extends { _meta?: Record<string, unknown> | undefined }>(result: T) {
  const _meta = { ...result._meta, [`${envelopePrefix}serverInfo`]: serverInfo };
  return { ...result, resultType: "complete", _meta };
}

async function hasResult(response: Response): Promise<boolean> {
  if (response.headers.get("content-type") !== "application/json") return false;
  const body: unknown = await response.clone().json();
  return isObject(body) && "result" in body;
}

/**
 * True for clients that take JSON. The protocol asks them to name JSON and event streams both; we never stream, and a client
 * that says nothing, or takes anything, takes JSON (RFC 9110, 12.5.1).
 */
export function acceptsJson(headers: Headers): boolean {
  const accept = headers.get("accept");
  if (accept === null) return true;
  const types = accept.split(",").map((type) => type.split(";", 1)[0]?.trim().toLowerCase());
  return types.includes("*/*") || (types.includes("application/json") && types.includes("text/event-stream"));
}

/** Null where anything is missing, wrong, or beyond the plain form. */
function plainCallOf(headers: Headers, message: unknown): PlainCall | null {
  if (headers.get("content-type") !== "application/json" || !acceptsJson(headers)) return null;
  if (!hasOnly(message, ["jsonrpc", "id", "method", "params"])) return null;
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== "2.0" || method !== "tools/call") return null;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return null;
  if (!hasOnly(params, ["name", "arguments", "_meta"]) || typeof params.name !== "string") return null;
  const { name, arguments: args = {}, _meta: sender } = params;
  if (!isObject(args)) return null;
  const call = { id: id as string | number, name, args };
  const revision = headers.get("mcp-protocol-version");
  if (revision === modernRevision) {
    if (headers.get("mcp-method") !== method || headers.get("mcp-name") !== name) return null;
    const envelope = hasOnly(sender, envelopeNames) ? JSON.stringify(sender) : null;
    return envelope === null || envelope.length > envelopeLengthMax ? null : { ...call, envelope };
  }
  if (headers.has("mcp-method") || headers.has("mcp-name") || "_meta" in params) return null;
  return plainRevisions.has(revision) ? { ...call, envelope: null } : null;
}

function hasOnly(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  return isObject(value) && Object.keys(value).every((name) => names.includes(name));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
