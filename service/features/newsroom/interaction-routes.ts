import { Elysia } from "elysia";
import { ServiceError } from "../../errors.ts";
import { withinDeadline } from "../../floor/concurrency/within-deadline.ts";
import { checkOf } from "../../floor/http/field-errors.ts";
import { pageRoute, type RouteContext } from "../../floor/http/page-route.ts";
import { parseJson, readBody } from "../../floor/http/read-body.ts";
import { requestContext } from "../../floor/http/request-context.ts";
import { linkHash } from "../../floor/web/link-hash.ts";
import { etagOf, pageResponse } from "../../floor/web/page-response.ts";
import { engagementScript, engagementScriptHeaders } from "./beacon/engagement-script.ts";
import { Beacon, beaconBytesMax } from "./beacon/schema.ts";
import type { NewsroomDeps } from "./deps.ts";
import { describeVisit, type Visit } from "./describe-visit.ts";
import { answerBelowFormerRelease, notFoundIn } from "./find-newsroom-row.ts";
import { isPicturesZip, movedZipHash, type ReleaseLink, resolveRedirect, zipKind } from "./links.ts";
import type { LoadedRelease } from "./load-release.ts";
import { engagementScriptPath, newsroomOrigin, picturesZipPath, redirectPath } from "./paths.ts";
import { readViewId } from "./view-id.ts";

/** What readers do on a release: counted links (L1) and the engagement script with its beacon (L2). */
export function newsroomInteractionRoutes(deps: NewsroomDeps) {
  const redirect = "/newsroom/:clientSlug/:releaseSlug/go/:kind/:hash";
  const beacon = "/newsroom/:clientSlug/:releaseSlug/beacon";
  const click = pageRoute(deps.log, redirect, (context) => follow(deps, context));
  const etag = etagOf(engagementScript);
  const headers = new Headers({ ...engagementScriptHeaders, etag, vary: "accept-encoding" });
  const script = { body: engagementScript, headers, etag };
  return new Elysia({ detail: { hide: true } })
    .get(redirect, click)
    .head(redirect, click)
    .get(engagementScriptPath(engagementScript), ({ request }) => pageResponse(request, script))
    .post(beacon, (context: RouteContext) => takeBeacon(deps, beacon, context), { parse: "none" });
}

/**
 * Counts the click once its batch has committed, and sends the reader on even if it can't be counted. HEAD comes from
 * link checkers and previews, so it is answered and not counted.
 */
async function follow(deps: NewsroomDeps, context: RouteContext): Promise<Response> {
  const { request, params } = context;
  const { clientSlug = "", releaseSlug = "", kind = "", hash = "" } = params;
  const release = await deps.releases.find(clientSlug, releaseSlug);
  const asked = { clientSlug, ownHost: requestContext(request).ownHost ?? null };
  const isZip = isPicturesZip({ kind, hash }, asked, releaseSlug);
  if (release === null && isZip && hash !== movedZipHash)
    return leadTo(redirectPath({ address: asked, releaseSlug, kind: zipKind, hash: movedZipHash }));
  if (release === null) return await answerBelowFormerRelease(deps, context);
  const current = isZip ? linkHash(picturesZipPath(release.newsroomRow, releaseSlug)) : hash;
  const link = resolveRedirect(release.links, kind, current);
  if (link === null) return notFoundIn(release.newsroomRow);
  if (request.method === "GET" && release.newsroomRow.level !== "L0") {
    const counted = withinDeadline(countClick(deps, request, release, link));
    await counted.catch((error: unknown) => deps.log.warn("click_not_counted", { error }));
  }
  // A path of the newsroom's own domain leads nowhere from the address that it had before.
  const hasMoved = isZip && release.newsroomRow.ownHost !== asked.ownHost;
  return leadTo(hasMoved ? newsroomOrigin(deps.publicUrl, release.newsroomRow) + link.url : link.url);
}

function leadTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}

async function countClick(
  deps: NewsroomDeps,
  request: Request,
  release: LoadedRelease,
  link: ReleaseLink,
): Promise<void> {
  const salt = await deps.salts.current();
  const { newsroomRow } = release;
  const isInternal = await deps.isSignedIn(request, requestContext(request).isSecure);
  const visit = describeVisit(deps, { request, newsroomRow, salt, isInternal });
  if (visit === null) return;
  const { kind, label, url } = link;
  await deps.recorder.recordInteraction({
    ...visit,
    kind: "interaction",
    releaseId: release.releaseId,
    interactionKind: kind,
    target: { label, url },
    viewId: null,
  });
}

/** Takes the sums and events of one page view; answers 202 after their batch has committed. */
async function takeBeacon(
  deps: NewsroomDeps,
  route: string,
  { request, params }: RouteContext,
): Promise<Response> {
  requestContext(request).route = route;
  const body = parseJson(await readBody(request, beaconBytesMax));
  if (!checkOf(Beacon).Check(body))
    throw new ServiceError("invalid_body", "The beacon does not fit its schema.");
  const release = await deps.releases.find(params.clientSlug ?? "", params.releaseSlug ?? "");
  if (release === null || release.newsroomRow.level !== "L2")
    throw new ServiceError("not_found", "No such beacon.");
  const view = await findView(deps, body.view, release.releaseId);
  if (view === null)
    throw new ServiceError("not_found", "The beacon names a view that was never delivered, or long ago.");
  const { salt, saltDay } = view;
  const { newsroomRow } = release;
  const isInternal = await deps.isSignedIn(request, requestContext(request).isSecure);
  const visit = describeVisit(deps, { request, newsroomRow, salt, saltDay, purpose: "empty", isInternal });
  if (visit !== null) await record(deps, { visit, body, release, viewedAt: view.viewedAt });
  return new Response(null, { status: 202, headers: { "cache-control": "no-store" } });
}

/** The view that a beacon speaks of and the salt of its day; null for one that the service has not delivered lately. */
async function findView(
  deps: NewsroomDeps,
  viewId: string,
  releaseId: number,
): Promise<{ viewedAt: Date; salt: Uint8Array; saltDay: string } | null> {
  for (const { day, salt } of await withinDeadline(deps.salts.ofOpenViews())) {
    const viewedAt = readViewId(viewId, { salt, day }, releaseId);
    if (viewedAt !== null) return { viewedAt, salt, saltDay: day };
  }
  return null;
}

/** Resolves when the sums and all events of the view are committed. */
async function record(
  { recorder }: NewsroomDeps,
  input: { visit: Visit; body: Beacon; release: LoadedRelease; viewedAt: Date },
): Promise<void> {
  const { visit, body, release, viewedAt } = input;
  const { releaseId } = release;
  const { engagedMs, scroll: scrollPercent, view: viewId } = body;
  const events = body.events.map((event) =>
    recorder.recordInteraction({
      ...visit,
      kind: "interaction",
      releaseId,
      interactionKind: event.kind,
      target: release.targets.get(event.target) ?? null,
      viewId,
    }),
  );
  const sums = { ...visit, kind: "beacon", releaseId, viewId, viewedAt, engagedMs, scrollPercent } as const;
  await Promise.all([...events, recorder.recordBeacon(sums)]);
}
