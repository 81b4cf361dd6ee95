import { v7 as uuidv7 } from "uuid";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { backOffMs, type Leased, putOffRow } from "../../../floor/queues/leased-rows.ts";
import { enqueueEvent } from "../../events/enqueue-event.ts";
import { articleHash, handHash } from "../article-hash.ts";
import { enqueueEvidence } from "../evidence/sql.ts";
import { type CalledBy, calledByColumns } from "../release-addresses.ts";
import type { MediaMention } from "../schema.ts";
import type { FeedFaultCode } from "./feed-fault.ts";
import type { FeedItem } from "./parse-items.ts";
import type { FeedRequest, Validators } from "./read-feed.ts";
import type { Match } from "./rules.ts";
import { feedQueue } from "./sql.ts";

/** Time between two readings of a feed that works; monitors renew theirs about as often. */
const readEveryMs = 15 * 60 * 1000;
/** After faults the wait doubles up to a day, so that a dead feed costs next to nothing. */
const backOff = { firstMs: readEveryMs, maxMs: 24 * 3600 * 1000 };
/** Newest releases that entries are matched with. */
const matchedReleasesMax = 500;
const matchedReleaseDays = 365;

export type ClaimedProvider = Leased &
  Validators &
  Pick<FeedRequest, "parts"> & {
    name: string;
    url: string;
    /** Readings that failed since the last one that succeeded. */
    faults: number;
  };

export type ReleaseToMatch = CalledBy & {
  id: number;
  title: string;
  clientNames: string[];
  publishedAt: Date;
};

/** Releases of an agency that an entry may be about, newest first. */
export async function selectReleasesToMatch(sql: Queryable, agencyId: number): Promise<ReleaseToMatch[]> {
  return await sql<ReleaseToMatch[]>`
    select
      r.id, r.title, array_prepend(c.name, c.other_names) as "clientNames", r.published_at as "publishedAt",
      ${calledByColumns(sql, agencyId)}
    from release r
    join client c on c.agency_id = r.agency_id and c.id = r.client_id
    where r.agency_id = ${agencyId}
      and r.status = 'published'
      and r.published_at > now() - ${matchedReleaseDays} * interval '1 day'
    order by r.published_at desc, r.id desc
    limit ${matchedReleasesMax}
  `;
}

export type Finding = { item: FeedItem; medium: string; match: Match };

/** A clipping that a feed has brought, and the one that stands above it where there is one. */
export type NewFinding = {
  id: string;
  clientId: number;
  pressReleaseId: number;
  medium: string;
  url: string;
  matchType: MediaMention["matchType"];
  mergedInto: string | null;
};

/**
 * Ends a reading: stores what was found as `observed`, each article once for a client whatever feed names it, and notes the
 * success. Returns the mentions that are new, or null when the lease is lost; then nothing is stored.
 */
export async function finishReading(
  sql: Sql,
  provider: ClaimedProvider,
  reading: Validators & Pick<FeedRequest, "parts"> & { items: number | null; findings: readonly Finding[] },
): Promise<NewFinding[] | null> {
  return await sql.begin(async (transaction) => {
    const set = transaction`
      state = 'active',
      last_check_at = now(),
      last_sync_at = now(),
      last_items = coalesce(${reading.items}::integer, last_items),
      etag = ${reading.etag},
      last_modified = ${reading.lastModified},
      parts = ${reading.parts === null ? null : transaction.json(reading.parts)},
      fault = null,
      fault_message = null,
      consecutive_faults = 0
    `;
    if (!(await putOffRow(transaction, feedQueue, provider, { delayMs: readEveryMs, set }))) return null;
    const inserted = await insertFindings(transaction, provider, reading.findings);
    await enqueueEvidence(
      transaction,
      provider.agencyId,
      inserted.map(({ id }) => id),
    );
    const shown = inserted.filter(({ mergedInto }) => mergedInto === null);
    await enqueueEvent(
      transaction,
      provider.agencyId,
      shown.map(({ mergedInto: _none, ...data }) => ({ type: "mention.found", data })),
    );
    return inserted;
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

/**
 * Stores findings as clippings to look at: of each article and client the best match, once. One that a person entered before is merged into
 * theirs. What a person rejected for the client or moved away from the release does not come again.
 */
async function insertFindings(
  sql: Queryable,
  { agencyId, id, name }: ClaimedProvider,
  findings: readonly Finding[],
): Promise<NewFinding[]> {
  return await sql<NewFinding[]>`
    insert into media_mention (
      agency_id, id, release_id, client_id, item_hash, medium, media_type, headline, url, published_at, match_type, origin, source,
      method, observed_at, confidence, provider_id, merged_into, state
    )
    select
      ${agencyId}, found.id, found.release_id, found.client_id, decode(found.item_hash, 'hex'), found.medium, 'online',
      found.headline, found.url, coalesce(found.published_at, now()), found.match_type, 'observed', ${name}, found.method,
      now(), found.confidence, ${id}::uuid, hand.id, 'found'
    from (
      select distinct on (release.client_id, given.item_hash) given.*, release.client_id
      from jsonb_to_recordset(${sql.json(findings.map(rowOf))}) as given (
        id uuid, release_id integer, item_hash text, hand_hash text, medium text, headline text, url text,
        published_at timestamptz, match_type text, confidence text, method text
      )
      join release on release.agency_id = ${agencyId} and release.id = given.release_id
      order by
        release.client_id, given.item_hash, array_position(array['link', 'excerpt', 'mention'], given.match_type),
        array_position(array['low', 'medium', 'high'], given.confidence) desc, release.published_at desc nulls last, release.id desc
    ) as found
    left join media_mention as hand
      on hand.agency_id = ${agencyId}
        and hand.item_hash = decode(found.hand_hash, 'hex')
        and hand.client_id = found.client_id
        and hand.import_id is null
        and hand.provider_id is null
        and hand.merged_into is null
    where not exists (
      select
      from media_mention as known
      left join release as other on other.agency_id = ${agencyId} and other.id = known.release_id
      where known.agency_id = ${agencyId}
        and known.item_hash in (decode(found.item_hash, 'hex'), decode(found.hand_hash, 'hex'))
        and (
          known.moved_from = found.release_id
          or (
            coalesce(known.client_id, other.client_id) = found.client_id
            and (known.state = 'rejected' or known.provider_id is not null)
          )
        )
    )
    on conflict (agency_id, release_id, origin, item_hash) where superseded_by is null do nothing
    returning
      id, client_id as "clientId", release_id as "pressReleaseId", medium, url, match_type as "matchType", merged_into as "mergedInto"
  `;
}

function rowOf({ item, medium, match }: Finding) {
  const item_hash = articleHash({ url: item.url, medium, headline: item.headline, day: "" });
  return {
    id: uuidv7(),
    release_id: match.releaseId,
    item_hash,
    hand_hash: handHash(item_hash),
    medium,
    headline: item.headline,
    url: item.url,
    published_at: item.publishedAt?.toISOString() ?? null,
    match_type: match.matchType,
    confidence: match.confidence,
    method: match.method,
  };
}
