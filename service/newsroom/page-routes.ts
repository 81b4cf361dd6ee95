import { Elysia } from "elysia";
import { toServiceError } from "../http/error-response.ts";
import { requestContext } from "../http/request-context.ts";
import { withinDeadline } from "../http/within-deadline.ts";
import { boundedCache } from "../measurement/classify/bounded-cache.ts";
import { attributeSource } from "../measurement/referrer.ts";
import type { NewsroomDeps } from "./deps.ts";
import { describeVisit } from "./describe-visit.ts";
import { renderRss, renderSitemap, robotsTxt, rssContentType, sitemapContentType } from "./feeds.ts";
import { readListPlace, renderListPage } from "./list-page.ts";
import { etagOf, newsroomOf } from "./load-release.ts";
import {
  failureResponse,
  feedResponse,
  messageResponse,
  pageHeaders,
  pageResponse,
} from "./page-response.ts";
import { renderNotFoundPage } from "./pages/render-message-page.ts";
import { isSlug } from "./slug.ts";
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

/** The pages that people and machines read: list, release, feed and sitemap. Each view is counted, HEAD requests are not. */
export function newsroomPageRoutes(deps: NewsroomDeps) {
  const { sql, recorder, salts, publicUrl, findRelease } = deps;
  // Hosts that the edge let through: with PUBLIC_URL set they are one or two.
  const ownHosts = boundedCache(ownHostsMax, (host) => [publicUrl.replace(/^https?:\/\//, ""), host]);
  const routes = new Elysia({ detail: { hide: true } });
  page("/robots.txt", async ({ request }) => cached(request, robotsTxt, "text/plain; charset=utf-8"));
  page("/newsroom/:clientSlug", listPage);
  page("/newsroom/:clientSlug/rss.xml", feed);
  page("/newsroom/:clientSlug/sitemap.xml", sitemap);
  page("/newsroom/:clientSlug/:releaseSlug", releasePage);
  return routes;

  function page(path: `/${string}`, answer: (context: PageContext) => Promise<Response>): void {
    const guarded = async (context: PageContext) => {
      requestContext(context.request).route = path;
      try {
        return await withinDeadline(answer(context));
      } catch (error) {
        const { requestId } = requestContext(context.request);
        return failureResponse(toServiceError(error, deps.log, requestId), requestId);
      }
    };
    routes.get(path, guarded).head(path, guarded);
  }

  async function listPage({ request, params }: PageContext): Promise<Response> {
    const place = await newsroomAt(params);
    if (place === null) return messageResponse(renderNotFoundPage(null), 404);
    const html = await renderListPage(sql, { publicUrl, place, ...readListPlace(request.url) });
    await count(request, place, { releaseId: null, viewId: null });
    const sent = pageHeaders({ level: place.level, etag: etagOf(html), lastModified: null });
    return pageResponse(request, { body: html, ...sent });
  }

  async function releasePage({ request, params }: PageContext): Promise<Response> {
    const release = await findRelease(params.clientSlug ?? "", params.releaseSlug ?? "");
    if (release === null) return notFound(params);
    const { place, releaseId } = release;
    const viewId = place.level === "L2" ? createViewId(await salts.current(), releaseId) : null;
    await count(request, place, { releaseId, viewId });
    return pageResponse(request, release.page(viewId));
  }

  async function notFound(params: Params): Promise<Response> {
    const place = await newsroomAt(params);
    return messageResponse(renderNotFoundPage(place === null ? null : newsroomOf(place)), 404);
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
    return cached(request, renderRss({ publicUrl, newsroom: newsroomOf(place), releases }), rssContentType);
  }

  async function sitemap({ request, params }: PageContext): Promise<Response> {
    const place = await newsroomAt(params);
    if (place === null) return messageResponse(renderNotFoundPage(null), 404);
    const releases = await listSitemapReleases(sql, place.agencyId, place.clientId);
    return cached(
      request,
      renderSitemap({ publicUrl, newsroom: newsroomOf(place), releases }),
      sitemapContentType,
    );
  }

  /** Appends the view in memory: the page never waits for the database to count it. */
  async function count(
    request: Request,
    place: NewsroomRow,
    page: { releaseId: number | null; viewId: string | null },
  ): Promise<void> {
    if (request.method !== "GET") return;
    const context = requestContext(request);
    const salt = await salts.current();
    const visit = describeVisit({ request, context, place, salt, crawlerRanges: deps.crawlerRanges });
    if (visit === null) return;
    const source = attributeSource({
      url: request.url,
      refererHeader: request.headers.get("referer"),
      ownHosts: ownHosts(request.headers.get("host") ?? ""),
    });
    recorder.recordPageView({ ...visit, kind: "page_view", source, ...page });
  }
}

function cached(request: Request, text: string, contentType: string): Response {
  return feedResponse(request, { text, etag: etagOf(text), contentType, maxAgeSeconds: feedCacheSeconds });
}
