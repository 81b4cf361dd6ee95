import type { Sql } from "../../../floor/db/open.ts";
import type { Loop } from "../../../floor/loops/start-loops.ts";
import { endRow, putOffRow } from "../../../floor/queues/leased-rows.ts";
import { leasedLoop } from "../../../floor/queues/loops.ts";
import type { Log } from "../../../log.ts";
import type { PageReaderDeps } from "../pages/host-rules.ts";
import type { Turn } from "../pages/page-parser.ts";
import { readArticlePage } from "../pages/read-article-page.ts";
import { addressesOf } from "../release-addresses.ts";
import { findPageToCompare, type PageToCompare } from "./page-to-compare-sql.ts";
import type { Comparison } from "./schema.ts";
import { type ClaimedLook, evidenceQueue, finishLook } from "./sql.ts";

export type EvidenceDeps = PageReaderDeps & { sql: Sql; log: Log };

/** Pages read side by side: with four that hang until their deadline 1,400 an hour are still read. */
const looksAtOnce = 4;

/** The loop that reads the pages of clippings and holds them against their releases, agency by agency, until none is due. */
export function evidenceLoop(deps: EvidenceDeps): Loop {
  return leasedLoop<ClaimedLook>({
    sql: deps.sql,
    table: evidenceQueue,
    name: "evidence",
    schedule: "*/10 * * * * *",
    lanesMax: looksAtOnce,
    work: (look, signal) => lookAt(deps, look, signal),
  });
}

async function lookAt(deps: EvidenceDeps, look: ClaimedLook, signal: AbortSignal): Promise<void> {
  const page = await findPageToCompare(deps.sql, look);
  if (page === null) {
    await endRow(deps.sql, evidenceQueue, look);
    return;
  }
  const seen = await readPage(deps, { agencyId: look.agencyId, signal }, page).catch((error: unknown) => {
    // A page that takes too long, or more memory than there is, ends its thread. It would do so again at once.
    deps.log.warn("article_not_compared", { agencyId: look.agencyId, clippingId: look.id, error });
    return { outcome: "failed", comparison: null };
  });
  if (signal.aborted) await putOffRow(deps.sql, evidenceQueue, look, { delayMs: 0 });
  else await finishLook(deps.sql, look, seen);
}

async function readPage(
  deps: EvidenceDeps,
  turn: Turn,
  page: PageToCompare,
): Promise<{ outcome: string; comparison: Comparison | null }> {
  const answer = await readArticlePage(deps, { ...turn, url: page.url });
  if (answer.outcome !== "read") return { outcome: answer.outcome, comparison: null };
  const { html, url } = answer;
  const release = { ...page, addresses: addressesOf(deps.publicUrl, page) };
  const comparison = await deps.pageParser.ask(turn, "compare", { html, url, release });
  return { outcome: comparison === null ? "no_article" : "read", comparison };
}
