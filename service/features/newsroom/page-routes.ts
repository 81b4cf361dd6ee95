import { Elysia } from "elysia";
import { withinDeadline } from "../../floor/concurrency/within-deadline.ts";
import { toServiceError } from "../../floor/http/error-response.ts";
import { pageRoute, type RouteContext } from "../../floor/http/page-route.ts";
import { requestContext } from "../../floor/http/request-context.ts";
import { prefersMarkdown } from "../../floor/web/accepted-type.ts";
import { faviconHeaders, faviconIco } from "../../floor/web/favicon.ts";
import { failureResponse, pageResponse } from "../../floor/web/page-response.ts";
import { isReservedSlug } from "../../floor/web/slug.ts";
import type { Log } from "../../log.ts";
import { createViewCounter } from "./count-view.ts";
import type { NewsroomDeps } from "./deps.ts";
import { answerNewsSitemap, answerRobots, answerSitemapIndex } from "./feed-answers.ts";
import { answerFormerRelease, findNewsroomRow, notFoundIn, toRightAddress } from "./find-newsroom-row.ts";
import type { LoadedRelease } from "./load-release.ts";
import { type AnswerInNewsroom, createNewsroomAnswers } from "./newsroom-answers.ts";
import { hostSitemapPath, markdownEnding, newsSitemapPath } from "./paths.ts";
import type { NewsroomRow } from "./sql.ts";
import { createViewId } from "./view-id.ts";

const releasePath = "/newsroom/:clientSlug/:releaseSlug";
/** A URL that `releasePath` matches and that needs no decoding. */
const releaseUrl = /^https?:\/\/[^/?#]+\/newsroom\/([a-z0-9-]+)\/([a-z0-9-]+)(\.md)?(?:\?|$)/;

/** With one of these in its query an address means the page, not a release. */
const queriesOfPages: Readonly<Record<string, readonly string[]>> = {
  suche: ["q"],
  bilder: ["jahr", "meldung", "before"],
};

/**
 * The pages that people and machines read: lists, releases, search, gallery, feeds and sitemaps. Views of lists and releases are counted,
 * HEAD requests are not.
 */
export function createNewsroomPages(deps: NewsroomDeps) {
  const { log, salts, releases } = deps;
  const countView = createViewCounter(deps);
  const routes = new Elysia({ detail: { hide: true } });
  for (const [path, answer] of Object.entries(answersOfHost(deps))) page(path, answer);
  page(releasePath, releasePage);
  for (const [path, answer] of Object.entries(createNewsroomAnswers({ ...deps, countView }))) {
    page(`/newsroom/:clientSlug${path}`, ofNewsroom(answer, path.slice(1)));
  }
  return { routes, answerKnown };

  /**
   * Answers a release's page at once where it is in memory, and null where the routes have to. The router, its context and the
   * deadline of an answer that might wait take 27 µs, where all the rest of such a request takes 16.
   */
  function answerKnown(request: Request): Response | Promise<Response> | null {
    if (request.method !== "GET" && request.method !== "HEAD") return null;
    const [, clientSlug = "", releaseSlug = "", ending] = releaseUrl.exec(request.url) ?? [];
    if (isReservedSlug(releaseSlug)) return null;
    const release = releases.known(clientSlug, releaseSlug);
    const salt = release === null ? null : salts.known();
    if (release === null || salt === null) return null;
    requestContext(request).route = releasePath;
    try {
      return sendRelease(request, release, { salt, isMarkdown: ending !== undefined });
    } catch (error) {
      return failure(log, request, error);
    }
  }

  function page(path: string, answer: (context: RouteContext) => Promise<Response>): void {
    const guarded = pageRoute(log, path, (context) => withinDeadline(answer(context)));
    routes.get(path, guarded).head(path, guarded);
  }

  function ofNewsroom(answer: AnswerInNewsroom, word: string) {
    return async ({ request, params }: RouteContext): Promise<Response> => {
      const newsroomRow = await findNewsroomRow(deps, request, params.clientSlug ?? "");
      if (newsroomRow instanceof Response) return newsroomRow;
      const earlier = await findEarlierRelease(deps, request, { newsroomRow, word });
      if (earlier !== null)
        return sendRelease(request, earlier, { salt: await salts.current(), isMarkdown: false });
      return (await answer({ request, params, newsroomRow })) ?? notFoundIn(newsroomRow);
    };
  }

  async function releasePage({ request, params }: RouteContext): Promise<Response> {
    const asked = params.releaseSlug ?? "";
    const isMarkdown = asked.endsWith(markdownEnding);
    const word = isMarkdown ? asked.slice(0, -markdownEnding.length) : asked;
    const { clientSlug = "" } = params;
    const release = await releases.find(clientSlug, word);
    if (release !== null) return sendRelease(request, release, { salt: await salts.current(), isMarkdown });
    const rest = isMarkdown ? markdownEnding : "";
    return await answerFormerRelease(deps, request, { clientSlug, word, rest });
  }

  function sendRelease(
    request: Request,
    release: LoadedRelease,
    { salt, isMarkdown }: { salt: Uint8Array; isMarkdown: boolean },
  ): Response | Promise<Response> {
    const { newsroomRow, releaseId } = release;
    const elsewhere = toRightAddress(deps.publicUrl, request, newsroomRow);
    if (elsewhere !== null) return elsewhere;
    const asMarkdown = isMarkdown || prefersMarkdown(request.headers);
    // Markdown has no script that could tell more of this view.
    const viewId = newsroomRow.level === "L2" && !asMarkdown ? createViewId(salt, releaseId) : null;
    const room = countView(request, newsroomRow, { salt, releaseId, viewId });
    const answer = () => pageResponse(request, asMarkdown ? release.markdown : release.page(viewId));
    return room === null ? answer() : room.then(answer);
  }
}

/** What the service's host has beside its newsrooms. */
function answersOfHost(deps: NewsroomDeps): Record<string, (context: RouteContext) => Promise<Response>> {
  return {
    "/robots.txt": async ({ request }) => answerRobots(deps, request),
    "/favicon.ico": async () => new Response(faviconIco(), { headers: faviconHeaders }),
    [hostSitemapPath]: ({ request }) => answerSitemapIndex(deps, request),
    [newsSitemapPath]: ({ request }) => answerNewsSitemap(deps, request),
  };
}

function failure(log: Log, request: Request, error: unknown): Response {
  const { requestId } = requestContext(request);
  return failureResponse(toServiceError(error, log, requestId), requestId);
}

/**
 * The release that got its address before the service took this word for a page of its own: links to it lead to it still. An imprint
 * and a privacy notice that the newsroom keeps here go first, because the law wants them found.
 */
async function findEarlierRelease(
  { releases }: Pick<NewsroomDeps, "releases">,
  request: Request,
  { newsroomRow, word }: { newsroomRow: NewsroomRow; word: string },
): Promise<LoadedRelease | null> {
  if (!isReservedSlug(word)) return null;
  if (word === "impressum" && newsroomRow.hasImprintText) return null;
  if (word === "datenschutz" && newsroomRow.hasPrivacyText) return null;
  const query = new URL(request.url).searchParams;
  if (queriesOfPages[word]?.some((name) => query.has(name))) return null;
  return await releases.find(newsroomRow.clientSlug, word);
}
