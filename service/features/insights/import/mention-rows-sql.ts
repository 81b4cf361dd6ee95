import type { Fragment, JSONValue } from "postgres";
import type { Queryable } from "../../../floor/db/open.ts";
import { copyEvidence } from "../evidence/sql.ts";
import {
  type Batch,
  type BatchWriter,
  countNew,
  isReplaced,
  momentOf,
  type Superseded,
} from "./batch-sql.ts";

/**
 * Writes clippings. Where a file brings one again, the new row keeps what people entered about the old one, and its comparison with the
 * release.
 */
export const mentionRows: BatchWriter = { supersede: supersedeMentions, store: storeMentions };

async function supersedeMentions(sql: Queryable, agencyId: number, batch: Batch): Promise<Superseded> {
  // Columns, not JSON: Citus refuses functions that make JSON in what an update returns.
  const rows = await sql<
    ({ from: string; to: string; hasEntries: boolean } & { [column: string]: JSONValue })[]
  >`
    update media_mention as old
    set superseded_by = ${batch.importId}
    from jsonb_to_recordset(${batch.rows}) as given (id uuid, release_id integer, item_hash text)
    where old.agency_id = ${agencyId}
      and old.release_id = given.release_id
      and old.origin = 'imported'
      and old.item_hash = decode(given.item_hash, 'hex')
      and ${isReplaced(sql, batch)}
    returning
      old.id as "from", given.id as "to",
      (old.state, old.key_messages, old.corrected_fields) <> ('confirmed', '{}', '{}')
        or coalesce(old.note, old.tone, old.merged_into::text, old.moved_from::text) is not null
        or coalesce(old.author, old.locator, old.language, old.reach_source, nullif(old.match_type_by, 'comparison')) is not null
        as "hasEntries",
      old.release_id, encode(old.item_hash, 'hex') as item_hash, old.merged_into, old.moved_from, old.note, old.tone, old.tone_by,
      old.tone_at, old.key_messages, old.state, old.state_at, old.author, old.locator, old.language, old.reach, old.reach_source, old.match_type,
      nullif(old.match_type_by, 'comparison') as match_type_by, old.corrected_fields, old.medium, old.media_type, old.headline, old.url,
      old.published_at, old.published_on
  `;
  return {
    count: rows.length,
    entered: rows.flatMap(({ from: _from, to: _to, hasEntries, ...entries }) =>
      hasEntries ? [entries] : [],
    ),
    successors: rows.map(({ from, to }) => ({ from, to })),
  };
}

/** What people enter about a clipping, in the order of the insert. */
const enteredColumns = [
  ...["note", "tone", "tone_by", "tone_at", "key_messages", "state", "state_at"],
  ...["author", "locator", "language", "reach_source", "match_type_by"],
];

/** What a file says of a clipping and a person may put right, each with the name that `corrected_fields` has for it. */
const correctable = {
  medium: "medium",
  media_type: "media_type",
  headline: "headline",
  url: "url",
  published_at: "day",
  published_on: "day",
} as const;

/** Of a column: what stands in the row `known` where a person has corrected it, and `given` where not. */
function unlessCorrected(
  sql: Queryable,
  column: keyof typeof correctable,
  { known, given }: { known: string; given: Fragment },
) {
  // Written into the text: Citus plans `on conflict do update` as a statement of its own, in which parameters of the `select` have no type.
  const name = sql.unsafe(`'${correctable[column]}'`);
  return sql`
    case when ${name} = any(${sql(known)}.corrected_fields) then ${sql(known)}.${sql(column)} else ${given} end
  `;
}

async function storeMentions(sql: Queryable, agencyId: number, batch: Batch & Superseded): Promise<number> {
  const asGiven = (column: keyof typeof correctable, given?: Fragment) =>
    unlessCorrected(sql, column, { known: "earlier", given: given ?? sql`given.${sql(column)}` });
  const asAgain = (column: keyof typeof correctable) =>
    sql`${sql(column)} = ${unlessCorrected(sql, column, { known: "media_mention", given: sql`excluded.${sql(column)}` })}`;
  const rows = await sql<{ isNew: boolean }[]>`
    insert into media_mention (
      agency_id, id, release_id, client_id, item_hash, medium, media_type, headline, url, published_at, published_on, match_type,
      origin, source, method, observed_at, confidence, import_id, reach, reach_origin, merged_into, moved_from,
      corrected_fields, ${sql(enteredColumns)}
    )
    select
      agency.id, given.id, given.release_id, release.client_id, decode(given.item_hash, 'hex'), ${asGiven("medium")},
      ${asGiven("media_type")}, ${asGiven("headline")}, ${asGiven("url")},
      ${asGiven("published_at", momentOf(sql, "published_at"))}, ${asGiven("published_on")},
      case when earlier.match_type_by is null then given.match_type else earlier.match_type end, 'imported', given.source,
      ${batch.method}, now(), 'high', ${batch.importId}::uuid, known.reach,
      case when known.reach is not null then 'estimated' end, coalesce(earlier.merged_into, hand.id),
      nullif(earlier.moved_from, given.release_id),
      coalesce(earlier.corrected_fields, '{}'), earlier.note, earlier.tone,
      earlier.tone_by, earlier.tone_at, coalesce(earlier.key_messages, '{}'), coalesce(earlier.state, 'confirmed'),
      earlier.state_at, earlier.author, earlier.locator, earlier.language, earlier.reach_source, earlier.match_type_by
    from agency
    cross join jsonb_to_recordset(${batch.rows}) as given (
      id uuid, release_id integer, item_hash text, hand_hash text, medium text, media_type text, headline text, url text,
      published_at text, published_on date, match_type text, source text, reach bigint
    )
    join release on release.agency_id = ${agencyId} and release.id = given.release_id
    left join jsonb_to_recordset(${sql.json([...batch.entered])}) as earlier (
      release_id integer, item_hash text, merged_into uuid, moved_from integer, note text, tone text, tone_by uuid, tone_at timestamptz,
      key_messages text[], state text, state_at timestamptz, author text, locator text, language text, reach bigint,
      reach_source text, match_type text, match_type_by text, corrected_fields text[], medium text, media_type text, headline text,
      url text, published_at timestamptz, published_on date
    ) on earlier.release_id = given.release_id and earlier.item_hash = given.item_hash
    -- A person's source goes with a person's figure.
    cross join lateral (
      select case when earlier.reach_source is null then given.reach else earlier.reach end as reach
    ) as known
    -- What a person has entered is shown, and the file's row stands behind it.
    left join lateral (
      select id
      from media_mention
      where agency_id = ${agencyId}
        and item_hash = decode(given.hand_hash, 'hex')
        and client_id = release.client_id
        and import_id is null
        and provider_id is null
        and merged_into is null
      limit 1
    ) as hand on true
    where agency.id = ${agencyId}
      -- Skips a row whose clipping a person has moved from this release to another release or client, unless it was moved back. Where the
      -- file names both, its row of the other one has just taken the place of what was moved.
      and not exists (
        select
        from media_mention as moved
        where moved.agency_id = ${agencyId}
          and moved.item_hash = decode(given.item_hash, 'hex')
          and moved.moved_from = given.release_id
          and moved.release_id is distinct from given.release_id
          and moved.origin = 'imported'
          and (moved.superseded_by is null or moved.superseded_by = ${batch.importId}::uuid)
      )
    on conflict (agency_id, release_id, origin, item_hash) where superseded_by is null do update
    set
      ${asAgain("medium")},
      ${asAgain("media_type")},
      ${asAgain("headline")},
      ${asAgain("url")},
      ${asAgain("published_at")},
      ${asAgain("published_on")},
      match_type = case
        when media_mention.match_type_by is null then excluded.match_type else media_mention.match_type
      end,
      source = excluded.source,
      reach = case when media_mention.reach_source is null then excluded.reach else media_mention.reach end,
      reach_origin = case
        when media_mention.reach_source is null then excluded.reach_origin else media_mention.reach_origin
      end
    returning xmax = 0 as "isNew"
  `;
  if (batch.successors.length > 0) await copyEvidence(sql, agencyId, batch.successors);
  return countNew(rows);
}
