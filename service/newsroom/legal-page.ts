import { etagOf, pageResponse } from "../web/page-response.ts";
import { safeLinkUrl } from "../web/safe-url.ts";
import type { NewsroomDeps } from "./deps.ts";
import { newsroomOf } from "./newsroom-of.ts";
import { pageHeaders } from "./page-headers.ts";
import { renderLegalPage } from "./pages/render-legal-page.ts";
import { type LegalPage, newsroomOrigin } from "./paths.ts";
import { findLegalText, type NewsroomRow } from "./sql.ts";

/** A newsroom's imprint or privacy notice: its own text, or the way to the page elsewhere, or null. Nobody is counted here. */
export async function answerLegalPage(
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
