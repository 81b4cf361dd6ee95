import { Elysia } from "elysia";
import { withinDeadline } from "../concurrency/within-deadline.ts";
import { toServiceError } from "../http/error-response.ts";
import { requestContext } from "../http/request-context.ts";
import { boundedCache } from "../limits/bounded-cache.ts";
import { attributeSource } from "../measurement/referrer.ts";
import { failureResponse, feedResponse, messageResponse, pageResponse } from "../web/page-response.ts";
import { isSlug } from "../web/slug.ts";
import type { NewsroomDeps } from "./deps.ts";
import { describeVisit } from "./describe-visit.ts";
import { renderRss, renderSitemap, robotsTxt, rssContentType, sitemapContentType } from "./feeds.ts";
import { readListPlace, renderListPage } from "./list-page.ts";
import { etagOf, type LoadedRelease } from "./load-release.ts";
import { newsroomOf, readAbout } from "./newsroom-of.ts";
import { pageHeaders } from "./page-headers.ts";
import { renderNotFoundPage } from "./pages/render-not-found-page.ts";
import {
  findNewsroom,
  listPublishedReleases,
  listSitemapReleases,
  type NewsroomRow,
  releasesPerPage,
} from "./sql.ts";
import { createViewId } from "./view-id.ts";

const feedCacheSeconds = 300;
/** Without PUBLIC_URL a client may name any host; each of these takes 300 bytes. */
const ownHostsMax = 1_000;

type Params = Record<string, string>;
type PageContext = { request: Request; params: Params };

const releasePath = "/newsroom/:clientSlug/:releaseSlug";
/** A URL that `releasePath` matches and that needs no decoding. */
const releaseUrl = /^https?:\/\/[^/?#]+\/newsroom\/([a-z0-9-]+)\/([a-z0-9-]+)(?:\?|$)/;

/** The pages that people and machines read: list, release, feed and sitemap. Each view is counted, HEAD requests are not. */
export function createNewsroomPages(deps: NewsroomDeps) {
  const { sql, recorder, salts, publicUrl, releases } = deps;
  // Hosts that the edge let through: with PUBLIC_URL set they are one or two.
  const ownHosts = boundedCache(ownHostsMax, (host) => [publicUrl.replace(/^https?:\/\//, ""), host]);
  const routes = new Elysia({ detail: { hide: true } });
  page("/robots.txt", async ({ request }) => cached(request, robotsTxt, "text/plain; charset=utf-8"));
  page("/newsroom/:clientSlug", listPage);
  page("/newsroom/:clientSlug/rss.xml", feed);
  page("/newsroom/:clientSlug/sitemap.xml", sitemap);
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
      return failure(request, error);
    }
  }

  function page(path: `/${string}`, answer: (context: PageContext) => Promise<Response>): void {
    const guarded = async (context: PageContext) => {
      requestContext(context.request).route = path;
      try {
        return await withinDeadline(answer(context));
      } catch (error) {
        return failure(context.request, error);
      }
    };
    routes.get(path, guarded).head(path, guarded);
  }

  function failure(request: Request, error: unknown): Response {
    const { requestId } = requestContext(request);
    return failureResponse(toServiceError(error, deps.log, requestId), requestId);
  }

  async function listPage({ request, params }: PageContext): Promise<Response> {
    const place = await newsroomAt(params);
    if (place === null) return messageResponse(renderNotFoundPage(null), 404);
    const html = await renderListPage(deps, { place, ...readListPlace(request.url) });
    count(request, place, { salt: await salts.current(), releaseId: null, viewId: null });
    const sent = pageHeaders({ level: place.level, etag: etagOf(html), lastModified: null });
    return pageResponse(request, { body: html, ...sent });
  }

  async function releasePage({ request, params }: PageContext): Promise<Response> {
    const release = await releases.find(params.clientSlug ?? "", params.releaseSlug ?? "");
    return release === null ? notFound(params) : sendRelease(request, release, await salts.current());
  }

  function sendRelease(request: Request, release: LoadedRelease, salt: Uint8Array): Response {
    const { place, releaseId } = release;
    const viewId = place.level === "L2" ? createViewId(salt, releaseId) : null;
    count(request, place, { salt, releaseId, viewId });
    return pageResponse(request, release.page(viewId));
  }

  async function notFound(params: Params): Promise<Response> {
    const place = await newsroomAt(params);
    return messageResponse(renderNotFoundPage(place === null ? null : newsroomOf(place, null)), 404);
  }

  async function newsroomAt(params: Params): Promise<NewsroomRow | null> {
    // Null where the path is no UTF-8, whatever the type says.
    const clientSlug = params.clientSlug ?? "";
    return isSlug(clientSlug) ? await findNewsroom(sql, clientSlug) : null;
  }

  async function feed({ request, params }: PageContext): Promise<Response> {
    const place = await newsroomAt(params);
    if (place === null) return messageResponse(renderNotFoundPage(null), 404);
    const rows = await listPublishedReleases(sql, place.agencyId, {
      clientId: place.clientId,
      before: null,
      after: null,
    });
    const releases = rows.slice(0, releasesPerPage);
    const newsroom = newsroomOf(place, await readAbout(deps.texts, place));
    return cached(request, renderRss({ publicUrl, newsroom, releases }), rssContentType);
  }

  async function sitemap({ request, params }: PageContext): Promise<Response> {
    const place = await newsroomAt(params);
    if (place === null) return messageResponse(renderNotFoundPage(null), 404);
    const releases = await listSitemapReleases(sql, place.agencyId, place.clientId);
    return cached(
      request,
      renderSitemap({ publicUrl, newsroom: newsroomOf(place, null), releases }),
      sitemapContentType,
    );
  }

  /** Appends the view in memory: the page never waits for the database to count it. */
  function count(
    request: Request,
    place: NewsroomRow,
    { salt, releaseId, viewId }: { salt: Uint8Array; releaseId: number | null; viewId: string | null },
  ): void {
    if (request.method !== "GET") return;
    const context = requestContext(request);
    const { crawlerRanges, verifyAddress } = deps;
    const visit = describeVisit({ request, context, place, salt, crawlerRanges, verifyAddress });
    if (visit === null) return;
    const source = attributeSource({
      url: request.url,
      refererHeader: request.headers.get("referer"),
      ownHosts: ownHosts(request.headers.get("host") ?? ""),
    });
    recorder.recordPageView({ ...visit, kind: "page_view", source, releaseId, viewId });
  }
}

function cached(request: Request, text: string, contentType: string): Response {
  return feedResponse(request, { text, etag: etagOf(text), contentType, maxAgeSeconds: feedCacheSeconds });
}
