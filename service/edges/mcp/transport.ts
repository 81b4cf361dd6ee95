import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { ServiceError } from "../../errors.ts";
import type { AgentCaller } from "../../features/agent-access/authenticate.ts";
import type { Log } from "../../log.ts";
import { carriesRequest, idOf, methodOf } from "./json-rpc.ts";
import { methodNotFound } from "./refusals.ts";

/** Who sent a message, and the id under which log and audit know it. */
export type Call = {
  caller: AgentCaller;
  requestId: string;
  /** Told of a tool call that was refused, for the agency's list of refused requests. */
  onRefused: (error: ServiceError, refused: { tool: string; hint: string }) => void;
  /** The call got nothing because its agency's own work or the database kept it waiting: it costs nothing of the hour. */
  onBusy: () => Promise<void>;
};

/** Answers one parsed message, in one JSON body or with an empty 202. */
export type Serve = (request: Request, message: unknown, call: Call) => Promise<Response>;

/**
 * Speaks both generations of the protocol, without sessions: the revision 2026-07-28, and the handshake of 2025 that most
 * hosts still open with. Each message gets a server of its own, made by `openServer`. No answer is ever a stream.
 * Source: Model Context Protocol 2026-07-28 and 2025-11-25, Streamable HTTP.
 */
export function createTransport(openServer: (call: Call) => Server, log: Log): Serve {
  const calls = new WeakMap<Request, Call>();
  const onerror = (error: Error) => log.debug("mcp_message_refused", { error });
  // Without `responseMode`, the answer is JSON unless a handler notifies before its result, which none of ours does; naming
  // the mode `json` would only add a warning to each start.
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const call = requestInfo === undefined ? undefined : calls.get(requestInfo);
      if (call === undefined) throw new Error("The message did not come through the endpoint.");
      return openServer(call);
    },
    { legacy: "reject", onerror },
  );

  return async (request, message, call) => {
    // The library would hold a stream open for it, whatever the server can do.
    if (methodOf(message) === "subscriptions/listen" && carriesRequest(message)) {
      return methodNotFound(idOf(message));
    }
    if (await isLegacyRequest(request, message)) return await serveLegacy(openServer(call), request, message);
    calls.set(request, call);
    return await modern.fetch(request, { parsedBody: message });
  };
}

/** The library's own stateless fallback answers with a stream; `enableJsonResponse` is why this is here. */
async function serveLegacy(server: Server, request: Request, message: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(withBothTypes(request), { parsedBody: message });
  } finally {
    await server.close();
  }
}

/** The library refuses whoever does not name both types, whatever else they take, though it answers with JSON. */
function withBothTypes(request: Request): Request {
  if (!acceptsJson(request.headers)) return request;
  const headers = new Headers(request.headers);
  headers.set("accept", "application/json, text/event-stream");
  return new Request(request.url, { method: request.method, headers });
}

/**
 * True for clients that take JSON. The protocol asks them to name JSON and event streams both; we never stream, and a client
 * that says nothing, or takes anything, takes JSON (RFC 9110, 12.5.1).
 */
function acceptsJson(headers: Headers): boolean {
  const accept = headers.get("accept");
  if (accept === null) return true;
  const types = accept.split(",").map((type) => type.split(";", 1)[0]?.trim().toLowerCase());
  return types.includes("*/*") || (types.includes("application/json") && types.includes("text/event-stream"));
}
