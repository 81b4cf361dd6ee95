import { v7 as uuidv7 } from "uuid";
import { textArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { evidenceColumn } from "../evidence/sql.ts";
import { reachSourceOf } from "./rules.ts";
import type { Clipping, ClippingFields, ClippingState, Tone } from "./schema.ts";

/** Other rows of one article: an agency's feeds find it for a handful of releases. */
const sameArticleMax = 20;

/** How a clipping came in that is entered by a person. */
export type Entry = { origin: "observed" | "imported"; source: string; method: string };

/** The columns of a clipping from `mention`, with its `release`, its `client` and its `agency`. */
export function clippingColumns(sql: Queryable, agencyId: number) {
  return sql`
    mention.id, mention.medium, mention.media_type as "mediaType", mention.headline, mention.url,
    mention.published_at as "publishedAt", mention.published_on::text as "publishedOn",
    coalesce(mention.published_on, (mention.published_at at time zone agency.time_zone)::date)::text as day,
    mention.author, mention.locator as place, mention.language, mention.note, mention.reach::double precision as reach,
    mention.reach_source as "reachSource", mention.match_type as "matchType", mention.match_type_by as "matchTypeBy", mention.tone,
    mention.tone_at as "toneAt", mention.key_messages as "keyMessages", mention.state, mention.origin, mention.source,
    mention.method, mention.observed_at as "observedAt", mention.merged_into as "mergedInto", client.id as "clientId",
    client.name as "clientName", release.id as "releaseId", release.title as "releaseTitle",
    mention.import_id is null and mention.provider_id is null as "isByHand",
    ${evidenceColumn(sql, agencyId, "mention")} as evidence
  `;
}

/** A clipping of the agency; null for another's. With `isLocked` nobody else changes it until the transaction ends. */
export async function findClipping(
  sql: Queryable,
  agencyId: number,
  { id, isLocked = false }: { id: string; isLocked?: boolean },
): Promise<Clipping | null> {
  const [row] = await sql<Clipping[]>`
    select
      ${clippingColumns(sql, agencyId)},
      (select coalesce(person.name, person.email) from person where person.id = mention.tone_by) as "toneByName",
      (select coalesce(person.name, person.email) from person where person.id = mention.entered_by) as "enteredByName"
    from media_mention as mention
    left join release on release.agency_id = ${agencyId} and release.id = mention.release_id
    join client on client.agency_id = ${agencyId} and client.id = coalesce(mention.client_id, release.client_id)
    join agency on agency.id = ${agencyId}
    where mention.agency_id = ${agencyId}
      and mention.id = ${id}
      and mention.superseded_by is null
    ${isLocked ? sql`for update of mention` : sql``}
  `;
  return row ?? null;
}

/**
 * Other clippings of the same article about the same client, and what became of them. `mergedInto` is null where that clipping belongs to
 * another client: the reader may not be allowed to open it.
 */
export async function listSameArticle(
  sql: Queryable,
  agencyId: number,
  input: { clientId: number; hashes: readonly string[]; exceptId: string | null },
): Promise<Pick<Clipping, "id" | "origin" | "source" | "releaseTitle" | "state" | "mergedInto">[]> {
  return await sql`
    select
      mention.id, mention.origin, mention.source, release.title as "releaseTitle", mention.state,
      (
        select shown.id
        from media_mention as shown
        left join release as its on its.agency_id = ${agencyId} and its.id = shown.release_id
        where shown.agency_id = ${agencyId}
          and shown.id = mention.merged_into
          and coalesce(shown.client_id, its.client_id) = ${input.clientId}
      ) as "mergedInto"
    from media_mention as mention
    left join release on release.agency_id = ${agencyId} and release.id = mention.release_id
    where mention.agency_id = ${agencyId}
      and mention.item_hash in (
        select decode(hash, 'hex')
        from unnest(${sql.array([...input.hashes])}::text[]) as hash
      )
      and mention.superseded_by is null
      and coalesce(mention.client_id, release.client_id) = ${input.clientId}
      and mention.id is distinct from ${input.exceptId}::uuid
    order by mention.merged_into is not null, mention.id
    limit ${sameArticleMax}
  `;
}

/** Today by the agency's calendar, and whether client and release belong to it and to each other. */
export async function readSubject(
  sql: Queryable,
  agencyId: number,
  { clientId, releaseId }: { clientId: number; releaseId: number | null },
): Promise<{ today: string; hasClient: boolean; hasRelease: boolean }> {
  const [row] = await sql<{ today: string; hasClient: boolean; hasRelease: boolean }[]>`
    select
      (now() at time zone time_zone)::date::text as today,
      exists (select from client where agency_id = ${agencyId} and id = ${clientId}) as "hasClient",
      ${releaseId}::integer is null
        or exists (
          select from release where agency_id = ${agencyId} and id = ${releaseId}::integer and client_id = ${clientId}
        ) as "hasRelease"
    from agency
    where id = ${agencyId}
  `;
  return row ?? { today: "", hasClient: false, hasRelease: false };
}

/** Stores what a person entered; null where the client has a clipping of this article that a person entered. */
export async function insertClipping(
  sql: Queryable,
  agencyId: number,
  input: {
    fields: ClippingFields;
    hash: string;
    entry: Entry;
    enteredBy: string | null;
    matchTypeBy: Clipping["matchTypeBy"];
  },
): Promise<string | null> {
  const { fields, hash, entry, enteredBy, matchTypeBy } = input;
  const [row] = await sql<{ id: string }[]>`
    insert into media_mention (
      agency_id, id, release_id, client_id, item_hash, medium, media_type, headline, url, published_at, published_on, author, locator,
      language, note, match_type, match_type_by, origin, source, method, observed_at, confidence, reach, reach_origin, reach_source,
      entered_by
    )
    select
      ${agencyId}, ${uuidv7()}, ${fields.releaseId}::integer, ${fields.clientId}, decode(${hash}, 'hex'), ${fields.medium},
      ${fields.mediaType}, ${fields.headline}, ${fields.url}, ${fields.publishedOn}::date::timestamp at time zone time_zone,
      ${fields.publishedOn}::date, ${fields.author}, ${fields.place}, ${fields.language}, ${fields.note}, ${fields.matchType},
      ${matchTypeBy}, ${entry.origin}, ${entry.source}, ${entry.method}, now(), 'high', ${fields.reach}::bigint,
      ${fields.reach === null ? null : "estimated"}, ${fields.reach === null ? null : fields.reachSource}, ${enteredBy}::uuid
    from agency
    where id = ${agencyId}
    on conflict (agency_id, client_id, item_hash) where import_id is null and provider_id is null do nothing
    returning id
  `;
  return row?.id ?? null;
}

/**
 * Changes a clipping. One from a feed or a file keeps its hash and its first release: by them the next reading knows it again, and leaves
 * what is noted here as corrected. At another client it stands for itself, and so does what stood behind it: neither would count anywhere.
 */
export async function updateClippingRow(
  transaction: Queryable,
  agencyId: number,
  input: { clipping: Clipping; fields: ClippingFields; hash: string | null },
): Promise<void> {
  const { clipping, fields, hash } = input;
  const isOtherClient = fields.clientId !== clipping.clientId;
  const isMoved = fields.releaseId !== clipping.releaseId && !clipping.isByHand;
  const corrected = clipping.isByHand ? [] : correctedOf(clipping, fields);
  // With a source of its own the next file would take the reach for a person's.
  const isSameReach = fields.reach === clipping.reach && fields.reachSource === reachSourceOf(clipping);
  const day = transaction`${fields.publishedOn}::date`;
  await transaction`
    update media_mention as mention
    set
      release_id = ${fields.releaseId}::integer,
      client_id = ${fields.clientId},
      key_messages = ${isOtherClient ? transaction`'{}'` : transaction`key_messages`},
      merged_into = ${isOtherClient ? null : transaction`merged_into`},
      moved_from = ${isMoved ? transaction`coalesce(moved_from, release_id)` : transaction`moved_from`},
      item_hash = ${hash === null ? transaction`item_hash` : transaction`decode(${hash}, 'hex')`},
      medium = ${fields.medium},
      media_type = ${fields.mediaType},
      headline = ${fields.headline},
      url = ${fields.url},
      published_at = ${fields.publishedOn === clipping.day ? transaction`published_at` : transaction`${day}::timestamp at time zone agency.time_zone`},
      published_on = ${fields.publishedOn === clipping.day ? transaction`published_on` : day},
      author = ${fields.author},
      locator = ${fields.place},
      language = ${fields.language},
      note = ${fields.note},
      corrected_fields = corrected_fields || array(
        select name from unnest(${textArray(corrected)}::text[]) as name where name <> all (corrected_fields)
      ),
      match_type = ${fields.matchType},
      match_type_by = ${fields.matchType === clipping.matchType ? transaction`match_type_by` : transaction`'person'`},
      reach = ${fields.reach}::bigint,
      reach_origin = ${fields.reach === null ? null : "estimated"},
      reach_source = ${isSameReach ? transaction`reach_source` : fields.reachSource}
    from agency
    where mention.agency_id = ${agencyId}
      and mention.id = ${clipping.id}
      and agency.id = ${agencyId}
  `;
  if (isOtherClient) await letGo(transaction, agencyId, { id: clipping.id });
}

/** What a person puts right of what a file says: the names that `corrected_fields` has for its columns. */
function correctedOf(clipping: Clipping, fields: ClippingFields): string[] {
  const isCorrected = {
    medium: fields.medium !== clipping.medium,
    media_type: fields.mediaType !== clipping.mediaType,
    headline: fields.headline !== clipping.headline,
    url: fields.url !== clipping.url,
    day: fields.publishedOn !== clipping.day,
  };
  return Object.entries(isCorrected).flatMap(([name, is]) => (is ? [name] : []));
}

export async function setClippingState(
  transaction: Queryable,
  agencyId: number,
  { id, state }: { id: string; state: ClippingState },
): Promise<void> {
  await transaction`
    update media_mention
    set state = ${state}, state_at = now(), merged_into = null
    where agency_id = ${agencyId}
      and id = ${id}
  `;
}

export async function setJudgement(
  transaction: Queryable,
  agencyId: number,
  input: { id: string; tone: Tone | null; keyMessages: readonly string[]; personId: string | null },
): Promise<void> {
  const { id, tone, keyMessages, personId } = input;
  await transaction`
    update media_mention
    set
      tone = ${tone},
      tone_by = ${tone === null ? null : personId}::uuid,
      tone_at = ${tone === null ? transaction`null` : transaction`now()`},
      key_messages = ${transaction.array([...keyMessages])}::text[]
    where agency_id = ${agencyId}
      and id = ${id}
  `;
}

/** Merges a clipping, and those that were merged into it, into another one. */
export async function setMergedInto(
  transaction: Queryable,
  agencyId: number,
  { id, into }: { id: string; into: string },
): Promise<void> {
  await transaction`
    update media_mention
    set merged_into = ${into}
    where agency_id = ${agencyId}
      and (id = ${id} or merged_into = ${id})
  `;
}

/** Shows those that were merged into a clipping by themselves again; with `hash` those alone that a feed or a file brought of that article. */
export async function letGo(
  transaction: Queryable,
  agencyId: number,
  { id, hash = null }: { id: string; hash?: string | null },
): Promise<void> {
  await transaction`
    update media_mention
    set merged_into = null
    where agency_id = ${agencyId}
      and merged_into = ${id}
      and (${hash}::text is null or item_hash = decode(${hash}, 'hex'))
  `;
}

/** Deletes a clipping that a person entered; those that were merged into it are shown by themselves again. */
export async function deleteClipping(transaction: Queryable, agencyId: number, id: string): Promise<void> {
  await letGo(transaction, agencyId, { id });
  await transaction`
    delete from media_mention
    where agency_id = ${agencyId}
      and id = ${id}
      and import_id is null
      and provider_id is null
  `;
}
