import type { PendingQuery, Row } from "postgres";
import { integerArray, textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { foldText, likePatterns, wordsOf } from "../../floor/db/word-patterns.ts";
import { hasImportEnded, inListFragment, overlaps, type StoredList } from "./lists-sql.ts";
import type { ListedContact, Scope } from "./schema.ts";

type Fragment = PendingQuery<Row[]>;

/** Days after which somebody whose address comes from elsewhere has to know of it (article 14 (3) of the GDPR: a month). */
const informDaysMax = 30;

export const contactStates = ["objected", "undeliverable", "overdue", "deletion"] as const;
export type ContactState = (typeof contactStates)[number];

export type ContactFilter = {
  scope: Scope;
  clientId?: number | null;
  query?: string | null;
  /** Of an address that was typed as a whole. */
  addressKey?: string | null;
  topic?: string | null;
  region?: string | null;
  language?: string | null;
  country?: string | null;
  state?: ContactState | null;
  list?: StoredList | null;
};

/** Columns of a contact `c` with its objection `o`. */
function contactColumns(sql: Queryable) {
  return sql`
    c.id, c.client_ids as "clientIds", c.address_as as "addressAs", c.title, c.first_name as "firstName",
    c.last_name as "lastName", c.medium, c.role, c.topics, c.regions, c.language, c.country,
    c.is_editorial as "isEditorial", c.basis, c.basis_reason as "basisReason", c.basis_on::text as "basisOn", c.source,
    c.informed_at as "informedAt", c.informed_how as "informedHow", c.mailed_at as "mailedAt",
    c.soft_bounces as "softBounces",
    c.confirmed_at as "confirmedAt", c.undeliverable_at as "undeliverableAt",
    c.deletion_shown_at as "deletionShownAt", o.objected_at as "objectedAt", c.created_at as "createdAt"
  `;
}

/** An agency's contacts as `c`, each with the objection `o` of its address: those of an import that has not ended are not there yet. */
export function contactsOf(sql: Queryable, agencyId: number) {
  return sql`
    from media_contact c
    left join media_contact_objection o on o.agency_id = ${agencyId} and o.address_key = c.address_key
    where c.agency_id = ${agencyId}
      and ${hasImportEnded(sql, agencyId, sql`c.import_id`)}
  `;
}

/** Whether a person with this scope sees the contact. */
export function inScope(sql: Queryable, scope: Scope) {
  return scope === null
    ? sql``
    : sql`and (c.client_ids is null or c.client_ids && ${integerArray(scope)}::integer[])`;
}

/** Whether a person with this scope may change it: what is for all clients is for those who see all. */
export function isOwn(sql: Queryable, scope: Scope) {
  return scope === null ? sql`` : sql`and c.client_ids <@ ${integerArray(scope)}::integer[]`;
}

export type SealedContact = ListedContact & {
  addressKey: string;
  email: Uint8Array;
  phone: Uint8Array | null;
  notes: Uint8Array | null;
  sortKey: string;
  /** When somebody wrote it anew, to the millisecond. */
  changedAt: Date;
};

export function sealedColumns(sql: Queryable) {
  return sql`
    ${contactColumns(sql)}, c.address_key as "addressKey", c.email_encrypted as email, c.phone_encrypted as phone,
    c.notes_encrypted as notes, c.sort_key as "sortKey", date_trunc('milliseconds', c.changed_at) as "changedAt"
  `;
}

/** A contact that the person sees; null for another's. `isOwnOnly` asks for one that it may change. */
export async function findContactRow(
  sql: Queryable,
  agencyId: number,
  { id, scope, isOwnOnly = false }: { id: string; scope: Scope; isOwnOnly?: boolean },
): Promise<SealedContact | null> {
  const [row] = await sql<SealedContact[]>`
    select ${sealedColumns(sql)}
    ${contactsOf(sql, agencyId)}
      and c.id = ${id}
      ${isOwnOnly ? isOwn(sql, scope) : inScope(sql, scope)}
  `;
  return row ?? null;
}

/** Contacts behind a position, by name. */
export async function listContactRows(
  sql: Queryable,
  agencyId: number,
  input: { filter: ContactFilter; after: { sortKey: string; id: string } | null; rowsMax: number },
): Promise<SealedContact[]> {
  const { filter, after, rowsMax } = input;
  return await sql<SealedContact[]>`
    select ${sealedColumns(sql)}
    ${contactsOf(sql, agencyId)}
      ${conditions(sql, agencyId, filter)}
      ${after === null ? sql`` : sql`and (c.sort_key, c.id) > (${after.sortKey}, ${after.id}::uuid)`}
    order by c.sort_key, c.id
    limit ${rowsMax}
  `;
}

/** How many contacts fit, counted up to `countMax`. */
export async function countContacts(
  sql: Queryable,
  agencyId: number,
  { filter, countMax }: { filter: ContactFilter; countMax: number },
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from (select ${contactsOf(sql, agencyId)} ${conditions(sql, agencyId, filter)} limit ${countMax}) as found
  `;
  return row?.count ?? 0;
}

function conditions(sql: Queryable, agencyId: number, filter: ContactFilter): Fragment {
  const { scope, clientId, query, addressKey, topic, region, language, country, state, list } = filter;
  const words = addressKey ? [] : wordsOf(query ?? "");
  return sql`
    ${inScope(sql, scope)}
    ${clientId ? sql`and (c.client_ids is null or c.client_ids @> ${integerArray([clientId])}::integer[])` : sql``}
    ${addressKey ? sql`and c.address_key = ${addressKey}` : sql``}
    ${words.reduce((all, word) => sql`${all} and c.search_text like any (${textArray(likePatterns(word))}::text[])`, sql``)}
    ${topic ? sql`and ${has(sql, topic)} and ${overlaps(sql, sql`c.topics`, [topic])}` : sql``}
    ${region ? sql`and ${has(sql, region)} and ${overlaps(sql, sql`c.regions`, [region])}` : sql``}
    ${language ? sql`and c.language = ${language}` : sql``}
    ${country ? sql`and c.country = ${country}` : sql``}
    ${state ? stateFragment(sql, state) : sql``}
    ${list ? sql`and ${inListFragment(sql, agencyId, list)}` : sql``}
  `;
}

/** Topics and regions stand in the text for the search too, which is read in a third of the time that their lists take. */
function has(sql: Queryable, word: string): Fragment {
  return sql`c.search_text like any (${textArray(likePatterns([foldText(word)]))}::text[])`;
}

function stateFragment(sql: Queryable, state: ContactState): Fragment {
  if (state === "objected") return sql`and o.objected_at is not null`;
  if (state === "undeliverable") return sql`and c.undeliverable_at is not null`;
  if (state === "deletion") return sql`and c.deletion_shown_at is not null`;
  return sql`
    and c.informed_at is null
    and c.created_at < now() - ${informDaysMax} * interval '1 day'
    and o.objected_at is null
  `;
}

/** The day of the agency's calendar. */
export async function todayOf(sql: Queryable, agencyId: number): Promise<string> {
  const [row] = await sql<{ today: string }[]>`
    select (now() at time zone time_zone)::date::text as today
    from agency
    where id = ${agencyId}
  `;
  return row?.today ?? "";
}
