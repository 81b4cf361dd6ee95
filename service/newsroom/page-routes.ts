import { Elysia } from "elysia";
import { withinDeadline } from "../concurrency/within-deadline.ts";
import type { Sql } from "../db/open.ts";
import { toServiceError } from "../http/error-response.ts";
import { requestContext } from "../http/request-context.ts";
import type { Log } from "../log.ts";
import { failureResponse, messageResponse, pageResponse } from "../web/page-response.ts";
import { isSlug } from "../web/slug.ts";
import { createViewCounter } from "./count-view.ts";
import type { NewsroomDeps } from "./deps.ts";
import { answerFeed, answerRobots, answerSitemap } from "./feed-answers.ts";
import { readListPlace, renderListPage } from "./list-page.ts";
import { etagOf, type LoadedRelease } from "./load-release.ts";
import { newsroomOf } from "./newsroom-of.ts";
import { pageHeaders } from "./page-headers.ts";
import { renderNotFoundPage } from "./pages/render-not-found-page.ts";
import { findNewsroom, type NewsroomRow } from "./sql.ts";
import { createViewId } from "./view-id.ts";

type Params = Record<string, string>;
type PageContext = { request: Request; params: Params };

const releasePath = "/newsroom/:clientSlug/:releaseSlug";
/** A URL that `releasePath` matches and that needs no decoding. */
const releaseUrl = /^https?:\/\/[^/?#]+\/newsroom\/([a-z0-9-]+)\/([a-z0-9-]+)(?:\?|$)/;

/** The pages that people and machines read: list, release, feed and sitemap. Each view is counted, HEAD requests are not. */
export function createNewsroomPages(deps: NewsroomDeps) {
  const { sql, log, salts, releases } = deps;
  const countView = createViewCounter(deps);
  const routes = new Elysia({ detail: { hide: true } });
  page("/robots.txt", async ({ request }) => answerRobots(request));
  page("/newsroom/:clientSlug", ofNewsroom(listPage));
  page(
    "/newsroom/:clientSlug/rss.xml",
    ofNewsroom((request, place) => answerFeed(deps, request, place)),
  );
  page(
    "/newsroom/:clientSlug/sitemap.xml",
    ofNewsroom((request, place) => answerSitemap(deps, request, place)),
  );
  page(releasePath, releasePage);
  return { routes, answerKnown };

  /**
   * Answers a release's page at once where it is in memory, and null where the routes have to. The router, its context and the
   * deadline of an answer that might wait take 27 µs, where all the rest of such a request takes 16.
   */
  function answerKnown(request: Request): Response | null {
    if (request.method !== "GET" && request.method !== "HEAD") return null;
    const [, clientSlug = "", releaseSlug = ""] = releaseUrl.exec(request.url) ?? [];
    const release = releases.known(clientSlug, releaseSlug);
    const salt = release === null ? null : salts.known();
    if (release === null || salt === null) return null;
    requestContext(request).route = releasePath;
    try {
      return sendRelease(request, release, salt);
    } catch (error) {
      return failure(log, request, error);
    }
  }

  function page(path: `/${string}`, answer: (context: PageContext) => Promise<Response>): void {
    const guarded = async (context: PageContext) => {
      requestContext(context.request).route = path;
      try {
        return await withinDeadline(answer(context));
      } catch (error) {
        return failure(log, context.request, error);
      }
    };
    routes.get(path, guarded).head(path, guarded);
  }

  function ofNewsroom(answer: (request: Request, place: NewsroomRow) => Promise<Response>) {
    return async ({ request, params }: PageContext): Promise<Response> => {
      const place = await newsroomAt(sql, params);
      return place === null ? messageResponse(renderNotFoundPage(null), 404) : answer(request, place);
    };
  }

  async function listPage(request: Request, place: NewsroomRow): Promise<Response> {
    const html = await renderListPage(deps, { place, ...readListPlace(request.url) });
    countView(request, place, { salt: await salts.current(), releaseId: null, viewId: null });
    const sent = pageHeaders({ level: place.level, etag: etagOf(html), lastModified: null });
    return pageResponse(request, { body: html, ...sent });
  }

  async function releasePage({ request, params }: PageContext): Promise<Response> {
    const release = await releases.find(params.clientSlug ?? "", params.releaseSlug ?? "");
    return release === null
      ? releaseNotFound(sql, params)
      : sendRelease(request, release, await salts.current());
  }

  function sendRelease(request: Request, release: LoadedRelease, salt: Uint8Array): Response {
    const { place, releaseId } = release;
    const viewId = place.level === "L2" ? createViewId(salt, releaseId) : null;
    countView(request, place, { salt, releaseId, viewId });
    return pageResponse(request, release.page(viewId));
  }
}

/** Where the newsroom is there, the page leads to it. */
async function releaseNotFound(sql: Sql, params: Params): Promise<Response> {
  const place = await newsroomAt(sql, params);
  return messageResponse(renderNotFoundPage(place === null ? null : newsroomOf(place, null)), 404);
}

async function newsroomAt(sql: Sql, params: Params): Promise<NewsroomRow | null> {
  // Null where the path is no UTF-8, whatever the type says.
  const clientSlug = params.clientSlug ?? "";
  return isSlug(clientSlug) ? await findNewsroom(sql, clientSlug) : null;
}

function failure(log: Log, request: Request, error: unknown): Response {
  const { requestId } = requestContext(request);
  return failureResponse(toServiceError(error, log, requestId), requestId);
}
