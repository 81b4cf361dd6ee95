import type { ErrorCode, ServiceError } from "../../errors.ts";
import type { Scope } from "../../features/agent-access/rules.ts";
import { errorResponse } from "../../floor/http/error-response.ts";
import type { LimitVerdict } from "../../floor/limits/sliding-window.ts";
import { errorBody, type JsonRpcId, jsonRpcCodes } from "./json-rpc.ts";

/** What an agent reads when the edge refuses it: what was wrong and what to do. Nothing of the request is repeated. */
const sentences: Partial<Record<ErrorCode, string>> = {
  unauthorized:
    "The request has no valid API key or token. Send a key as `Authorization: Bearer <key>` or as `X-API-Key: <key>`, or sign in as `WWW-Authenticate` says.",
  agency_plan_required: "The agent endpoint belongs to the plan `agency`. Ask the agency's account owner.",
  payload_too_large: "The body is larger than 256 KiB. Send a shorter one.",
  invalid_request: "The request can't be read. Send one JSON-RPC 2.0 message as plain JSON.",
  service_unavailable: "The service can't reach its database. Wait 5 seconds and repeat the request.",
  internal_error:
    "Something unexpected went wrong. Repeat the request; if it fails again, report its X-Request-Id.",
};

/** The answer to a request that the edge refuses, with the status and the headers that REST gives for the same code. */
export function refusal(error: ServiceError, id: JsonRpcId): Response {
  const rest = errorResponse(error);
  const message = sentences[error.code] ?? "The request was refused.";
  return jsonRpcError(
    rest.status,
    id,
    { code: jsonRpcCodes.refused, message, data: { error: error.code } },
    rest.headers,
  );
}

export function originRefusal(): Response {
  const message =
    "Requests of this Origin are refused. Agents send none; browsers need an Origin that the operator allows.";
  return jsonRpcError(403, null, {
    code: jsonRpcCodes.refused,
    message,
    data: { error: "origin_not_allowed" },
  });
}

export function batchRefusal(): Response {
  return jsonRpcError(400, null, {
    code: jsonRpcCodes.invalidRequest,
    message: "Batches are not taken. Send one message per request.",
    data: { error: "invalid_request" },
  });
}

export function notJsonRefusal(): Response {
  return jsonRpcError(400, null, {
    code: jsonRpcCodes.parseError,
    message: "The body is no JSON, or it is nested deeper than 32. Send one JSON-RPC 2.0 message.",
    data: { error: "invalid_json" },
  });
}

export function methodNotFound(id: JsonRpcId): Response {
  return jsonRpcError(404, id, {
    code: jsonRpcCodes.methodNotFound,
    message: "Method not found. This server has tools only: server/discover, tools/list and tools/call.",
  });
}

/** Says in words when to come back, because agents read words; the headers and `data` say the same. */
export function limitRefusal(verdict: LimitVerdict, id: JsonRpcId, isOfPerson = false): Response {
  const at = new Date(verdict.resetAtSeconds * 1000).toISOString().replace(".000Z", "Z");
  return jsonRpcError(429, id, {
    code: jsonRpcCodes.refused,
    message: `${isOfPerson ? `The part of ${verdict.limit} requests an hour that one person's assistants get is` : `The agency's limit of ${verdict.limit} requests an hour is`} used up, ${isOfPerson ? "all of the person's" : "REST and agents"} together. Come back in ${inWords(verdict.retryAfterSeconds)}, at ${at}.`,
    data: {
      error: "rate_limit_exceeded",
      limit: verdict.limit,
      retryAfterSeconds: verdict.retryAfterSeconds,
    },
  });
}

/**
 * Tells an assistant where to get a token (RFC 9728, 5.1). `invalid_token` is said to whoever sent one: it is to refresh it
 * (RFC 6750, 3.1).
 */
export function askToSignIn(
  answer: Response,
  {
    resourceMetadataUrl,
    scopes,
    hasToken,
  }: { resourceMetadataUrl: string; scopes: readonly Scope[]; hasToken: boolean },
): void {
  const error = hasToken ? 'error="invalid_token", ' : "";
  answer.headers.set(
    "www-authenticate",
    `Bearer ${error}scope="${scopes.join(" ")}", resource_metadata="${resourceMetadataUrl}"`,
  );
}

/** Names all that the assistant would need, so that it can ask its person for it (RFC 6750, 3.1). */
export function scopeRefusal(scopes: readonly Scope[], id: JsonRpcId, resourceMetadataUrl: string): Response {
  const wanted = scopes.join(" ");
  const error = {
    code: jsonRpcCodes.refused,
    message: `The person allowed this assistant less than the tool needs. Ask for the scopes "${wanted}".`,
    data: { error: "insufficient_scope", scopes: wanted },
  };
  return jsonRpcError(403, id, error, {
    "www-authenticate": `Bearer error="insufficient_scope", scope="${wanted}", resource_metadata="${resourceMetadataUrl}"`,
  });
}

/**
 * A wrong method is most often a person with a browser, or a host that looks for a stream: both get an answer that says how
 * to connect.
 */
export function howToConnect(endpointUrl: string): Response {
  return Response.json(
    {
      error: "method_not_allowed",
      message: `This is a Model Context Protocol endpoint. POST JSON-RPC 2.0 messages to ${endpointUrl}; it answers each with JSON and opens no stream.`,
      connect: {
        url: endpointUrl,
        transport: "streamable-http",
        headers: { Authorization: "Bearer <API key of your agency>" },
        oauth: "Hosts that sign people in need the address alone.",
      },
    },
    { status: 405, headers: { allow: "POST" } },
  );
}

function jsonRpcError(
  status: number,
  id: JsonRpcId,
  error: Parameters<typeof errorBody>[1],
  headers: HeadersInit = {},
): Response {
  const response = new Response(errorBody(id, error), { status, headers });
  response.headers.set("content-type", "application/json");
  return response;
}

function inWords(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
