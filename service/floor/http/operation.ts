import type { TObject, TSchema } from "@sinclair/typebox";
import { ServiceError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { requestDeadlineMs, withinDeadline } from "../concurrency/within-deadline.ts";
import { type FairSeats, lineWaitMs } from "../limits/fair-seats.ts";
import type { Limiter, LimitVerdict } from "../limits/sliding-window.ts";
import { acceptedEncoding } from "../web/accept-encoding.ts";
import { compress, compressedBytesMin } from "../web/compress.ts";
import type { Authenticate, Caller } from "./caller.ts";
import { hintOfFields } from "./describe-rule.ts";
import { errorResponse, toServiceError } from "./error-response.ts";
import { checkOf, fieldErrorsOf } from "./field-errors.ts";
import { hintHeader, hintOf } from "./hints.ts";
import { checkHourlyLimit, giveBackRequest, nothingCounted } from "./hourly-limit.ts";
import { noteRefusal } from "./note-refusal.ts";
import { describeOperation } from "./openapi-operation.ts";
import type { Operation } from "./operation-description.ts";
import { readParameters } from "./parameters.ts";
import { parseJson, readBody } from "./read-body.ts";
import { setReportingHeaders } from "./reporting-headers.ts";
import { type RequestContext, requestContext } from "./request-context.ts";

/** With its waiting in line: below the 30 s after which the server gives up on a connection. */
const callMsMax = 28_000;

export type OperationDeps = {
  authenticate: Authenticate;
  limiter: Limiter;
  /** Seats for calls that write. */
  writes: FairSeats;
  log: Log;
};

/** A route as Elysia takes it: `app.route(method, path, handler, hook)`. */
type Route = {
  method: string;
  path: string;
  handler: (context: { request: Request; params: Record<string, string> }) => Promise<Response>;
  hook: { parse: "none"; detail: Record<string, unknown> };
};

/** Makes routes out of operations; every one of them passes the same checks in the same order. */
export type DefineOperation = <
  P extends TObject = TObject<Record<never, never>>,
  Q extends TObject = TObject<Record<never, never>>,
  H extends TObject = TObject<Record<never, never>>,
  B extends TSchema = TSchema,
>(
  operation: Operation<P, Q, H, B>,
) => Route;

/**
 * The order of checks is the contract's: key, plan, hourly limit, required headers, body size, signature, JSON,
 * schema, and only then what the request means. The guard sits in the route itself, never on a path string.
 */
export function createDefineOperation(deps: OperationDeps): DefineOperation {
  return (operation) => ({
    method: operation.method,
    path: operation.path,
    hook: { parse: "none", detail: describeOperation(operation) },
    // No method: the router reads the source of a handler, a method's up to the first line's end. Minified, that is all of it, and the
    // compiled program printed its code to stdout at the first call.
    handler: async ({ request, params }) => {
      const context = requestContext(request);
      context.route = operation.path;
      let verdict: LimitVerdict | null = null;
      let caller: Caller | null = null;
      try {
        caller = await withinDeadline(deps.authenticate(request.headers));
        // One deadline for key and answer together, so that a hung database can't make a caller wait twice.
        const spentMs = performance.now() - context.receivedAtMs;
        if (caller.plan !== "agency") {
          throw new ServiceError("agency_plan_required", "The Reporting API belongs to the plan `agency`.");
        }
        verdict = await checkHourlyLimit(deps.limiter, caller);
        if (!verdict.isAdmitted) return refuseByLimit(context, { caller, verdict });
        const headers = readHeaders(operation, request.headers);
        refuseEncoding(operation, request.headers);
        const body = await readJson(operation, request, caller);
        const parameters = readParameters(operation, params, request.url);
        // Checked above against the very schemas that the type is made of.
        const input = {
          caller,
          ...parameters,
          headers,
          body,
          request,
          requestId: context.requestId,
        } as InputOf<typeof operation>;
        const leftMs = (operation.deadlineMs ?? requestDeadlineMs) - spentMs;
        // Its caller gets 503 in any case, so no work is begun for it.
        if (leftMs <= 0)
          throw new ServiceError("service_unavailable", "The look-up of the key took all the time.");
        const answer = () => operation.handle(input);
        const needsSeat = operation.method !== "GET" && operation.isJoined !== true;
        const reply = needsSeat
          ? await deps.writes.run(caller.agencyId, answer, {
              waitMs: Math.min(lineWaitMs, callMsMax - leftMs),
              workMs: leftMs,
            })
          : await withinDeadline(answer(), leftMs);
        const response = reply instanceof Response ? reply : await jsonResponse(request, reply);
        return setReportingHeaders(response, verdict);
      } catch (error) {
        const known = toServiceError(error, deps.log, context.requestId);
        if (known.retryAfterSeconds !== undefined && caller !== null && verdict !== null)
          verdict = await giveBackRequest(deps.limiter, caller, verdict);
        const parameter = Object.keys(operation.params?.properties ?? {})[0];
        noteRefusal(context, caller, known, parameter === undefined ? {} : { parameter });
        return setReportingHeaders(errorResponse(known, parameter), verdict ?? nothingCounted());
      }
    },
  });
}

function refuseByLimit(
  context: RequestContext,
  { caller, verdict }: { caller: Caller; verdict: LimitVerdict },
): Response {
  const { limit } = verdict;
  const error = new ServiceError("rate_limit_exceeded", "The hourly limit is used up.", {
    hint: `${limit} requests in 60 minutes, REST and agents together, are used up: wait as many seconds as Retry-After says.`,
  });
  noteRefusal(context, caller, error);
  const response = Response.json({ error: error.code, limit }, { status: 429 });
  response.headers.set(hintHeader, hintOf(error) ?? "");
  return setReportingHeaders(response, verdict);
}

type InputOf<O extends { handle: (input: never) => unknown }> = Parameters<O["handle"]>[0];

type AnyOperation = Pick<Operation<TObject, TObject, TObject, TSchema>, "headers" | "body" | "verifyBody">;

function readHeaders(operation: AnyOperation, headers: Headers): Record<string, string> {
  if (operation.headers === undefined) return {};
  const names = Object.keys(operation.headers.schema.properties);
  const values = Object.fromEntries(
    names.map((name) => [name, headers.get(name)]).filter(([, value]) => value !== null),
  );
  if (checkOf(operation.headers.schema).Check(values)) return values as Record<string, string>;
  throw new ServiceError(operation.headers.code, `The request needs a valid ${names.join(", ")} header.`);
}

function refuseEncoding(operation: AnyOperation, headers: Headers): void {
  const encoding = headers.get("content-encoding");
  if (encoding === null || encoding.toLowerCase() === "identity") return;
  throw new ServiceError(
    operation.body?.notJson ?? "invalid_request",
    "Send the body without Content-Encoding.",
    { hint: "Content-Encoding: must be identity or left out." },
  );
}

async function readJson(operation: AnyOperation, request: Request, caller: Caller): Promise<unknown> {
  if (operation.body === undefined) return undefined;
  const { schema, bytesMax, notJson, notValid } = operation.body;
  const bytes = await readBody(request, bytesMax);
  operation.verifyBody?.({ caller, bytes, headers: request.headers });
  const value = parseJson(bytes);
  if (value === undefined) {
    const details = { formErrors: ["Expected a JSON body, nested at most 32 deep"], fieldErrors: {} };
    const hint = "body: must be JSON in UTF-8, nested at most 32 deep.";
    throw new ServiceError(notJson, "The body is not JSON.", {
      hint,
      ...(notJson === "invalid_body" ? { details } : {}),
    });
  }
  if (checkOf(schema).Check(value)) return value;
  const details = fieldErrorsOf(schema, value);
  throw new ServiceError(notValid, "The body does not fit the schema.", {
    hint: hintOfFields(schema, value, details),
    ...(notValid === "invalid_body" ? { details } : {}),
  });
}

/**
 * An answer of the Reporting API. What a GET gets is compressed from 1 KB up, for callers that ask for it: such calls carry a key in a
 * header, which no browser sends for a foreign page, so nobody can try out texts beside what the answer holds. Answers to other
 * methods, one of which shows a secret, are sent as they are.
 */
async function jsonResponse(
  request: Request,
  { status, body }: { status: number; body: unknown },
): Promise<Response> {
  if (request.method !== "GET") return Response.json(body, { status });
  const encoding = acceptedEncoding(request.headers);
  const headers = { "content-type": "application/json;charset=utf-8", vary: "accept-encoding" };
  if (encoding === "identity" || encoding === null) return Response.json(body, { status, headers });
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  if (bytes.byteLength < compressedBytesMin) return new Response(bytes, { status, headers });
  return new Response(await compress(bytes, encoding), {
    status,
    headers: { ...headers, "content-encoding": encoding },
  });
}
