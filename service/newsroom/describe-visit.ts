import type { RequestContext } from "../http/request-context.ts";
import type { AddressVerifier } from "../measurement/classify/address-verifier.ts";
import { classifyRequest } from "../measurement/classify/classify-request.ts";
import type { CrawlerRanges } from "../measurement/classify/crawler-ranges.ts";
import { deviceType } from "../measurement/device.ts";
import type { PageView } from "../measurement/hit.ts";
import { visitorId } from "../measurement/visitor.ts";
import type { NewsroomRow } from "./sql.ts";

/** What every kind of hit says about a request, or null for a prefetch, which is not counted. */
export type Visit = Omit<PageView, "kind" | "source" | "viewId" | "releaseId">;

export type VisitInput = {
  request: Request;
  context: RequestContext;
  place: Pick<NewsroomRow, "agencyId" | "newsroomId" | "timeZone">;
  salt: Uint8Array;
  crawlerRanges: CrawlerRanges;
  /** Null where no name server is asked. */
  verifyAddress: AddressVerifier | null;
};

/** Describes who asks, from the socket, the headers and the server's clock; nothing of it names a person. */
export function describeVisit(input: VisitInput): Visit | null {
  const { request, context, place, salt, crawlerRanges, verifyAddress } = input;
  const { headers } = request;
  const userAgent = headers.get("user-agent");
  const found = classifyRequest({
    userAgent,
    headers,
    clientIp: context.clientAddress,
    isSecure: context.isSecure,
    method: request.method,
    url: request.url,
    isInternal: false,
    crawlerRanges,
  });
  if (found.class === "prefetch") return null;
  const addressVerdict =
    found.namesEndWith === undefined ? undefined : verifyAddress?.(context.clientAddress, found.namesEndWith);
  return {
    agencyId: place.agencyId,
    newsroomId: place.newsroomId,
    occurredAt: new Date(),
    timeZone: place.timeZone,
    trafficClass: found.class,
    reasons: found.reasons,
    operator: found.operator,
    visitorId: visitorId(salt, place.newsroomId, context.clientAddress, userAgent ?? ""),
    device: deviceType(userAgent, headers),
    ...(addressVerdict === undefined ? {} : { addressVerdict }),
  };
}
