import { Elysia } from "elysia";
import { withinDeadline } from "../concurrency/within-deadline.ts";
import { toServiceError } from "../http/error-response.ts";
import { requestContext } from "../http/request-context.ts";
import type { Log } from "../log.ts";
import { failureResponse, pageResponse } from "../web/page-response.ts";
import { createViewCounter } from "./count-view.ts";
import type { NewsroomDeps } from "./deps.ts";
import { answerFeed, answerRobots, answerSitemap } from "./feed-answers.ts";
import { ownRobotsTxt, robotsTxt } from "./feeds.ts";
import { answerFormerRelease, findPlace, toRightAddress } from "./find-place.ts";
import { answerLegalPage } from "./legal-page.ts";
import { readListPlace, renderListPage } from "./list-page.ts";
import { etagOf, type LoadedRelease } from "./load-release.ts";
import { pageHeaders } from "./page-headers.ts";
import { legalPages } from "./paths.ts";
import type { NewsroomRow } from "./sql.ts";
import { createViewId } from "./view-id.ts";

type Params = Record<string, string>;
type PageContext = { request: Request; params: Params };

type AnswerOfNewsroom = (request: Request, place: NewsroomRow) => Promise<Response>;

const releasePath = "/newsroom/:clientSlug/:releaseSlug";
/** A URL that `releasePath` matches and that needs no decoding. */
const releaseUrl = /^https?:\/\/[^/?#]+\/newsroom\/([a-z0-9-]+)\/([a-z0-9-]+)(?:\?|$)/;

/** The pages that people and machines read: list, release, feed and sitemap. Each view is counted, HEAD requests are not. */
export function createNewsroomPages(deps: NewsroomDeps) {
  const { log, salts, releases } = deps;
  const countView = createViewCounter(deps);
  const routes = new Elysia({ detail: { hide: true } });
  page("/robots.txt", async ({ request }) => answerRobots(request, robotsTxt));
  page("/newsroom/:clientSlug", ofNewsroom(listPage));
  for (const [path, answer] of furtherPages(deps)) page(path, ofNewsroom(answer));
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

  function ofNewsroom(answer: AnswerOfNewsroom) {
    return async ({ request, params }: PageContext): Promise<Response> => {
      // Null where the path is no UTF-8, whatever the type says.
      const found = await findPlace(deps, request, params.clientSlug ?? "");
      return found instanceof Response ? found : await answer(request, found);
    };
  }

  async function listPage(request: Request, place: NewsroomRow): Promise<Response> {
    const html = await renderListPage(deps, { place, ...readListPlace(request.url) });
    countView(request, place, { salt: await salts.current(), releaseId: null, viewId: null });
    const sent = pageHeaders({ ...place, etag: etagOf(html), lastModified: null });
    return pageResponse(request, { body: html, ...sent });
  }

  async function releasePage({ request, params }: PageContext): Promise<Response> {
    const release = await releases.find(params.clientSlug ?? "", params.releaseSlug ?? "");
    if (release !== null) return sendRelease(request, release, await salts.current());
    const found = await findPlace(deps, request, params.clientSlug ?? "");
    if (found instanceof Response) return found;
    return await answerFormerRelease(deps, request, { place: found, word: params.releaseSlug ?? "" });
  }

  function sendRelease(request: Request, release: LoadedRelease, salt: Uint8Array): Response {
    const { place, releaseId } = release;
    const elsewhere = toRightAddress(deps.publicUrl, request, place);
    if (elsewhere !== null) return elsewhere;
    const viewId = place.level === "L2" ? createViewId(salt, releaseId) : null;
    countView(request, place, { salt, releaseId, viewId });
    return pageResponse(request, release.page(viewId));
  }
}

/** What a newsroom has beside its list and its releases; nobody is counted there. */
function furtherPages(deps: NewsroomDeps): [`/${string}`, AnswerOfNewsroom][] {
  const legal = legalPages.map((page): [`/${string}`, AnswerOfNewsroom] => [
    `/newsroom/:clientSlug/${page}`,
    (request, place) => answerLegalPage(deps, request, { place, page }),
  ]);
  return [
    ["/newsroom/:clientSlug/robots.txt", async (request) => answerRobots(request, ownRobotsTxt)],
    ["/newsroom/:clientSlug/rss.xml", (request, place) => answerFeed(deps, request, place)],
    ["/newsroom/:clientSlug/sitemap.xml", (request, place) => answerSitemap(deps, request, place)],
    ...legal,
  ];
}

function failure(log: Log, request: Request, error: unknown): Response {
  const { requestId } = requestContext(request);
  return failureResponse(toServiceError(error, log, requestId), requestId);
}
