import { feedResponse } from "../web/page-response.ts";
import type { NewsroomDeps } from "./deps.ts";
import { renderRss, renderSitemap, rssContentType, sitemapContentType } from "./feeds.ts";
import { etagOf } from "./load-release.ts";
import { newsroomOf, readAbout } from "./newsroom-of.ts";
import { newsroomOrigin } from "./paths.ts";
import { listPublishedReleases, listSitemapReleases, type NewsroomRow, releasesPerPage } from "./sql.ts";

const feedCacheSeconds = 300;

type FeedDeps = Pick<NewsroomDeps, "sql" | "publicUrl" | "texts">;

/** `text` is the service's own, or that of an own domain. */
export function answerRobots(request: Request, text: string): Response {
  return cached(request, text, "text/plain; charset=utf-8");
}

export async function answerFeed(deps: FeedDeps, request: Request, place: NewsroomRow): Promise<Response> {
  const { sql, publicUrl, texts } = deps;
  const rows = await listPublishedReleases(sql, place.agencyId, {
    clientId: place.clientId,
    before: null,
    after: null,
  });
  const releases = rows.slice(0, releasesPerPage);
  const newsroom = newsroomOf(place, await readAbout(texts, place));
  return cached(
    request,
    renderRss({ publicUrl: newsroomOrigin(publicUrl, place), newsroom, releases }),
    rssContentType,
  );
}

export async function answerSitemap(
  { sql, publicUrl }: FeedDeps,
  request: Request,
  place: NewsroomRow,
): Promise<Response> {
  const releases = await listSitemapReleases(sql, place.agencyId, place.clientId);
  const newsroom = newsroomOf(place, null);
  return cached(
    request,
    renderSitemap({ publicUrl: newsroomOrigin(publicUrl, place), newsroom, releases }),
    sitemapContentType,
  );
}

function cached(request: Request, text: string, contentType: string): Response {
  return feedResponse(request, { text, etag: etagOf(text), contentType, maxAgeSeconds: feedCacheSeconds });
}
