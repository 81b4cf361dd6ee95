import { LRUCache } from "lru-cache";
import { type ErrorCode, ServiceError } from "../../errors.ts";
import type { AgentCaller } from "../../features/agent-access/authenticate.ts";
import { type Scope, scopesAtFirst } from "../../features/agent-access/rules.ts";
import { withinDeadline } from "../../floor/concurrency/within-deadline.ts";
import type { Caller } from "../../floor/http/caller.ts";
import { toServiceError } from "../../floor/http/error-response.ts";
import { nothingCounted } from "../../floor/http/hourly-limit.ts";
import { noteRefusal } from "../../floor/http/note-refusal.ts";
import { bodyBytesMax, parseJson, readBody } from "../../floor/http/read-body.ts";
import { setReportingHeaders } from "../../floor/http/reporting-headers.ts";
import { requestContext } from "../../floor/http/request-context.ts";
import type { Limiter, LimitVerdict } from "../../floor/limits/sliding-window.ts";
import type { Log } from "../../log.ts";
import { type Counted, countCall } from "./count-call.ts";
import { carriesRequest, idOf, type JsonRpcId, toolCallOf, toolNameOf } from "./json-rpc.ts";
import {
  askToSignIn,
  batchRefusal,
  howToConnect,
  limitRefusal,
  notJsonRefusal,
  originRefusal,
  refusal,
  scopeRefusal,
} from "./refusals.ts";
import type { Serve } from "./transport.ts";

export const endpointPath = "/api/mcp";

export type EndpointDeps = {
  authenticate: (headers: Headers) => Promise<AgentCaller>;
  /** The address of the document that says how assistants get tokens (RFC 9728). */
  resourceMetadataUrl: string;
  /** What a person must have allowed for a tool; null for an unknown one. */
  scopeOf: (toolName: string) => Scope | null;
  /** Leaves the trace of a call that its assistant was not allowed. */
  noteUnscoped: (call: {
    caller: AgentCaller;
    requestId: string;
    tool: string;
    args: unknown;
  }) => Promise<void>;
  limiter: Limiter;
  log: Log;
  /** Scheme and host that readers see, without a slash at the end. */
  publicUrl: string;
  /** Origins besides the service's own that a browser may call from. */
  allowedOrigins: readonly string[];
  /** Answers a message that passed the edge. */
  serve: Serve;
};

/**
 * A host's notification or response has a few hundred bytes. Whatever is longer counts as a request does: 256 KiB of parameters kept
 * everybody waiting for 0.2 s, as often as anybody with a key liked.
 */
const uncountedBytesMax = 4 * 1024;

/** Agencies remembered; the one that was quiet longest goes first. About 150 bytes each. */
const agenciesMax = 10_000;

/**
 * The edge of the agent endpoint. Its order is fixed: Origin, method, body size, key, plan, batch, hourly limit, protocol.
 * The counter is the one of REST; every answer carries its headers.
 */
export function createEndpoint(deps: EndpointDeps): (request: Request) => Promise<Response> {
  const isAllowedOrigin = createOriginCheck(deps.publicUrl, deps.allowedOrigins);
  const endpointUrl = `${deps.publicUrl}${endpointPath}`;
  const lastVerdicts = createLastVerdicts();

  return async (request) => {
    const context = requestContext(request);
    context.route = endpointPath;
    let verdict = nothingCounted();
    let id: JsonRpcId = null;
    let caller: AgentCaller | null = null;
    const refused = (code: ErrorCode, answer: Response, hint = hints[code] ?? null) => {
      noteRefusal(context, caller, new ServiceError(code, "The message was refused."), { hint });
      return answered(answer);
    };
    const answered = (response: Response) => setReportingHeaders(response, verdict);
    try {
      if (!isAllowedOrigin(request.headers)) return answered(originRefusal());
      if (request.method !== "POST") return answered(howToConnect(endpointUrl));
      const bytes = await readBody(request, bodyBytesMax);
      const asking = await withinDeadline(deps.authenticate(request.headers));
      caller = asking;
      if (caller.plan !== "agency") {
        throw new ServiceError("agency_plan_required", "The agent endpoint belongs to the plan `agency`.");
      }
      verdict = lastVerdicts.of(caller);
      const message = isEncoded(request.headers) ? undefined : parseJson(bytes);
      if (Array.isArray(message)) return refused("invalid_request", batchRefusal());
      id = idOf(message);
      const isCounted = carriesRequest(message) || bytes.byteLength > uncountedBytesMax;
      const counted = isCounted ? await countAndNote(deps.limiter, lastVerdicts, caller) : null;
      verdict = counted?.verdict ?? verdict;
      if (!verdict.isAdmitted)
        return refused(
          "rate_limit_exceeded",
          limitRefusal(verdict, id, counted?.isOfPerson),
          counted?.isOfPerson ? hintOfPerson : undefined,
        );
      if (message === undefined) return refused("invalid_json", notJsonRefusal());
      const missing = missingScope(caller, message, deps.scopeOf);
      if (missing !== null) {
        await deps.noteUnscoped({ caller, requestId: context.requestId, ...toolCallOf(message) });
        return refused("insufficient_scope", scopeRefusal(missing, id, deps.resourceMetadataUrl));
      }
      const call = {
        caller,
        requestId: context.requestId,
        onRefused: (error: ServiceError, about: { tool: string; hint: string }) =>
          noteRefusal(context, caller, error, about),
        onBusy: async () => {
          if (counted === null) return;
          verdict = await counted.giveBack();
          lastVerdicts.note(asking, verdict);
        },
      };
      return answered(await deps.serve(request, message, call));
    } catch (error) {
      const known = toServiceError(error, deps.log, context.requestId);
      noteRefusal(context, caller, known);
      const answer = refusal(known, id);
      if (known.code === "unauthorized")
        askToSignIn(answer, {
          ...deps,
          scopes: scopesAtFirst,
          hasToken: request.headers.has("authorization"),
        });
      return answered(answer);
    }
  };
}

const hints: Partial<Record<ErrorCode, string>> = {
  invalid_request: "body: must be one message, not a batch.",
  invalid_json: "body: must be one JSON-RPC 2.0 message as plain JSON, nested at most 32 deep.",
  insufficient_scope: "scope: the person allowed this assistant less than the tool needs.",
  rate_limit_exceeded:
    "The hourly limit of the agency is used up, REST and agents together: wait for Retry-After.",
};

/** The agency may have most of its hour left: whoever reads the other hint would look for who used it up. */
const hintOfPerson =
  "The part of the hour that one person's assistants get, half of the agency's limit, is used up: wait for Retry-After.";

/** All that an assistant needs for a tool, where its person allowed less; null for whoever may. */
function missingScope(
  { assistant }: AgentCaller,
  message: unknown,
  scopeOf: EndpointDeps["scopeOf"],
): readonly Scope[] | null {
  // A message without an id gets no answer and runs no tool; what it asks for would leave a row each, uncounted.
  if (assistant === undefined || !carriesRequest(message)) return null;
  const needed = scopeOf(toolNameOf(message) ?? "");
  return needed === null || assistant.scopes.includes(needed) ? null : [...assistant.scopes, needed];
}

async function countAndNote(
  limiter: Limiter,
  lastVerdicts: ReturnType<typeof createLastVerdicts>,
  caller: AgentCaller,
): Promise<Counted> {
  const counted = await countCall(limiter, caller);
  if (!counted.isOfPerson) lastVerdicts.note(caller, counted.verdict);
  return counted;
}

/** Unpacking a body could make 256 KiB into gigabytes; agents' hosts send plain JSON. */
function isEncoded(headers: Headers): boolean {
  const encoding = headers.get("content-encoding");
  return encoding !== null && encoding.toLowerCase() !== "identity";
}

/**
 * Remembers the last count of each agency, for answers to messages that don't count: a notification follows the request
 * that its client has just made, and asking the limiter would count it.
 */
function createLastVerdicts() {
  const verdicts = new LRUCache<number, LimitVerdict>({ max: agenciesMax });
  return {
    note(caller: Caller, verdict: LimitVerdict): void {
      verdicts.set(caller.agencyId, verdict);
    },
    of(caller: Caller): LimitVerdict {
      const known = verdicts.get(caller.agencyId);
      const nowSeconds = Math.ceil(Date.now() / 1000);
      if (known !== undefined && known.resetAtSeconds > nowSeconds)
        return { ...known, isAdmitted: true, admission: null };
      const limit = caller.hourlyLimit;
      return {
        isAdmitted: true,
        admission: null,
        limit,
        remaining: limit,
        resetAtSeconds: nowSeconds,
        retryAfterSeconds: 1,
      };
    },
  };
}

/**
 * Returns the check of the Origin header: absent, the service's own, or one that the operator allows.
 * It keeps a web page that got its name to resolve to us (DNS rebinding) from using the endpoint.
 * Source: Model Context Protocol, Streamable HTTP, security warning.
 */
export function createOriginCheck(publicUrl: string, allowedOrigins: readonly string[]) {
  const allowed = new Set([
    new URL(publicUrl).origin,
    ...allowedOrigins.map((origin) => origin.toLowerCase()),
  ]);
  return (headers: Headers): boolean => {
    const origin = headers.get("origin");
    return origin === null || allowed.has(origin.toLowerCase());
  };
}
