import { clientNetwork } from "../../floor/http/client-address.ts";
import { type RequestContext, requestContext } from "../../floor/http/request-context.ts";
import type { AddressVerifier } from "../measurement/classify/address-verifier.ts";
import { classifyRequest } from "../measurement/classify/classify-request.ts";
import type { CrawlerRanges } from "../measurement/classify/crawler-ranges.ts";
import type { Purpose } from "../measurement/classify/is-fetched-as-resource.ts";
import { deviceType } from "../measurement/device.ts";
import type { PageView } from "../measurement/hit.ts";
import { addressId, agentId, visitorId } from "../measurement/visitor.ts";
import type { NewsroomRow } from "./sql.ts";

/** What every kind of hit says about a request, or null for a prefetch, which is not counted. */
export type Visit = Omit<PageView, "kind" | "source" | "viewId" | "releaseId">;

export type VisitInput = {
  request: Request;
  /** The request's own, unless a visit is made up. */
  context?: RequestContext;
  newsroomRow: Pick<NewsroomRow, "agencyId" | "newsroomId" | "timeZone" | "level">;
  salt: Uint8Array;
  /** UTC day of the salt, where it is not that of the request. */
  saltDay?: string;
  /** What a person's request would be for; a page, unless it is said. */
  purpose?: Purpose;
  /** True for somebody who is signed in to the dashboard. */
  isInternal?: boolean;
};

export type VisitDeps = {
  crawlerRanges: CrawlerRanges;
  /** Null where no name server is asked. */
  verifyAddress: AddressVerifier | null;
};

/** Describes who asks, from the socket, the headers and the server's clock; nothing of it names a person. */
export function describeVisit({ crawlerRanges, verifyAddress }: VisitDeps, input: VisitInput): Visit | null {
  const { request, newsroomRow, salt, context = requestContext(request), purpose = "document" } = input;
  const { headers } = request;
  const userAgent = headers.get("user-agent");
  const found = classifyRequest({
    userAgent,
    headers,
    clientIp: context.clientAddress,
    isSecure: context.isSecure,
    method: request.method,
    url: request.url,
    isInternal: input.isInternal === true,
    purpose,
    crawlerRanges,
  });
  if (found.class === "prefetch") return null;
  const addressVerdict =
    found.namesEndWith === undefined ? undefined : verifyAddress?.(context.clientAddress, found.namesEndWith);
  return {
    agencyId: newsroomRow.agencyId,
    newsroomId: newsroomRow.newsroomId,
    occurredAt: new Date(),
    timeZone: newsroomRow.timeZone,
    trafficClass: found.class,
    reasons: found.reasons,
    operator: found.operator,
    visitorId: visitorId(salt, newsroomRow.newsroomId, context.clientAddress, userAgent ?? ""),
    addressId: addressId(salt, newsroomRow.newsroomId, networkOf(context.clientAddress)),
    agentId: agentId(salt, userAgent ?? ""),
    saltDay: input.saltDay ?? null,
    level: newsroomRow.level,
    device: deviceType(userAgent, headers),
    ...(addressVerdict === undefined ? {} : { addressVerdict }),
  };
}

/** An address without a colon is IPv4, which is its own network and needs no slow parsing. */
function networkOf(address: string): string {
  return address.includes(":") ? clientNetwork(address) : address;
}
