import { integerArray } from "../../../floor/db/array-literals.ts";
import { byLetters } from "../../../floor/db/by-letters.ts";
import { holdsWords } from "../../../floor/db/holds-words.ts";
import { isMomentMs, isUuid, limitForPeople, listPage } from "../../../floor/db/keyset-list.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { isStored } from "../import/stored-sql.ts";
import type { Clipping, ClippingState, Tone } from "./schema.ts";
import { clippingColumns } from "./sql.ts";

/** `published` and `arrived` have the newest first. */
export type ClippingSort = "published" | "arrived" | "medium";

export type ClippingFilter = {
  /** Origins stand in lists of their own; a page that a person had read stands with what people enter. */
  origin: "imported" | "observed";
  /** Those that a person limited to some clients may see; null for all. */
  clientIds: readonly number[] | null;
  clientId?: number | null;
  releaseId?: number | null;
  /** Part of a medium's name. */
  medium?: string | null;
  state?: ClippingState | null;
  /** `not_judged` for those without. */
  tone?: Tone | "not_judged" | null;
  /** Days of the agency's calendar, both included. */
  from?: string | null;
  to?: string | null;
  /** What is typed into a search. */
  query?: string | null;
};

export type ListedClipping = Omit<Clipping, "toneByName" | "enteredByName">;

/** Of a medium's name: enough to tell them apart, and short enough for a cursor. */
const sortCharactersMax = 60;
/** A letter may be two units of JavaScript. */
const keyUnitsMax = 2 * sortCharactersMax;
/** Each letter takes up to twelve bytes of JSON, and base64url a third more. */
const cursorCharactersMax = 1_200;

/**
 * Clippings that people brought or that feeds found, the newest first where no other order is asked for, a page at a time. Those that stand
 * behind another are left out. Throws `invalid_cursor`.
 */
export async function listClippings(
  sql: Queryable,
  agencyId: number,
  input: ClippingFilter & { sort?: ClippingSort; cursor?: string | undefined; limit?: number },
): Promise<{ clippings: ListedClipping[]; nextCursor: string | null }> {
  const { sort = "published", cursor, limit, ...filter } = input;
  const list = {
    name: `clippings-${sort}`,
    isKey: (value: unknown): value is string => isPosition(sort, value),
    keyOf: ({ id, sortValue }: { id: string; sortValue: string }) => `${sortValue}/${id}`,
    limitDefault: limitForPeople,
    cursorCharactersMax,
  };
  const { items, nextCursor } = await listPage(list, { cursor, limit }, ({ after, rowsMax }) =>
    readClippings(sql, agencyId, { filter, sort, after, rowsMax }),
  );
  return { clippings: items.map(({ sortValue: _value, ...clipping }) => clipping), nextCursor };
}

type Page = { filter: ClippingFilter; sort: ClippingSort; after: string | null; rowsMax: number };

async function readClippings(sql: Queryable, agencyId: number, { filter, sort, after, rowsMax }: Page) {
  const { column, value, direction } = orderOf(sql, sort);
  // The page first: names and evidence of all that wait behind it would be looked up before they are left out.
  return await sql<(ListedClipping & { sortValue: string })[]>`
    select ${clippingColumns(sql, agencyId)}, ${value} as "sortValue"
    from (
      select mention.id
      from media_mention as mention
      left join release on release.agency_id = ${agencyId} and release.id = mention.release_id
      left join client on client.agency_id = ${agencyId} and client.id = coalesce(mention.client_id, release.client_id)
      join agency on agency.id = ${agencyId}
      where mention.agency_id = ${agencyId}
        and ${filter.origin === "imported" ? sql`mention.provider_id is null` : sql`mention.origin = 'observed' and mention.provider_id is not null`}
        and mention.merged_into is null
        and ${isStored(sql, agencyId, "mention")}
        ${conditions(sql, filter)}
        ${after === null ? sql`` : behind(sql, sort, after)}
      order by ${column} ${direction}, mention.id ${direction}
      limit ${rowsMax}
    ) as page
    join media_mention as mention on mention.agency_id = ${agencyId} and mention.id = page.id
    left join release on release.agency_id = ${agencyId} and release.id = mention.release_id
    join client on client.agency_id = ${agencyId} and client.id = coalesce(mention.client_id, release.client_id)
    join agency on agency.id = ${agencyId}
    order by ${column} ${direction}, mention.id ${direction}
  `;
}

function orderOf(sql: Queryable, sort: ClippingSort) {
  if (sort === "medium") {
    const medium = mediumOf(sql);
    return { column: medium, value: medium, direction: sql`` };
  }
  const column = sort === "arrived" ? sql`mention.id` : sql`mention.published_at`;
  const value =
    sort === "arrived" ? sql`''` : sql`(extract(epoch from mention.published_at) * 1000)::bigint::text`;
  return { column, value, direction: sql`desc` };
}

function behind(sql: Queryable, sort: ClippingSort, after: string) {
  const at = after.lastIndexOf("/");
  const [value, id] = [after.slice(0, at), after.slice(at + 1)];
  if (sort === "arrived") return sql`and mention.id < ${id}`;
  if (sort === "medium") return sql`and (${mediumOf(sql)}, mention.id) > (${value}, ${id})`;
  return sql`and (mention.published_at, mention.id) < (${new Date(Number(value)).toISOString()}::timestamptz, ${id})`;
}

function mediumOf(sql: Queryable) {
  return sql`left(${byLetters(sql, sql`mention.medium`)}, ${sortCharactersMax})`;
}

function conditions(sql: Queryable, filter: ClippingFilter) {
  const { clientIds, clientId, releaseId, medium, state, tone, from, to, query } = filter;
  const clients = clientId === undefined || clientId === null ? clientIds : [clientId];
  const startOf = (day: string) => sql`${day}::date::timestamp at time zone agency.time_zone`;
  return sql`
    ${clientIds === null ? sql`` : sql`and client.id = any(${integerArray(clientIds)}::integer[])`}
    ${clients === null ? sql`` : sql`and client.id = any(${integerArray(clients)}::integer[])`}
    ${releaseId ? sql`and mention.release_id = ${releaseId}` : sql``}
    ${state ? sql`and mention.state = ${state}` : sql``}
    ${tone ? sql`and coalesce(mention.tone, 'not_judged') = ${tone}` : sql``}
    ${from ? sql`and mention.published_at >= ${startOf(from)}` : sql``}
    ${to ? sql`and mention.published_at < (${to}::date + 1)::timestamp at time zone agency.time_zone` : sql``}
    ${holdsWords(sql, sql`mention.medium`, medium)}
    ${holdsWords(sql, sql`mention.headline || ' ' || mention.medium || ' ' || coalesce(mention.author, '')`, query)}
  `;
}

/** A moment in milliseconds, letters of a medium's name, or nothing; and the id of a row. */
function isPosition(sort: ClippingSort, value: unknown): value is string {
  if (typeof value !== "string" || value.includes("\0")) return false;
  const at = value.lastIndexOf("/");
  const key = value.slice(0, at);
  return isUuid(value.slice(at + 1)) && (sort === "published" ? isMomentMs(key) : at <= keyUnitsMax);
}
