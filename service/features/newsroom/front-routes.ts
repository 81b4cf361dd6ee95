import { Elysia } from "elysia";
import { withinDeadline } from "../../floor/concurrency/within-deadline.ts";
import type { Sql } from "../../floor/db/open.ts";
import { pageRoute } from "../../floor/http/page-route.ts";
import { prefersHtml } from "../../floor/web/accepted-type.ts";
import { documentHeaders } from "../../floor/web/content-security-policy.ts";
import type { LegalLinks } from "../../floor/web/layout.ts";
import { etagOf, pageResponse } from "../../floor/web/page-response.ts";
import type { Log } from "../../log.ts";
import { listNewsrooms } from "./feed-sql.ts";
import { renderFrontPage } from "./pages/render-front-page.ts";

/** Newsrooms that the page names: more than one screen's worth is no list that people read. */
const newsroomsShownMax = 500;

export type FrontRouteDeps = { sql: Sql; log: Log; operatorLinks: LegalLinks; showsNewsrooms: boolean };

/** `/`: a page for browsers. Programs are told that there is nothing, as on any unknown path. */
export function frontRoutes(deps: FrontRouteDeps) {
  const answer = pageRoute(deps.log, "/", ({ request }) =>
    prefersHtml(request.headers)
      ? withinDeadline(frontPage(deps, request))
      : Promise.resolve(Response.json({ error: "not_found" }, { status: 404, headers: { vary: "accept" } })),
  );
  return new Elysia({ detail: { hide: true } }).get("/", answer).head("/", answer);
}

async function frontPage(
  { sql, operatorLinks, showsNewsrooms }: FrontRouteDeps,
  request: Request,
): Promise<Response> {
  const newsrooms = showsNewsrooms ? await listNewsrooms(sql, newsroomsShownMax) : null;
  const body = renderFrontPage({ operatorLinks, newsrooms });
  const etag = etagOf(body);
  const headers = new Headers({
    ...documentHeaders(),
    "cache-control": "no-cache",
    vary: "accept, accept-encoding",
    etag,
  });
  return pageResponse(request, { body, headers, etag });
}
