import { feedResponse } from "../web/page-response.ts";
import type { NewsroomDeps } from "./deps.ts";
import type { KnownTopic } from "./directory.ts";
import { listFeedReleases, listNews, listNewsrooms } from "./feed-sql.ts";
import { atomContentType, renderAtom, renderRss, rssContentType } from "./feeds.ts";
import { renderLlmsTxt } from "./llms-txt.ts";
import { newsroomOf, readAbout } from "./newsroom-of.ts";
import { newsroomOrigin } from "./paths.ts";
import { listPublishedReleases, listSitemapReleases, releasesPerPage } from "./releases-sql.ts";
import { pictureOf } from "./shown-asset.ts";
import {
  renderNewsSitemap,
  renderOwnRobotsTxt,
  renderRobotsTxt,
  renderSitemap,
  renderSitemapIndex,
  sitemapContentType,
} from "./sitemaps.ts";
import type { NewsroomRow } from "./sql.ts";

const feedCacheSeconds = 300;
const textContentType = "text/plain; charset=utf-8";

type FeedDeps = Pick<NewsroomDeps, "sql" | "publicUrl" | "texts">;
type Answer = Response | Promise<Response>;

export function answerRobots({ publicUrl }: FeedDeps, request: Request): Answer {
  return cached(request, renderRobotsTxt(publicUrl), textContentType);
}

/** The robots.txt of an own domain; null for a newsroom that has none, as its pages lie on the service's host. */
export function answerOwnRobots(
  { publicUrl }: FeedDeps,
  request: Request,
  place: NewsroomRow,
): Answer | null {
  if (place.ownHost === null) return null;
  const origin = newsroomOrigin(publicUrl, place);
  return cached(request, renderOwnRobotsTxt(origin), textContentType);
}

/** The newest releases with their whole texts; those of a topic, where one is given. */
export async function answerFeed(
  { sql, publicUrl, texts }: FeedDeps,
  request: Request,
  input: { place: NewsroomRow; topic: KnownTopic | null; format: "rss" | "atom" },
): Promise<Response> {
  const { place, topic, format } = input;
  const { agencyId, clientId } = place;
  const rows = await listFeedReleases(sql, agencyId, { clientId, topics: topic?.spellings ?? null });
  const releases = await Promise.all(
    rows.map(async ({ bodyMarkdown, image, ...row }) => ({
      ...row,
      image: image === null ? null : pictureOf(image),
      text: await texts.read(agencyId, bodyMarkdown),
    })),
  );
  const newsroom = newsroomOf(place, await readAbout(texts, place));
  const feed = { publicUrl: newsroomOrigin(publicUrl, place), newsroom, topic, releases };
  return format === "rss"
    ? cached(request, renderRss(feed), rssContentType)
    : cached(request, renderAtom(feed), atomContentType);
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

export async function answerSitemapIndex({ sql, publicUrl }: FeedDeps, request: Request): Promise<Response> {
  return cached(request, renderSitemapIndex(publicUrl, await listNewsrooms(sql)), sitemapContentType);
}

export async function answerNewsSitemap({ sql, publicUrl }: FeedDeps, request: Request): Promise<Response> {
  return cached(request, renderNewsSitemap(publicUrl, await listNews(sql)), sitemapContentType);
}

/** Null for a newsroom that wants none. */
export async function answerLlmsTxt(
  { sql, publicUrl, texts }: FeedDeps,
  request: Request,
  place: NewsroomRow,
): Promise<Response | null> {
  if (!place.allowsLlmsTxt) return null;
  const { agencyId, clientId } = place;
  const none = { scope: null, before: null, after: null };
  const rows = await listPublishedReleases(sql, agencyId, { clientId, ...none });
  const newsroom = newsroomOf(place, await readAbout(texts, place));
  const releases = rows.slice(0, releasesPerPage);
  return cached(
    request,
    renderLlmsTxt({ publicUrl: newsroomOrigin(publicUrl, place), newsroom, releases }),
    textContentType,
  );
}

function cached(request: Request, text: string, contentType: string): Answer {
  return feedResponse(request, { text, contentType, maxAgeSeconds: feedCacheSeconds });
}
