import { requestContext } from "../../floor/http/request-context.ts";
import { faviconHeaders, faviconIco } from "../../floor/web/favicon.ts";
import { etagOf, pageResponse } from "../../floor/web/page-response.ts";
import { safeLinkUrl } from "../../floor/web/safe-url.ts";
import { derivativePath, originalPath } from "../media/paths.ts";
import type { CountView } from "./count-view.ts";
import type { NewsroomDeps } from "./deps.ts";
import { createDirectories, type ReadNewsroomDirectory } from "./directory.ts";
import {
  answerFeed,
  answerLlmsTxt,
  answerOwnNewsSitemap,
  answerOwnRobots,
  answerSitemap,
} from "./feed-answers.ts";
import { renderGalleryOf } from "./gallery-page.ts";
import {
  type ReleaseList,
  readListPosition,
  renderListPage,
  topicList,
  wholeList,
  yearList,
} from "./list-page.ts";
import { newsroomOf } from "./newsroom-of.ts";
import { pageHeaders } from "./page-headers.ts";
import { renderLegalPage } from "./pages/render-legal-page.ts";
import { type LegalPage, legalPages, newsroomOrigin, newsSitemapPath } from "./paths.ts";
import { createSearchSeats, readQuery, renderSearchOf } from "./search-page.ts";
import { findLegalText, type NewsroomRow } from "./sql.ts";

type InNewsroom = { request: Request; params: Record<string, string>; newsroomRow: NewsroomRow };

/** Answers a request within a newsroom; null where there is nothing of that name. */
export type AnswerInNewsroom = (context: InNewsroom) => Promise<Response | null>;

type AnswerDeps = NewsroomDeps & { countView: CountView; directoryOf: ReadNewsroomDirectory };

/** What a newsroom has beside its releases, by the path below its own. */
export function createNewsroomAnswers(
  parts: NewsroomDeps & { countView: CountView },
): Record<string, AnswerInNewsroom> {
  const deps = { ...parts, directoryOf: createDirectories(parts.sql) };
  const search = { ...parts, seats: createSearchSeats(parts.connections) };
  return {
    "": (context) => listPage(deps, context, wholeList(context.newsroomRow)),
    "/jahr/:year": async (context) => {
      const directory = await deps.directoryOf(context.newsroomRow);
      return listPage(deps, context, yearList(context.newsroomRow, directory, context.params.year ?? ""));
    },
    "/thema/:topicSlug": async (context) => {
      const directory = await deps.directoryOf(context.newsroomRow);
      return listPage(
        deps,
        context,
        topicList(context.newsroomRow, directory, context.params.topicSlug ?? ""),
      );
    },
    "/thema/:topicSlug/rss.xml": (context) => topicFeed(deps, context, "rss"),
    "/thema/:topicSlug/atom.xml": (context) => topicFeed(deps, context, "atom"),
    "/suche": async ({ request, newsroomRow }) =>
      send(
        request,
        newsroomRow,
        await renderSearchOf(search, newsroomRow, {
          ...readQuery(request.url),
          clientAddress: requestContext(request).clientAddress,
        }),
      ),
    "/bilder": (context) => galleryPage(deps, context),
    "/rss.xml": ({ request, newsroomRow }) =>
      answerFeed(deps, request, { newsroomRow, topic: null, format: "rss" }),
    "/atom.xml": ({ request, newsroomRow }) =>
      answerFeed(deps, request, { newsroomRow, topic: null, format: "atom" }),
    "/sitemap.xml": ({ request, newsroomRow }) => answerSitemap(deps, request, newsroomRow),
    [newsSitemapPath]: ({ request, newsroomRow }) => answerOwnNewsSitemap(deps, request, newsroomRow),
    "/llms.txt": ({ request, newsroomRow }) => answerLlmsTxt(deps, request, newsroomRow),
    "/robots.txt": async ({ request, newsroomRow }) => answerOwnRobots(deps, request, newsroomRow),
    "/favicon.ico": async ({ newsroomRow }) => faviconOf(newsroomRow),
    ...Object.fromEntries(legalPages.map((page) => [`/${page}`, legalPage(deps, page)])),
  };
}

/** The logo where there is one: browsers take any picture for an icon. */
function faviconOf({ logo }: NewsroomRow): Response {
  if (logo === null) return new Response(faviconIco(), { headers: faviconHeaders });
  const [smallest] = logo.derivatives;
  const location = smallest === undefined ? originalPath(logo) : derivativePath(logo, smallest);
  return new Response(null, {
    status: 302,
    headers: { location, "cache-control": faviconHeaders["cache-control"] },
  });
}

function legalPage(deps: AnswerDeps, page: LegalPage): AnswerInNewsroom {
  return ({ request, newsroomRow }) => answerLegalPage(deps, request, { newsroomRow, page });
}

/** A newsroom's imprint or privacy notice: its own text, or the way to the page elsewhere, or null. Nobody is counted here. */
async function answerLegalPage(
  { sql, texts, publicUrl }: Pick<NewsroomDeps, "sql" | "texts" | "publicUrl">,
  request: Request,
  { newsroomRow, page }: { newsroomRow: NewsroomRow; page: LegalPage },
): Promise<Response | null> {
  const { agencyId, clientId } = newsroomRow;
  const markdown = await findLegalText(sql, agencyId, { clientId, page });
  if (markdown !== null) {
    const newsroom = newsroomOf(newsroomRow, null);
    const text = await texts.read(agencyId, markdown);
    const html = renderLegalPage({ publicUrl: newsroomOrigin(publicUrl, newsroomRow), newsroom, page, text });
    const sent = pageHeaders({ ...newsroom, level: "L0", etag: etagOf(html), lastModified: null });
    return pageResponse(request, { body: html, ...sent });
  }
  const url = page === "impressum" ? newsroomRow.imprintUrl : newsroomRow.privacyUrl;
  const elsewhere = url === null ? null : safeLinkUrl(url);
  return elsewhere === null
    ? null
    : new Response(null, { status: 302, headers: { location: elsewhere, "cache-control": "no-cache" } });
}

async function listPage(
  deps: AnswerDeps,
  { request, newsroomRow }: InNewsroom,
  list: ReleaseList | null,
): Promise<Response | null> {
  if (list === null) return null;
  const directory = await deps.directoryOf(newsroomRow);
  const html = await renderListPage(deps, { newsroomRow, list, directory, ...readListPosition(request.url) });
  await countPage(deps, request, newsroomRow);
  return send(request, newsroomRow, html);
}

async function topicFeed(
  deps: AnswerDeps,
  { request, params, newsroomRow }: InNewsroom,
  format: "rss" | "atom",
): Promise<Response | null> {
  const { topics } = await deps.directoryOf(newsroomRow);
  const topic = topics.find(({ slug }) => slug === params.topicSlug);
  return topic === undefined ? null : answerFeed(deps, request, { newsroomRow, topic, format });
}

async function galleryPage(deps: AnswerDeps, { request, newsroomRow }: InNewsroom): Promise<Response> {
  const directory = await deps.directoryOf(newsroomRow);
  const html = await renderGalleryOf(deps, { newsroomRow, directory, url: request.url });
  await countPage(deps, request, newsroomRow);
  return send(request, newsroomRow, html);
}

async function countPage(deps: AnswerDeps, request: Request, newsroomRow: NewsroomRow): Promise<void> {
  await deps.countView(request, newsroomRow, {
    salt: await deps.salts.current(),
    releaseId: null,
    viewId: null,
  });
}

/** A page that is made for each request. */
function send(request: Request, newsroomRow: NewsroomRow, html: string): Response | Promise<Response> {
  const sent = pageHeaders({ ...newsroomRow, etag: etagOf(html), lastModified: null });
  return pageResponse(request, { body: html, ...sent });
}
