import type { Sql } from "../../db/open.ts";
import { newsroomOf, readAbout } from "../../newsroom/newsroom-of.ts";
import { findNewsroom } from "../../newsroom/sql.ts";
import type { TextReader } from "../../press-text/markdown/text-reader.ts";
import { readUnpublishedAssets, type UnpublishedAssetDeps } from "../preview/unpublished-assets.ts";
import { findByLink } from "./link-sql.ts";
import { findPageFacts } from "./page-sql.ts";
import type { ApprovalPageInput } from "./pages/page-input.ts";
import type { ClosedReason } from "./pages/render-outcome-page.ts";

/** What a link shows: the question, the decision already made, or the reason why it decides nothing. */
export type LoadedApproval =
  | { kind: "open" | "decided"; agencyId: number; page: ApprovalPageInput }
  | { kind: "closed"; reason: ClosedReason; agencyName: string | null };

export type LoadDeps = UnpublishedAssetDeps & { sql: Sql; texts: TextReader };

/** Reads what the page of a link shows. Reading changes nothing: mail scanners and previews open links too. */
export async function loadApproval(deps: LoadDeps, token: string): Promise<LoadedApproval> {
  const { sql, texts } = deps;
  const found = await findByLink(sql, token);
  if (found === null) return { kind: "closed", reason: "unknown", agencyName: null };
  const version = { draftId: found.draftId, version: found.draftVersion };
  const facts = await findPageFacts(sql, found.agencyId, version);
  const newsroom = facts === null ? null : await findNewsroom(sql, facts.clientSlug);
  if (facts === null || newsroom === null) return { kind: "closed", reason: "unknown", agencyName: null };
  const { agencyName } = facts;
  if (found.isReplaced) return { kind: "closed", reason: "replaced", agencyName };
  if (found.status === "expired") return { kind: "closed", reason: "expired", agencyName };
  if (found.status === "superseded" && found.decidedAt === null) {
    return { kind: "closed", reason: "superseded", agencyName };
  }
  const [about, text, assets] = await Promise.all([
    readAbout(texts, newsroom),
    texts.read(found.agencyId, facts.content.bodyMarkdown),
    readUnpublishedAssets(deps, newsroom, facts.content),
  ]);
  const page = { ...found, ...facts, ...assets, text, newsroom: newsroomOf(newsroom, about) };
  const { agencyId } = found;
  if (found.status === "pending") return { kind: "open", agencyId, page };
  // An edit voids an approval, but not the fact that this contact gave it.
  const decided = found.status === "superseded" ? { ...page, status: "approved" as const } : page;
  return { kind: "decided", agencyId, page: decided };
}
