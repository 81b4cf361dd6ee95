import { Elysia } from "elysia";
import { withinDeadline } from "../concurrency/within-deadline.ts";
import type { Sql } from "../db/open.ts";
import { toServiceError } from "../http/error-response.ts";
import { requestContext } from "../http/request-context.ts";
import type { Log } from "../log.ts";
import { faviconHeaders, faviconIco } from "../web/favicon.ts";
import { failureResponse, messageResponse, pageResponse } from "../web/page-response.ts";
import { isSlug } from "../web/slug.ts";
import { createViewCounter } from "./count-view.ts";
import type { NewsroomDeps } from "./deps.ts";
import { answerNewsSitemap, answerRobots, answerSitemapIndex } from "./feed-answers.ts";
import type { LoadedRelease } from "./load-release.ts";
import { createNewsroomAnswers } from "./newsroom-answers.ts";
import { newsroomOf } from "./newsroom-of.ts";
import { renderNotFoundPage } from "./pages/render-not-found-page.ts";
import { hostSitemapPath, newsSitemapPath } from "./paths.ts";
import { findNewsroom, type NewsroomRow } from "./sql.ts";
import { createViewId } from "./view-id.ts";

type Params = Record<string, string>;
type PageContext = { request: Request; params: Params };

const releasePath = "/newsroom/:clientSlug/:releaseSlug";
/** A URL that `releasePath` matches and that needs no decoding. */
const releaseUrl = /^https?:\/\/[^/?#]+\/newsroom\/([a-z0-9-]+)\/([a-z0-9-]+)(?:\?|$)/;

/** The pages that people and machines read: lists, releases, search, gallery, feeds and sitemaps. Views of lists and releases are counted, HEAD requests are not. */
export function createNewsroomPages(deps: NewsroomDeps) {
  const { sql, log, salts, releases } = deps;
  const countView = createViewCounter(deps);
  const routes = new Elysia({ detail: { hide: true } });
  const answers: Record<`/${string}`, (context: PageContext) => Promise<Response>> = {
    "/robots.txt": async ({ request }) => answerRobots(deps, request),
    "/favicon.ico": async () => new Response(faviconIco(), { headers: faviconHeaders }),
    [hostSitemapPath]: ({ request }) => answerSitemapIndex(deps, request),
    [newsSitemapPath]: ({ request }) => answerNewsSitemap(deps, request),
    [releasePath]: releasePage,
  };
  for (const [path, answer] of Object.entries(answers)) page(path, answer);
  for (const [path, answer] of Object.entries(createNewsroomAnswers({ ...deps, countView }))) {
    page(`/newsroom/:clientSlug${path}`, async ({ request, params }) => {
      const place = await newsroomAt(sql, params);
      const found = place === null ? null : await answer({ request, params, place });
      return found ?? notFound(place);
    });
  }
  return { routes, answerKnown };

  /**
   * Answers a release's page at once where it is in memory, and null where the routes have to. The router, its context and the
   * deadline of an answer that might wait take 27 µs, where all the rest of such a request takes 16.
   */
  function answerKnown(request: Request): Response | Promise<Response> | null {
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

  function page(path: string, answer: (context: PageContext) => Promise<Response>): void {
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

  async function releasePage({ request, params }: PageContext): Promise<Response> {
    const release = await releases.find(params.clientSlug ?? "", params.releaseSlug ?? "");
    return release === null
      ? notFound(await newsroomAt(sql, params))
      : sendRelease(request, release, await salts.current());
  }

  function sendRelease(
    request: Request,
    release: LoadedRelease,
    salt: Uint8Array,
  ): Response | Promise<Response> {
    const { place, releaseId } = release;
    const viewId = place.level === "L2" ? createViewId(salt, releaseId) : null;
    countView(request, place, { salt, releaseId, viewId });
    return pageResponse(request, release.page(viewId));
  }
}

/** Where the newsroom is there, the page leads to it. */
function notFound(place: NewsroomRow | null): Response {
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
