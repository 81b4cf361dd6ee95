import { withinDeadline } from "../../floor/concurrency/within-deadline.ts";
import type { Sql } from "../../floor/db/open.ts";
import type { RouteContext } from "../../floor/http/page-route.ts";
import { requestContext } from "../../floor/http/request-context.ts";
import { messageResponse } from "../../floor/web/page-response.ts";
import { renderErrorPage } from "../../floor/web/render-message-page.ts";
import { isSlug } from "../../floor/web/slug.ts";
import { findCurrentNewsroomSlug, findFormerRelease } from "./address-sql.ts";
import type { NewsroomDeps } from "./deps.ts";
import { newsroomOf } from "./newsroom-of.ts";
import { lookOf } from "./page-headers.ts";
import { renderGonePage } from "./pages/render-gone-page.ts";
import { renderNotFoundPage } from "./pages/render-not-found-page.ts";
import { belowRelease, type NewsroomAddress, newsroomOrigin, releasePath, toCurrentPath } from "./paths.ts";
import { findNewsroom, type NewsroomRow } from "./sql.ts";

type RowDeps = Pick<NewsroomDeps, "sql" | "publicUrl">;

/**
 * The newsroom that a request is for; or the answer where there is none to be seen, or where it is at another address: its own
 * domain, or another address word.
 */
export async function findNewsroomRow(
  deps: RowDeps,
  request: Request,
  clientSlug: string,
): Promise<NewsroomRow | Response> {
  const newsroomRow = await findNewsroomByWord(deps.sql, clientSlug);
  if (newsroomRow?.isShown !== true) return notFound();
  if (newsroomRow.clientSlug !== clientSlug) return toCurrentWord(deps.publicUrl, request, newsroomRow);
  return toRightAddress(deps.publicUrl, request, newsroomRow) ?? newsroomRow;
}

/** The newsroom that has this address word, or had it once; null for none. */
export async function findNewsroomByWord(sql: Sql, word: string): Promise<NewsroomRow | null> {
  if (!isSlug(word)) return null;
  const newsroomRow = await findNewsroom(sql, word);
  if (newsroomRow !== null) return newsroomRow;
  const current = await findCurrentNewsroomSlug(sql, word);
  return current === null ? null : await findNewsroom(sql, current);
}

/** Where a newsroom has an own domain, requests by any other name are sent there; null for those that came by it. */
export function toRightAddress(
  publicUrl: string,
  request: Request,
  newsroomRow: NewsroomAddress,
): Response | null {
  const { ownHost } = requestContext(request);
  if (newsroomRow.ownHost === null || newsroomRow.ownHost === ownHost) return null;
  return redirectTo(publicUrl, request, newsroomRow);
}

/**
 * What stands at the address of a release that is not found there, or below it: the way to where it is, a note that it was archived,
 * or 404. `rest` is what follows the release's `word`.
 */
export async function answerFormerRelease(
  deps: RowDeps,
  request: Request,
  { clientSlug, word, rest }: { clientSlug: string; word: string; rest: string },
): Promise<Response> {
  const newsroomRow = await findNewsroomRow(deps, request, clientSlug);
  if (newsroomRow instanceof Response) return newsroomRow;
  const { agencyId, clientId } = newsroomRow;
  const former = isSlug(word) ? await findFormerRelease(deps.sql, agencyId, { clientId, word }) : null;
  if (former?.kind === "moved" && former.slug !== word) {
    const path = releasePath(newsroomRow, former.slug) + rest;
    return permanent(newsroomOrigin(deps.publicUrl, newsroomRow) + path + new URL(request.url).search);
  }
  return former?.kind === "archived"
    ? messageResponse(renderGonePage(newsroomOf(newsroomRow, null)), 410, lookOf(newsroomRow))
    : notFoundIn(newsroomRow);
}

/** The same for a file or a counted link of a release: mails and papers keep the address of the day on which they were sent. */
export function answerBelowFormerRelease(
  deps: RowDeps,
  { request, params }: RouteContext,
): Promise<Response> {
  const { clientSlug = "", releaseSlug: word = "" } = params;
  const rest = belowRelease(new URL(request.url).pathname);
  return withinDeadline(answerFormerRelease(deps, request, { clientSlug, word, rest }));
}

/** The answer for an address within a newsroom that leads nowhere; its page leads to the newsroom. */
export function notFoundIn(newsroomRow: NewsroomRow): Response {
  return messageResponse(renderNotFoundPage(newsroomOf(newsroomRow, null)), 404, lookOf(newsroomRow));
}

function toCurrentWord(publicUrl: string, request: Request, newsroomRow: NewsroomRow): Response {
  const { ownHost, requestId } = requestContext(request);
  // The edge keeps for some seconds which newsroom a domain belongs to: a redirect would lead to this very address.
  if (ownHost === newsroomRow.ownHost) return messageResponse(renderErrorPage(requestId), 503);
  return redirectTo(publicUrl, request, newsroomRow);
}

function redirectTo(publicUrl: string, request: Request, newsroomRow: NewsroomAddress): Response {
  const { pathname, search } = new URL(request.url);
  return permanent(newsroomOrigin(publicUrl, newsroomRow) + toCurrentPath(newsroomRow, pathname) + search);
}

/** Asked for each time: where a word is changed back or a domain given up, a kept one would lead in a circle, or nowhere. */
function permanent(location: string): Response {
  return new Response(null, { status: 308, headers: { location, "cache-control": "no-cache" } });
}

function notFound(): Response {
  return messageResponse(renderNotFoundPage(null), 404);
}
