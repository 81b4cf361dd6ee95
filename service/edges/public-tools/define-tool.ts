import { Elysia } from "elysia";
import { ServiceError } from "../../errors.ts";
import { WriterError } from "../../features/writer/writer.ts";
import { ThreadTimeoutError } from "../../floor/concurrency/thread-pool.ts";
import { checkNetwork } from "../../floor/http/check-network.ts";
import { clientSite } from "../../floor/http/client-address.ts";
import { createCors } from "../../floor/http/cors.ts";
import { bodyBytesMax, parseJson, readBody } from "../../floor/http/read-body.ts";
import { type RequestContext, requestContext } from "../../floor/http/request-context.ts";
import type { PublicSeats } from "../../floor/limits/public-seats.ts";
import { rateLimitHeaders } from "../../floor/limits/rate-limit-headers.ts";
import type { Limiter, LimitVerdict } from "../../floor/limits/sliding-window.ts";
import type { Log } from "../../log.ts";
import { describeTool } from "./describe-tool.ts";
import { toolCalls } from "./limits.ts";
import { toolMessages, tooManyCallsMessage } from "./messages.ts";
import type { Tool } from "./tool.ts";

export type ToolEdgeDeps = {
  limiter: Limiter;
  publicSeats: PublicSeats;
  log: Log;
  allowedOrigins: readonly string[];
};

/** Makes the route of a tool and the one for its preflight requests. */
export type DefineTool = (tool: Tool) => Elysia;

/** Seconds after which a caller may ask again for a text that could not be had; AI servers are back within a minute or hours. */
const unavailableRetrySeconds = 60;

/** Who is refused because seats are full, or a thread was too slow, may soon come again. */
const busyRetrySeconds = 5;

type Answer = { status: number; body: Record<string, unknown>; headers?: Record<string, string> };

/**
 * Makes routes of tools; each passes the same checks in the same order: limit, encoding, size, JSON, bounds. The limit comes
 * first, so that invalid input counts as well. Every error is `{ error: <German sentence> }`.
 */
export function createDefineTool(deps: ToolEdgeDeps): DefineTool {
  const { limiter, publicSeats, log } = deps;
  const cors = createCors(deps.allowedOrigins, { allowed: ["Content-Type", "X-Request-Id"] });

  return (tool) => {
    const path = `/api/tools/${tool.name}`;
    const routes = new Elysia();
    routes.options(path, ({ request }) => cors.preflight(request), { parse: "none", detail: { hide: true } });
    routes.post(path, ({ request }) => answerPost(tool, path, request), {
      parse: "none",
      detail: describeTool(tool),
    });
    return routes;
  };

  async function answerPost(tool: Tool, path: string, request: Request): Promise<Response> {
    const context = requestContext(request);
    context.route = path;
    try {
      const verdict = await takeCall(tool, context);
      const answer = verdict.isAdmitted
        ? await answerCall(tool, request, context)
        : refusal(429, tooManyCallsMessage(verdict.retryAfterSeconds));
      return cors.allow(request, respond(answer, verdict));
    } catch (error) {
      log.error("request_failed", { requestId: context.requestId, code: "internal_error", error });
      return cors.allow(request, respond(refusal(500, toolMessages.internal), null));
    }
  }

  function takeCall(tool: Tool, context: RequestContext): Promise<LimitVerdict> {
    return checkNetwork(limiter, context.clientAddress, {
      kind: `tool:${tool.name}`,
      limit: toolCalls.limit,
      windowMs: toolCalls.windowSeconds * 1000,
    });
  }

  async function answerCall(tool: Tool, request: Request, context: RequestContext): Promise<Answer> {
    if (isEncoded(request.headers)) return refusal(400, toolMessages.bodyEncoded);
    const bytes = await readBytes(request);
    if (bytes === "too large") return refusal(413, toolMessages.bodyTooLarge, { connection: "close" });
    const body = bytes === "broken" ? undefined : parseJson(bytes);
    if (body === undefined) return refusal(400, toolMessages.bodyInvalid);
    const input = tool.read(body);
    if (!input.ok) return refusal(400, input.message);
    try {
      return { status: 200, body: await run(tool, input.value, { request, context, publicSeats }) };
    } catch (error) {
      if (isBusy(error)) {
        log.warn("tool_busy", { requestId: context.requestId, route: context.route });
        return refusal(503, toolMessages.busy, { "retry-after": String(busyRetrySeconds) });
      }
      // Nobody reads this answer; it only ends the request without a line in the log about a fault.
      if (request.signal.aborted) return refusal(503, toolMessages.writerUnavailable);
      if (!(error instanceof WriterError) || tool.failures === null) throw error;
      return refuseByWriter(tool.failures, error, context);
    }
  }

  function refuseByWriter(
    failures: NonNullable<Tool["failures"]>,
    error: WriterError,
    { requestId, route }: RequestContext,
  ): Answer {
    const { status, message } = failures[error.kind];
    if (error.kind === "off") return refusal(status, message);
    // The message alone: the cause may hold what the user wrote.
    log.warn("writer_failed", { requestId, route, kind: error.kind, reason: error.message });
    const headers = error.kind === "unavailable" ? { "retry-after": String(unavailableRetrySeconds) } : {};
    return refusal(status, message, headers);
  }
}

/** A text that is worked on here takes its turn first. */
function run(
  tool: Tool,
  input: string,
  call: { request: Request; context: RequestContext; publicSeats: PublicSeats },
): Promise<Record<string, unknown>> {
  const { signal } = call.request;
  if (!tool.takesSeat) return tool.run(input, signal);
  const site = clientSite(call.context.clientAddress);
  return call.publicSeats.run(site, () => tool.run(input, signal), { signal });
}

function isBusy(error: unknown): boolean {
  if (error instanceof ThreadTimeoutError) return true;
  return error instanceof ServiceError && error.code === "service_unavailable";
}

function refusal(status: number, message: string, headers: Record<string, string> = {}): Answer {
  return { status, body: { error: message }, headers };
}

function respond({ status, body, headers }: Answer, verdict: LimitVerdict | null): Response {
  const limitHeaders = verdict === null ? {} : rateLimitHeaders(verdict, "tool", toolCalls.windowSeconds);
  return Response.json(body, {
    status,
    headers: { ...headers, ...limitHeaders, "cache-control": "private, no-store" },
  });
}

/** Unpacking a body could make 256 KiB into gigabytes; browsers send plain JSON. */
function isEncoded(headers: Headers): boolean {
  const encoding = headers.get("content-encoding");
  return encoding !== null && encoding.toLowerCase() !== "identity";
}

/** A body that ends before its time, or whose chunks are broken, is the sender's fault like any unreadable one. */
async function readBytes(request: Request): Promise<Uint8Array | "too large" | "broken"> {
  try {
    return await readBody(request, bodyBytesMax);
  } catch (error) {
    return error instanceof ServiceError && error.code === "payload_too_large" ? "too large" : "broken";
  }
}
