import { v7 as uuidv7 } from "uuid";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { backOffMs, type Leased, putOffRow } from "../../../floor/queues/leased-rows.ts";
import { ownHostColumn } from "../../clients/newsroom-sql.ts";
import { articleHash } from "../article-hash.ts";
import type { FeedFaultCode } from "./feed-fault.ts";
import type { FeedItem } from "./parse-items.ts";
import type { Match } from "./rules.ts";
import { feedQueue } from "./sql.ts";

/** Time between two readings of a feed that works; monitors renew theirs about as often. */
const readEveryMs = 15 * 60 * 1000;
/** After faults the wait doubles up to a day, so that a dead feed costs next to nothing. */
const backOff = { firstMs: readEveryMs, maxMs: 24 * 3600 * 1000 };
/** Newest releases that entries are matched with. */
const matchedReleasesMax = 500;
const matchedReleaseDays = 365;

export type ClaimedProvider = Leased & {
  name: string;
  url: string;
  etag: string | null;
  lastModified: string | null;
  /** Readings that failed since the last one that succeeded. */
  faults: number;
};

export type ReleaseToMatch = {
  id: number;
  title: string;
  slug: string;
  clientSlug: string;
  clientName: string;
  ownHost: string | null;
  publishedAt: Date;
};

/** Releases of an agency that an entry may be about, newest first. */
export async function selectReleasesToMatch(sql: Queryable, agencyId: number): Promise<ReleaseToMatch[]> {
  return await sql<ReleaseToMatch[]>`
    select
      release.id, release.title, release.slug, c.slug as "clientSlug", c.name as "clientName",
      ${ownHostColumn(sql)} as "ownHost",
      release.published_at as "publishedAt"
    from release
    join client c on c.agency_id = release.agency_id and c.id = release.client_id
    where release.agency_id = ${agencyId}
      and release.status = 'published'
      and release.published_at > now() - ${matchedReleaseDays} * interval '1 day'
    order by release.published_at desc, release.id desc
    limit ${matchedReleasesMax}
  `;
}

export type Finding = { item: FeedItem; medium: string; match: Match };

/**
 * Ends a reading: stores what was found as `observed`, each article once per release whatever feed names it, and notes the
 * success. Returns how many mentions are new, or null when the lease is lost; then nothing is stored.
 */
export async function finishReading(
  sql: Sql,
  provider: ClaimedProvider,
  reading: {
    etag: string | null;
    lastModified: string | null;
    items: number | null;
    findings: readonly Finding[];
  },
): Promise<number | null> {
  return await sql.begin(async (transaction) => {
    const set = transaction`
      state = 'active',
      last_check_at = now(),
      last_sync_at = now(),
      last_items = coalesce(${reading.items}::integer, last_items),
      etag = ${reading.etag},
      last_modified = ${reading.lastModified},
      fault = null,
      fault_message = null,
      consecutive_faults = 0
    `;
    if (!(await putOffRow(transaction, feedQueue, provider, { delayMs: readEveryMs, set }))) return null;
    return await insertFindings(transaction, provider, reading.findings);
  });
}

/** Notes why a reading failed, and waits longer each time; false when the lease is lost. */
export async function failReading(
  sql: Queryable,
  provider: ClaimedProvider,
  fault: { code: FeedFaultCode; message: string },
): Promise<boolean> {
  const set = sql`
    state = 'failing',
    last_check_at = now(),
    fault = ${fault.code},
    fault_message = left(${fault.message}, 300),
    consecutive_faults = consecutive_faults + 1
  `;
  const delayMs = backOffMs(provider.faults + 1, backOff);
  return await putOffRow(sql, feedQueue, provider, { delayMs, set });
}

/** Gives a reading back that the service itself called off. */
export async function releaseReading(sql: Queryable, provider: ClaimedProvider): Promise<void> {
  await putOffRow(sql, feedQueue, provider, { delayMs: 0 });
}

async function insertFindings(
  sql: Queryable,
  provider: ClaimedProvider,
  findings: readonly Finding[],
): Promise<number> {
  const rows = findings.map(({ item, medium, match }) => ({
    id: uuidv7(),
    release_id: match.releaseId,
    item_hash: articleHash({ url: item.url, medium, headline: item.headline, day: "" }),
    medium,
    headline: item.headline,
    url: item.url,
    published_at: item.publishedAt?.toISOString() ?? null,
    match_type: match.matchType,
    confidence: match.confidence,
    method: match.method,
  }));
  const inserted = await sql`
    insert into media_mention (
      agency_id, id, release_id, item_hash, medium, media_type, headline, url, published_at, match_type, origin, source, method,
      observed_at, confidence, provider_id
    )
    select
      ${provider.agencyId}, found.id, found.release_id, decode(found.item_hash, 'hex'), found.medium, 'online', found.headline,
      found.url, coalesce(found.published_at, now()), found.match_type, 'observed', ${provider.name}, found.method, now(),
      found.confidence, ${provider.id}::uuid
    from jsonb_to_recordset(${sql.json(rows)}) as found (
      id uuid, release_id integer, item_hash text, medium text, headline text, url text, published_at timestamptz,
      match_type text, confidence text, method text
    )
    on conflict (agency_id, release_id, origin, item_hash) where superseded_by is null do nothing
  `;
  return inserted.count;
}
