import { requestContext } from "../http/request-context.ts";
import { messageResponse } from "../web/page-response.ts";
import { renderErrorPage } from "../web/render-message-page.ts";
import { isSlug } from "../web/slug.ts";
import { findCurrentNewsroomSlug, findFormerRelease } from "./address-sql.ts";
import type { NewsroomDeps } from "./deps.ts";
import { newsroomOf } from "./newsroom-of.ts";
import { lookOf } from "./page-headers.ts";
import { renderGonePage } from "./pages/render-gone-page.ts";
import { renderNotFoundPage } from "./pages/render-not-found-page.ts";
import { type NewsroomAddress, newsroomOrigin, releaseUrl, toCurrentPath } from "./paths.ts";
import { findNewsroom, type NewsroomRow } from "./sql.ts";

type PlaceDeps = Pick<NewsroomDeps, "sql" | "publicUrl">;

/** Browsers ask again after this time, in case that an own domain is given up. */
const redirectCacheSeconds = 3_600;

/**
 * The newsroom that a request is for; or the answer where there is none to be seen, or where it is at another address: its own
 * domain, or another address word.
 */
export async function findPlace(
  deps: PlaceDeps,
  request: Request,
  clientSlug: string,
): Promise<NewsroomRow | Response> {
  const { sql, publicUrl } = deps;
  const place = isSlug(clientSlug) ? await findNewsroom(sql, clientSlug) : null;
  if (place === null) return await movedNewsroom(deps, request, clientSlug);
  if (!place.isShown) return notFound();
  return toRightAddress(publicUrl, request, place) ?? place;
}

/** Where a newsroom has an own domain, requests by any other name are sent there; null for those that came by it. */
export function toRightAddress(publicUrl: string, request: Request, place: NewsroomAddress): Response | null {
  const { ownHost } = requestContext(request);
  if (place.ownHost === null || place.ownHost === ownHost) return null;
  return redirectTo(publicUrl, request, place);
}

/** What stands at the address of a release that is not published there: the way to where it is, a note that it was archived, or 404. */
export async function answerFormerRelease(
  { sql, publicUrl }: PlaceDeps,
  request: Request,
  { place, word }: { place: NewsroomRow; word: string },
): Promise<Response> {
  const { agencyId, clientId } = place;
  const former = isSlug(word) ? await findFormerRelease(sql, agencyId, { clientId, word }) : null;
  if (former?.kind === "moved" && former.slug !== word)
    return permanent(releaseUrl(publicUrl, place, former.slug) + new URL(request.url).search);
  return former?.kind === "archived"
    ? messageResponse(renderGonePage(newsroomOf(place, null)), 410, lookOf(place))
    : notFoundIn(place);
}

/** The answer for an address within a newsroom that leads nowhere; its page leads to the newsroom. */
export function notFoundIn(place: NewsroomRow): Response {
  return messageResponse(renderNotFoundPage(newsroomOf(place, null)), 404, lookOf(place));
}

async function movedNewsroom(
  { sql, publicUrl }: PlaceDeps,
  request: Request,
  clientSlug: string,
): Promise<Response> {
  const current = isSlug(clientSlug) ? await findCurrentNewsroomSlug(sql, clientSlug) : null;
  const place = current === null ? null : await findNewsroom(sql, current);
  if (place === null || !place.isShown) return notFound();
  const { ownHost, requestId } = requestContext(request);
  // The edge keeps for some seconds which newsroom a domain belongs to: a redirect would lead to this very address.
  if (ownHost === place.ownHost) return messageResponse(renderErrorPage(requestId), 503);
  return redirectTo(publicUrl, request, place);
}

function redirectTo(publicUrl: string, request: Request, place: NewsroomAddress): Response {
  const { pathname, search } = new URL(request.url);
  return permanent(newsroomOrigin(publicUrl, place) + toCurrentPath(place, pathname) + search);
}

function permanent(location: string): Response {
  return new Response(null, {
    status: 308,
    headers: { location, "cache-control": `public, max-age=${redirectCacheSeconds}` },
  });
}

function notFound(): Response {
  return messageResponse(renderNotFoundPage(null), 404);
}
