import { requestContext } from "../../floor/http/request-context.ts";
import { boundedCache } from "../../floor/limits/bounded-cache.ts";
import { attributeSource } from "../measurement/referrer.ts";
import type { NewsroomDeps } from "./deps.ts";
import { describeVisit } from "./describe-visit.ts";
import type { NewsroomRow } from "./sql.ts";

/** Without PUBLIC_URL a client may name any host; each of these takes 300 bytes. */
const ownHostsMax = 1_000;

type SeenPage = { salt: Uint8Array; releaseId: number | null; viewId: string | null };

/**
 * Appends the view in memory: the page never waits for the database to count it. Where more comes than can be written, the answer
 * is to wait for what is returned.
 */
export type CountView = (request: Request, newsroomRow: NewsroomRow, seen: SeenPage) => Promise<void> | null;

export function createViewCounter(
  deps: Pick<NewsroomDeps, "publicUrl" | "recorder" | "crawlerRanges" | "verifyAddress" | "isSignedIn">,
): CountView {
  const { publicUrl, recorder, isSignedIn } = deps;
  // Hosts that the edge let through: with PUBLIC_URL set they are one or two, and the own domains of newsrooms.
  const ownHosts = boundedCache(ownHostsMax, (hosts) => [
    publicUrl.replace(/^https?:\/\//, ""),
    ...hosts.split(" "),
  ]);
  return (request, newsroomRow, seen) => {
    if (request.method !== "GET") return null;
    const isInternal = isSignedIn(request, requestContext(request).isSecure);
    if (isInternal === false) count(request, newsroomRow, { ...seen, isInternal });
    else void isInternal.then((known) => count(request, newsroomRow, { ...seen, isInternal: known }));
    return recorder.waitForRoom(newsroomRow.agencyId);
  };

  function count(request: Request, newsroomRow: NewsroomRow, seen: SeenPage & { isInternal: boolean }): void {
    const { salt, releaseId, viewId, isInternal } = seen;
    const visit = describeVisit(deps, { request, newsroomRow, salt, isInternal });
    if (visit === null) return;
    const source = attributeSource({
      url: request.url,
      refererHeader: request.headers.get("referer"),
      ownHosts: ownHosts(`${request.headers.get("host") ?? ""} ${newsroomRow.ownHost ?? ""}`.trim()),
    });
    recorder.recordPageView({ ...visit, kind: "page_view", source, releaseId, viewId });
  }
}
