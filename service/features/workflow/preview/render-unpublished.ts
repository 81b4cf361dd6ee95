import type { Sql } from "../../../floor/db/open.ts";
import { secretPageResponse } from "../../../floor/secret-links/secret-page.ts";
import type { Html } from "../../../floor/web/html.ts";
import { findNewsroom } from "../../newsroom/sql.ts";
import type { DraftContent } from "../drafts/rules.ts";
import { type DraftPageDeps, renderDraftPage } from "./draft-page.ts";

export type RenderDeps = DraftPageDeps & { sql: Sql };

export type Unpublished = {
  clientSlug: string;
  content: DraftContent;
  /** The day that the page shows. */
  publishedAt: Date;
  /** Bar above the release that says why the page is not public. */
  notice: Html;
};

/** A text behind a link, as readers will get it. Null where the newsroom is gone. */
export async function renderUnpublished(
  deps: RenderDeps,
  { clientSlug, ...shown }: Unpublished,
): Promise<Response | null> {
  const newsroomRow = await findNewsroom(deps.sql, clientSlug);
  if (newsroomRow === null) return null;
  const { page, look } = await renderDraftPage(deps, newsroomRow, shown);
  const { style, language } = look;
  const headers = { "x-robots-tag": "noindex, nofollow, noarchive" };
  return secretPageResponse(page, 200, { style, language, headers });
}
