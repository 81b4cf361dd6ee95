import { feedResponse } from "../../floor/web/page-response.ts";
import { summaryOf } from "../../press-text/markdown/press-text.ts";
import type { NewsroomDeps } from "./deps.ts";
import type { KnownTopic } from "./directory.ts";
import { listFeedReleases, listNews, listNewsrooms } from "./feed-sql.ts";
import { atomContentType, renderAtom, renderRss, rssContentType } from "./feeds.ts";
import { escapedLine } from "./markdown-release.ts";
import { newsroomOf, readAbout } from "./newsroom-of.ts";
import type { Newsroom, ReleaseTeaser } from "./pages/page-input.ts";
import { newsroomTexts } from "./pages/texts.ts";
import { markdownPath, newsroomOrigin, newsroomPath } from "./paths.ts";
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
  newsroomRow: NewsroomRow,
): Answer | null {
  if (newsroomRow.ownHost === null) return null;
  const origin = newsroomOrigin(publicUrl, newsroomRow);
  return cached(request, renderOwnRobotsTxt(origin), textContentType);
}

/** The newest releases with their whole texts; those of a topic, where one is given. */
export async function answerFeed(
  { sql, publicUrl, texts }: FeedDeps,
  request: Request,
  input: { newsroomRow: NewsroomRow; topic: KnownTopic | null; format: "rss" | "atom" },
): Promise<Response> {
  const { newsroomRow, topic, format } = input;
  const { agencyId, clientId } = newsroomRow;
  const rows = await listFeedReleases(sql, agencyId, { clientId, topics: topic?.spellings ?? null });
  const releases = await Promise.all(
    rows.map(async ({ bodyMarkdown, image, ...row }) => ({
      ...row,
      image: image === null ? null : pictureOf(image),
      text: await texts.read(agencyId, bodyMarkdown),
    })),
  );
  const newsroom = newsroomOf(newsroomRow, await readAbout(texts, newsroomRow));
  const feed = { publicUrl: newsroomOrigin(publicUrl, newsroomRow), newsroom, topic, releases };
  return format === "rss"
    ? cached(request, renderRss(feed), rssContentType)
    : cached(request, renderAtom(feed), atomContentType);
}

export async function answerSitemap(
  { sql, publicUrl }: FeedDeps,
  request: Request,
  newsroomRow: NewsroomRow,
): Promise<Response> {
  const releases = await listSitemapReleases(sql, newsroomRow.agencyId, newsroomRow.clientId);
  const newsroom = newsroomOf(newsroomRow, null);
  return cached(
    request,
    renderSitemap({ publicUrl: newsroomOrigin(publicUrl, newsroomRow), newsroom, releases }),
    sitemapContentType,
  );
}

export async function answerSitemapIndex({ sql, publicUrl }: FeedDeps, request: Request): Promise<Response> {
  return cached(request, renderSitemapIndex(publicUrl, await listNewsrooms(sql)), sitemapContentType);
}

export async function answerNewsSitemap({ sql, publicUrl }: FeedDeps, request: Request): Promise<Response> {
  return cached(request, renderNewsSitemap(publicUrl, await listNews(sql, null)), sitemapContentType);
}

/** The news of an own domain, which the service's host leaves out; null for a newsroom that has none, as it is in that one. */
export async function answerOwnNewsSitemap(
  { sql, publicUrl }: FeedDeps,
  request: Request,
  newsroomRow: NewsroomRow,
): Promise<Response | null> {
  if (newsroomRow.ownHost === null) return null;
  const news = await listNews(sql, newsroomRow);
  return cached(request, renderNewsSitemap(newsroomOrigin(publicUrl, newsroomRow), news), sitemapContentType);
}

/** Null for a newsroom that wants none. */
export async function answerLlmsTxt(
  { sql, publicUrl, texts }: FeedDeps,
  request: Request,
  newsroomRow: NewsroomRow,
): Promise<Response | null> {
  if (!newsroomRow.allowsLlmsTxt) return null;
  const { agencyId, clientId } = newsroomRow;
  const none = { scope: null, before: null, after: null };
  const rows = await listPublishedReleases(sql, agencyId, { clientId, ...none });
  const newsroom = newsroomOf(newsroomRow, await readAbout(texts, newsroomRow));
  const releases = rows.slice(0, releasesPerPage);
  return cached(
    request,
    renderLlmsTxt({ publicUrl: newsroomOrigin(publicUrl, newsroomRow), newsroom, releases }),
    textContentType,
  );
}

function cached(request: Request, text: string, contentType: string): Answer {
  return feedResponse(request, { text, contentType, maxAgeSeconds: feedCacheSeconds });
}

/** What a language model is told of a newsroom: Markdown with its newest releases, as Markdown too. Source: llmstxt.org. */
function renderLlmsTxt(input: {
  publicUrl: string;
  newsroom: Newsroom;
  releases: readonly ReleaseTeaser[];
}): string {
  const { publicUrl, newsroom, releases } = input;
  const { clientName, language, pressContact } = newsroom;
  const texts = newsroomTexts[language];
  const about = summaryOf(newsroom.about) || texts.description(clientName);
  const mail = pressContact?.lines.find(({ scheme }) => scheme === "mailto:")?.value ?? null;
  return [
    `# ${escapedLine(clientName)}: ${texts.newsroom}`,
    "",
    `> ${escapedLine(about)}`,
    "",
    ...(mail === null ? [] : [`${texts.contact}: ${escapedLine(mail)}`, ""]),
    `## ${texts.latest}`,
    "",
    ...releases.map(({ slug, title, summary }) => {
      const link = `- [${escapedLine(title)}](${publicUrl}${markdownPath(newsroom, slug)})`;
      return summary === null ? link : `${link}: ${escapedLine(summary)}`;
    }),
    "",
    `[${texts.allReleases}](${publicUrl}${newsroomPath(newsroom)})`,
    "",
  ].join("\n");
}
