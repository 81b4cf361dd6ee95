import type { Toolset } from "./tool-server.ts";
import type { Call, Serve } from "./transport.ts";

type PlainCall = { id: string | number; name: string; args: Record<string, unknown> };

/** Revisions whose `tools/call` is a message by itself; a request without the header is of the oldest (2025-06-18, 2.6). */
const plainRevisions = new Set([null, "2025-03-26", "2025-06-18", "2025-11-25"]);

/**
 * Answers the message that agents send most, a `tools/call` of the 2025 generation without anything special about it, and
 * leaves every other one to `serve`. The library makes a server and a transport for each message and checks it by five
 * schemas. Both give the same answer: the test compares them.
 */
export function answerPlainCalls(toolsetOf: (call: Call) => Toolset, serve: Serve): Serve {
  return async (request, message, call) => {
    const plain = isPlainRequest(request.headers) ? plainCallOf(message) : null;
    const answer = plain === null ? null : toolsetOf(call).call(plain.name, plain.args);
    if (plain === null || answer === null) return await serve(request, message, call);
    const body = JSON.stringify({ jsonrpc: "2.0", id: plain.id, result: await answer });
    return new Response(body, { headers: { "content-type": "application/json" } });
  };
}

function isPlainRequest(headers: Headers): boolean {
  return (
    headers.get("content-type") === "application/json" &&
    plainRevisions.has(headers.get("mcp-protocol-version")) &&
    !headers.has("mcp-method") &&
    !headers.has("mcp-name") &&
    acceptsJson(headers)
  );
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
function plainCallOf(message: unknown): PlainCall | null {
  if (!hasOnly(message, ["jsonrpc", "id", "method", "params"])) return null;
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== "2.0" || method !== "tools/call") return null;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return null;
  if (!hasOnly(params, ["name", "arguments"]) || typeof params.name !== "string") return null;
  const { name, arguments: args = {} } = params;
  return isObject(args) ? { id: id as string | number, name, args } : null;
}

function hasOnly(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  return isObject(value) && Object.keys(value).every((name) => names.includes(name));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
