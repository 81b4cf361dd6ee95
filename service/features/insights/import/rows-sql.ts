import type { JSONValue } from "postgres";
import { v7 as uuidv7 } from "uuid";
import { inTransaction } from "../../../floor/db/in-transaction.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { contactRow } from "../../media-contacts/contact-row.ts";
import { insertImportedMembers } from "../../media-contacts/list-members-sql.ts";
import { insertContactRows } from "../../media-contacts/sql.ts";
import { copyEvidence } from "../evidence/sql.ts";
import { ImportError } from "./faults.ts";
import type { ImportKind, ImportRow } from "./kinds.ts";
import { holdImport } from "./state-sql.ts";

type Batch = { importId: string; method: string; rows: ReturnType<Queryable["json"]> };
type Superseded = {
  count: number;
  /** What people have said of the rows of an earlier file. Handed on, because a look for each row would take the wrong index in a new table. */
  judged: readonly JSONValue[];
  /** Ids of what was replaced and of what takes its place. */
  successors: readonly { from: string; to: string }[];
};

/** How many rows are new, and how many contacts were left out because they objected. */
export type StoredCounts = { inserted: number; objected: number };

/** The two statements of a batch; each answers with the number of its rows. */
type Kind = {
  /** Marks what an earlier file said of the same things. */
  supersede: (sql: Queryable, agencyId: number, batch: Batch) => Promise<Superseded>;
  /** Adds the rows; how many were not there. */
  store: (sql: Queryable, agencyId: number, batch: Batch & Superseded) => Promise<number>;
};

/**
 * Stores rows of an import as `imported`, with reach as `estimated`, and counts those that are new; the others replace what an
 * earlier row or file said of the same thing. They count when the import ends, and so does what replaces an earlier file's. No two
 * of the rows may mean the same thing. Throws an ImportError where the import was given up.
 */
export async function insertRows(
  sql: Queryable,
  agencyId: number,
  input: {
    importId: string;
    kind: ImportKind;
    method: string;
    rows: readonly ImportRow[];
    secrets?: SecretCipher | undefined;
  },
): Promise<StoredCounts> {
  const { kind, secrets, importId } = input;
  if (kind === "media-contacts") {
    if (secrets === undefined)
      throw new Error("Contacts are stored sealed: the import needs the secret key.");
    const contacts = input.rows.flatMap(({ contact }) => contact ?? []);
    return await inTransaction(sql, async (transaction) => {
      if (!(await holdImport(transaction, agencyId, importId))) throw new ImportError("given_up");
      const rows = contacts.map((fields) => contactRow(secrets, { agencyId, id: uuidv7() }, fields));
      const counts = await insertContactRows(transaction, agencyId, { rows, importId });
      const members = input.rows.flatMap(({ listIds = [] }, index) =>
        listIds.map((list_id) => ({ list_id, address_key: rows[index]?.address_key ?? "" })),
      );
      await insertImportedMembers(transaction, agencyId, { importId, members });
      return counts;
    });
  }
  const rows = sql.json(input.rows.map((row) => ({ id: uuidv7(), ...row })));
  const batch = { importId, method: input.method, rows };
  const { supersede, store } = kinds[kind];
  return await inTransaction(sql, async (transaction) => {
    if (!(await holdImport(transaction, agencyId, importId))) throw new ImportError("given_up");
    const superseded = await supersede(transaction, agencyId, batch);
    const stored = await store(transaction, agencyId, { ...batch, ...superseded });
    return { inserted: stored - superseded.count, objected: 0 };
  });
}

const kinds: Readonly<Record<Exclude<ImportKind, "media-contacts">, Kind>> = {
  "media-mentions": { supersede: supersedeMentions, store: storeMentions },
  "search-visibility": { supersede: supersedeQueries, store: storeQueries },
  "ai-visibility": { supersede: supersedeSamples, store: storeSamples },
};

async function supersedeMentions(sql: Queryable, agencyId: number, batch: Batch): Promise<Superseded> {
  // Columns, not JSON: Citus refuses functions that make JSON in what an update returns.
  const rows = await sql<
    ({ from: string; to: string; isJudged: boolean } & { [column: string]: JSONValue })[]
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
      (old.state, old.key_messages) <> ('confirmed', '{}')
        or coalesce(old.note, old.tone, old.merged_into::text) is not null
        or coalesce(old.author, old.locator, old.language, old.reach_source, nullif(old.match_type_by, 'comparison')) is not null
        as "isJudged",
      old.release_id, encode(old.item_hash, 'hex') as item_hash, old.merged_into, old.note, old.tone, old.tone_by, old.tone_at,
      old.key_messages, old.state, old.state_at, old.author, old.locator, old.language, old.reach, old.reach_source, old.match_type,
      nullif(old.match_type_by, 'comparison') as match_type_by
  `;
  return {
    count: rows.length,
    judged: rows.flatMap(({ from: _from, to: _to, isJudged, ...said }) => (isJudged ? [said] : [])),
    successors: rows.map(({ from, to }) => ({ from, to })),
  };
}

/** What people say of a clipping, in the order of the insert. */
const judged = [
  ...["note", "tone", "tone_by", "tone_at", "key_messages", "state", "state_at"],
  ...["author", "locator", "language", "reach_source", "match_type_by"],
];

async function storeMentions(sql: Queryable, agencyId: number, batch: Batch & Superseded): Promise<number> {
  const rows = await sql<{ isNew: boolean }[]>`
    insert into media_mention (
      agency_id, id, release_id, client_id, item_hash, medium, media_type, headline, url, published_at, published_on, match_type,
      origin, source, method, observed_at, confidence, import_id, reach, reach_origin, merged_into, ${sql(judged)}
    )
    select
      agency.id, given.id, given.release_id, release.client_id, decode(given.item_hash, 'hex'), given.medium, given.media_type,
      given.headline, given.url, ${momentOf(sql, "published_at")}, given.published_on,
      case when earlier.match_type_by is null then given.match_type else earlier.match_type end, 'imported', given.source,
      ${batch.method}, now(), 'high', ${batch.importId}::uuid, known.reach,
      case when known.reach is not null then 'estimated' end, coalesce(earlier.merged_into, hand.id), earlier.note, earlier.tone,
      earlier.tone_by, earlier.tone_at, coalesce(earlier.key_messages, '{}'), coalesce(earlier.state, 'confirmed'),
      earlier.state_at, earlier.author, earlier.locator, earlier.language, earlier.reach_source, earlier.match_type_by
    from agency
    cross join jsonb_to_recordset(${batch.rows}) as given (
      id uuid, release_id integer, item_hash text, hand_hash text, medium text, media_type text, headline text, url text,
      published_at text, published_on date, match_type text, source text, reach bigint
    )
    join release on release.agency_id = ${agencyId} and release.id = given.release_id
    left join jsonb_to_recordset(${sql.json([...batch.judged])}) as earlier (
      release_id integer, item_hash text, merged_into uuid, note text, tone text, tone_by uuid, tone_at timestamptz,
      key_messages text[], state text, state_at timestamptz, author text, locator text, language text, reach bigint,
      reach_source text, match_type text, match_type_by text
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
      -- What a person has moved to another release or client stays there, and is not here again.
      and not exists (
        select
        from media_mention as moved
        where moved.agency_id = ${agencyId}
          and moved.item_hash = decode(given.item_hash, 'hex')
          and moved.moved_from = given.release_id
          and moved.origin = 'imported'
          and moved.superseded_by is null
      )
    on conflict (agency_id, release_id, origin, item_hash) where superseded_by is null do update
    set
      medium = excluded.medium,
      media_type = excluded.media_type,
      headline = excluded.headline,
      url = excluded.url,
      published_at = excluded.published_at,
      published_on = excluded.published_on,
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

async function supersedeQueries(sql: Queryable, agencyId: number, batch: Batch): Promise<Superseded> {
  const { count } = await sql`
    update search_visibility as old
    set superseded_by = ${batch.importId}
    from jsonb_to_recordset(${batch.rows}) as given (
      release_id integer, query text, period_from date, period_to date, source text
    )
    where old.agency_id = ${agencyId}
      and (old.release_id, old.source, old.query) = (given.release_id, given.source, given.query)
      and (old.period_from, old.period_to) = (given.period_from, given.period_to)
      and ${isReplaced(sql, batch)}
  `;
  return { count, judged: [], successors: [] };
}

async function storeQueries(sql: Queryable, agencyId: number, batch: Batch): Promise<number> {
  const rows = await sql<{ isNew: boolean }[]>`
    insert into search_visibility (
      agency_id, id, release_id, query, clicks, impressions, ctr, position, period_from, period_to, origin, source,
      method, observed_at, confidence, import_id
    )
    select
      agency.id, given.id, given.release_id, given.query, given.clicks, given.impressions, given.ctr, given.position,
      given.period_from, given.period_to, 'imported', given.source, ${batch.method}, now(), 'high', ${batch.importId}::uuid
    from agency
    cross join jsonb_to_recordset(${batch.rows}) as given (
      id uuid, release_id integer, query text, clicks bigint, impressions bigint, ctr double precision,
      position double precision, period_from date, period_to date, source text
    )
    where agency.id = ${agencyId}
    on conflict (agency_id, release_id, source, query, period_from, period_to) where superseded_by is null do update
    set
      clicks = excluded.clicks,
      impressions = excluded.impressions,
      ctr = excluded.ctr,
      position = excluded.position
    returning xmax = 0 as "isNew"
  `;
  return countNew(rows);
}

async function supersedeSamples(sql: Queryable, agencyId: number, batch: Batch): Promise<Superseded> {
  const { count } = await sql`
    with given as materialized (
      select given.*, ${momentOf(sql, "observed_at")} as observed_moment
      from agency
      cross join jsonb_to_recordset(${batch.rows}) as given (
        release_id integer, engine text, model text, prompt text, observed_at text, source text
      )
      where agency.id = ${agencyId}
    )
    update ai_visibility_run as old
    set superseded_by = ${batch.importId}
    from given
    where old.agency_id = ${agencyId}
      and (old.release_id, old.source, old.engine, old.model) =
        (given.release_id, given.source, given.engine, given.model)
      and md5(old.prompt) = md5(given.prompt)
      and old.observed_at = given.observed_moment::timestamptz(3)
      and ${isReplaced(sql, batch)}
  `;
  return { count, judged: [], successors: [] };
}

async function storeSamples(sql: Queryable, agencyId: number, batch: Batch): Promise<number> {
  const rows = await sql<{ isNew: boolean }[]>`
    insert into ai_visibility_run (
      agency_id, id, release_id, engine, model, prompt, runs, mentioned, cited, cited_urls, observed_at, origin, source,
      method, confidence, import_id
    )
    select
      agency.id, given.id, given.release_id, given.engine, given.model, given.prompt, given.runs, given.mentioned,
      given.cited, given.cited_urls, ${momentOf(sql, "observed_at")}, 'imported', given.source, ${batch.method},
      given.confidence, ${batch.importId}::uuid
    from agency
    cross join jsonb_to_recordset(${batch.rows}) as given (
      id uuid, release_id integer, engine text, model text, prompt text, runs integer, mentioned integer, cited integer,
      cited_urls text[], observed_at text, source text, confidence text
    )
    where agency.id = ${agencyId}
    on conflict (agency_id, release_id, source, engine, model, md5(prompt), observed_at) where superseded_by is null
      do update
    set
      runs = excluded.runs,
      mentioned = excluded.mentioned,
      cited = excluded.cited,
      cited_urls = excluded.cited_urls,
      confidence = excluded.confidence
    returning xmax = 0 as "isNew"
  `;
  return countNew(rows);
}

/** Of an earlier file, and replaced by nobody yet. Rows of this file that mean the same thing replace each other in place. */
function isReplaced(sql: Queryable, { importId }: Batch) {
  return sql`old.superseded_by is null and old.import_id <> ${importId}`;
}

function countNew(rows: readonly { isNew: boolean }[]): number {
  return rows.filter(({ isNew }) => isNew).length;
}

/** A moment without an offset is the agency's own time. `column` is ours. */
function momentOf(sql: Queryable, column: string) {
  const name = sql(`given.${column}`);
  return sql`case
    when ${name} ~ '(Z|[+-][0-9]{2}:[0-9]{2})$' then ${name}::timestamptz
    else ${name}::timestamp at time zone agency.time_zone
  end`;
}
