import type { Sql } from "../../../floor/db/open.ts";
import type { Loop } from "../../../floor/loops/start-loops.ts";
import type { TargetRules } from "../../../floor/outbound/check-target.ts";
import { leasedLoop } from "../../../floor/queues/loops.ts";
import type { Log } from "../../../log.ts";
import { addressesOf } from "../release-addresses.ts";
import { FeedFault } from "./feed-fault.ts";
import type { FeedParser } from "./feed-parser.ts";
import type { FeedItem } from "./parse-items.ts";
import { readFeed } from "./read-feed.ts";
import {
  type ClaimedProvider,
  type Finding,
  failReading,
  finishReading,
  releaseReading,
  selectReleasesToMatch,
} from "./reading-sql.ts";
import { comparableRelease, matchItem, pageAddress } from "./rules.ts";
import { feedQueue } from "./sql.ts";

export type ProviderDeps = {
  sql: Sql;
  log: Log;
  targetRules: TargetRules;
  feedParser: FeedParser;
  /** Scheme and host of the newsrooms, without a slash at the end. */
  publicUrl: string;
};

/** Feeds read side by side: eight that hang until their deadline still leave 1,400 readings an hour. */
const readingsAtOnce = 8;
/** Entries matched in one go; then other work of the thread gets its turn. */
const itemsAtOnce = 5;
const mediumCharactersMax = 200;

/** The loop that reads media-monitoring feeds, agency by agency, until none is due. */
export function providerLoop(deps: ProviderDeps): Loop {
  return leasedLoop<ClaimedProvider>({
    sql: deps.sql,
    table: feedQueue,
    name: "providers",
    schedule: "*/5 * * * * *",
    lanesMax: readingsAtOnce,
    work: (provider, signal) => syncClaimed(deps, provider, signal),
  });
}

async function syncClaimed(
  deps: ProviderDeps,
  provider: ClaimedProvider,
  signal: AbortSignal,
): Promise<void> {
  try {
    await sync(deps, provider, signal);
  } catch (error) {
    if (!(error instanceof FeedFault)) throw error;
    await settle(deps, provider, { fault: error, signal });
  }
}

async function sync(deps: ProviderDeps, provider: ClaimedProvider, signal: AbortSignal): Promise<void> {
  const answer = await readFeed({
    ...provider,
    rules: deps.targetRules,
    signal,
    parse: (xml) => deps.feedParser.parse(provider.agencyId, xml),
  });
  const { items, ...read } = answer;
  const findings = items === null ? [] : await findMentions(deps, provider, items);
  const inserted = await finishReading(deps.sql, provider, {
    ...read,
    items: items?.length ?? null,
    findings,
  });
  deps.log.debug("feed_read", {
    agencyId: provider.agencyId,
    providerId: provider.id,
    items: items?.length ?? null,
    mentions: inserted?.length ?? null,
  });
}

async function settle(
  { sql, log }: ProviderDeps,
  provider: ClaimedProvider,
  { fault, signal }: { fault: FeedFault; signal: AbortSignal },
): Promise<void> {
  if (signal.aborted) return await releaseReading(sql, provider);
  const { code, message } = fault;
  await failReading(sql, provider, { code, message });
  log.warn("feed_failed", { agencyId: provider.agencyId, providerId: provider.id, fault: code, message });
}

async function findMentions(
  { sql, publicUrl }: ProviderDeps,
  provider: ClaimedProvider,
  items: readonly FeedItem[],
): Promise<Finding[]> {
  const now = new Date();
  const rows = await selectReleasesToMatch(sql, provider.agencyId);
  const releases = rows.map((row) =>
    comparableRelease({ ...row, urls: addressesOf(publicUrl, row).release }),
  );
  const own = `${pageAddress(publicUrl) ?? ""}/newsroom/`;
  const ownHosts = new Set(rows.flatMap((row) => row.ownHosts));
  const findings: Finding[] = [];
  for (const [position, item] of items.entries()) {
    if (position % itemsAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
    // Our own pages are measured, not mentioned: an agency may watch its own newsroom's feed.
    if (pageAddress(item.url)?.startsWith(own) === true || ownHosts.has(new URL(item.url).hostname)) continue;
    const medium =
      item.medium ?? new URL(item.url).hostname.replace(/^www\./, "").slice(0, mediumCharactersMax);
    findings.push(...matchItem(item, releases, now).map((match) => ({ item, medium, match })));
  }
  return findings;
}
