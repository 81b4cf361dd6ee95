import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { uuidPattern } from "../../schema.ts";
import { createHostCheck } from "./check-host.ts";
import { createClientAddress } from "./client-address.ts";
import { errorResponse, toServiceError } from "./error-response.ts";
import { nothingCounted } from "./hourly-limit.ts";
import { setReportingHeaders } from "./reporting-headers.ts";
import { type ObserveAnswer, type RequestContext, setRequestContext } from "./request-context.ts";

export type EdgeOptions = {
  publicUrl: string | null;
  allowedHosts: readonly string[];
  trustedProxies: readonly string[];
  /** True where the process must not serve: it says so at `/health` and `/ready` until it ends. */
  answersProbesOnly?: boolean;
  /** True where plain HTTP from elsewhere is refused. */
  requiresHttps: boolean;
  log: Log;
  /** The path on the service behind a path of a newsroom's own domain; null for a host that is none. */
  findOwnDomainPath?: FindOwnDomainPath;
  /** For metrics and traces. */
  observers?: readonly ObserveAnswer[];
};

type FindOwnDomainPath = (host: string, path: string) => Promise<string | null>;

/** Answers a request that came from `socketAddress`, over TLS or not. */
export type Fetch = (request: Request, socket: { address: string; isTls: boolean }) => Promise<Response>;

/** Reads the raw text, because a refused Host may have made the URL unreadable; an empty Host leaves only the path. */
const reportingUrl = /^(?:[a-z]+:\/\/[^/?#]*)?\/api\/reporting(?:[/?#]|$)/;
/** Orchestrators and load balancers probe a process by its address and in plain HTTP, and neither answer holds anything secret. */
const probeUrl = /^[a-z]+:\/\/[^/?#]*\/(?:health|ready)(?:[?#]|$)/;
const strictTransportSecurity = "max-age=63072000; includeSubDomains";
/** The names below a client's domain are the client's own. */
const ownDomainTransportSecurity = "max-age=63072000";

/** Everything that holds for each request before any route sees it, and for each answer after. */
export function createEdge(
  options: EdgeOptions,
  handle: (request: Request) => Response | Promise<Response>,
): Fetch {
  const hostVerdict = createHostCheck(options.publicUrl, options.allowedHosts);
  const clientAddress = createClientAddress(options.trustedProxies);
  const { observers = [] } = options;

  return async (request, socket) => {
    const peer = clientAddress.peerOf(socket.address);
    const isSecure =
      socket.isTls || (peer.isTrustedProxy && request.headers.get("x-forwarded-proto") === "https");
    const context: RequestContext = {
      requestId: requestIdOf(request),
      clientAddress: clientAddress.of(peer, request.headers),
      isSecure,
      receivedAtMs: performance.now(),
      route: null,
    };
    setRequestContext(request, context);
    const response = await answer(request, {
      isSecure,
      isLoopbackPeer: peer.isLoopback && !peer.isTrustedProxy,
      context,
    });
    setEdgeHeaders(response, request, context);
    const { status } = response;
    const durationMs = performance.now() - context.receivedAtMs;
    for (const observe of observers) observe({ request, context, status, durationMs });
    options.log.debug("request", {
      requestId: context.requestId,
      method: request.method,
      route: context.route,
      status,
      durationMs: Math.round(durationMs * 10) / 10,
    });
    return response;
  };

  async function answer(
    request: Request,
    seen: { isSecure: boolean; isLoopbackPeer: boolean; context: RequestContext },
  ): Promise<Response> {
    try {
      const verdict = hostVerdict(request);
      if (verdict.kind === "malformed")
        throw new ServiceError("invalid_request", "The Host header is malformed.");
      const isProbe = probeUrl.test(request.url);
      if (options.answersProbesOnly === true && !isProbe)
        throw new ServiceError("service_unavailable", "This process must not serve; its log says why.");
      const onService =
        verdict.kind === "foreign" && !isProbe
          ? await ofOwnDomain(options, { request, host: verdict.name, context: seen.context })
          : request;
      const isPlain = !seen.isSecure && !seen.isLoopbackPeer;
      if (options.requiresHttps && isPlain && !isProbe) {
        throw new ServiceError("https_required", "Plain HTTP is refused here. Use HTTPS.");
      }
      return await handle(onService);
    } catch (error) {
      return errorResponse(toServiceError(error, options.log, seen.context.requestId));
    }
  }
}

/** The request as the service's own routes know it: an own domain shows its newsroom's pages and nothing else of the service. */
async function ofOwnDomain(
  options: Pick<EdgeOptions, "findOwnDomainPath" | "publicUrl">,
  { request, host, context }: { request: Request; host: string; context: RequestContext },
): Promise<Request> {
  const url = new URL(request.url);
  const path = await options.findOwnDomainPath?.(host, url.pathname);
  if (typeof path !== "string") {
    if (options.publicUrl === null) return request;
    throw new ServiceError(
      "misdirected_request",
      "The Host is not one of ours. Use the service's own address, or add this one to ALLOWED_HOSTS.",
    );
  }
  url.pathname = path;
  const moved = new Request(url, request);
  context.ownHost = host;
  context.received = request;
  setRequestContext(moved, context);
  return moved;
}

/** Sets the headers that every answer carries, whichever route made it. */
function setEdgeHeaders(response: Response, request: Request, context: RequestContext): void {
  const isOwnDomain = context.ownHost !== undefined;
  // Unknown paths and refusals of the edge are answers of the Reporting API too.
  const isReporting = !isOwnDomain && reportingUrl.test(request.url);
  if (isReporting && !response.headers.has("x-service-api-version"))
    setReportingHeaders(response, nothingCounted());
  if (context.headBytes !== undefined) response.headers.set("content-length", String(context.headBytes));
  response.headers.set("x-request-id", context.requestId);
  response.headers.set("x-content-type-options", "nosniff");
  if (!context.isSecure) return;
  const policy = isOwnDomain ? ownDomainTransportSecurity : strictTransportSecurity;
  response.headers.set("strict-transport-security", policy);
}

function requestIdOf(request: Request): string {
  const incoming = request.headers.get("x-request-id");
  return incoming !== null && uuidPattern.test(incoming) ? incoming.toLowerCase() : uuidv7();
}
