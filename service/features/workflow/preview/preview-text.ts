import { ServiceError } from "../../../errors.ts";
import { findClient } from "../../clients/sql.ts";
import { findNewsroom } from "../../newsroom/sql.ts";
import type { DraftContent } from "../drafts/rules.ts";
import { type DraftPage, renderDraftPage } from "./draft-page.ts";
import type { RenderDeps } from "./render-unpublished.ts";

/** A text as readers will get it, saved or not. Null where the client's newsroom is not open. Throws `not_found`. */
export async function previewText(
  deps: RenderDeps,
  agencyId: number,
  { clientId, content, publishedAt }: { clientId: number; content: DraftContent; publishedAt: Date | null },
): Promise<DraftPage | null> {
  const client = await findClient(deps.sql, agencyId, clientId);
  if (client === null) throw new ServiceError("not_found", "There is no such client.");
  const newsroomRow = await findNewsroom(deps.sql, client.slug);
  if (newsroomRow === null) return null;
  const { embargoUntil } = content;
  const now = new Date();
  // The day on which it is to appear, because that of the publication is not known yet.
  const shownAt = publishedAt ?? (embargoUntil !== null && embargoUntil > now ? embargoUntil : now);
  return await renderDraftPage(deps, newsroomRow, { content, publishedAt: shownAt });
}
