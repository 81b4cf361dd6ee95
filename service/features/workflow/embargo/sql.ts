import type { PendingQuery, Row } from "postgres";
import type { Queryable } from "../../../floor/db/open.ts";
import { findByToken, takeTokenAddress } from "../../../floor/secret-links/random-token.ts";
import type { PageLanguage } from "../../../floor/web/language.ts";
import type { DraftContent } from "../drafts/rules.ts";
import { contentColumns } from "../drafts/sql.ts";

export type EmbargoLinkRow = {
  id: string;
  draftId: string;
  draftVersion: number;
  title: string;
  name: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  openings: number;
  firstOpenedAt: Date | null;
  lastOpenedAt: Date | null;
};

export async function insertEmbargoLink(
  sql: Queryable,
  agencyId: number,
  input: {
    id: string;
    /** The mailing whose one link it is. */
    mailingId?: string;
    draftId: string;
    draftVersion: number;
    name: string;
    tokenHash: Uint8Array;
    passwordHash: string;
    expiresAt: Date;
  },
): Promise<void> {
  await takeTokenAddress(sql, agencyId, { kind: "embargo", tokenHash: input.tokenHash });
  await sql`
    insert into embargo_link (
      agency_id, id, mailing_id, draft_id, draft_version, name, token_hash, password_hash, expires_at
    )
    values (
      ${agencyId}, ${input.id}, ${input.mailingId ?? null}, ${input.draftId}, ${input.draftVersion}, ${input.name},
      ${input.tokenHash}, ${input.passwordHash}, ${input.expiresAt}
    )
  `;
}

/** A form that somebody sends a second time after this was forgotten and not doubled: the first link may be in use by then. */
const repeatedMinutesMax = 10;

/** Gives a link that was just made by the same form another token and password; false where there is none that nobody has opened. */
export async function replaceFreshLink(
  sql: Queryable,
  agencyId: number,
  input: Omit<Parameters<typeof insertEmbargoLink>[2], "mailingId">,
): Promise<boolean> {
  const replaced = await sql`
    update embargo_link
    set token_hash = ${input.tokenHash}, password_hash = ${input.passwordHash}, expires_at = ${input.expiresAt}
    where agency_id = ${agencyId}
      and id = ${input.id}
      and draft_id = ${input.draftId}
      and draft_version = ${input.draftVersion}
      and name = ${input.name}
      and created_at > now() - ${repeatedMinutesMax} * interval '1 minute'
      and openings = 0
      and revoked_at is null
  `;
  if (replaced.count === 0) return false;
  await takeTokenAddress(sql, agencyId, { kind: "embargo", tokenHash: input.tokenHash });
  return true;
}

export async function hasEmbargoLink(sql: Queryable, agencyId: number, id: string): Promise<boolean> {
  const rows = await sql`select from embargo_link where agency_id = ${agencyId} and id = ${id}`;
  return rows.length > 0;
}

/** Links of one draft that still work, but those of mailings. */
export async function countOpenLinks(sql: Queryable, agencyId: number, draftId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from embargo_link
    where agency_id = ${agencyId}
      and draft_id = ${draftId}
      and mailing_id is null
      and revoked_at is null
      and expires_at > now()
  `;
  return row?.count ?? 0;
}

/** Links of an agency before `beforeId`, newest first, those of one draft where one is named. */
export async function listEmbargoLinkRows(
  sql: Queryable,
  agencyId: number,
  page: { draftId: string | null; beforeId: string | null; limit: number },
): Promise<EmbargoLinkRow[]> {
  return await sql<EmbargoLinkRow[]>`
    select
      l.id, l.name, l.openings, v.title,
      l.draft_id as "draftId",
      l.draft_version as "draftVersion",
      l.created_at as "createdAt",
      l.expires_at as "expiresAt",
      l.revoked_at as "revokedAt",
      l.first_opened_at as "firstOpenedAt",
      l.last_opened_at as "lastOpenedAt"
    from embargo_link l
    join draft_version v
      on v.agency_id = l.agency_id and v.draft_id = l.draft_id and v.version = l.draft_version
    where l.agency_id = ${agencyId}
      ${page.draftId === null ? sql`` : sql`and l.draft_id = ${page.draftId}`}
      ${page.beforeId === null ? sql`` : sql`and l.id < ${page.beforeId}`}
    order by l.id desc
    limit ${page.limit}
  `;
}

/** False where the agency has no such link, or it was revoked before. */
export async function revokeEmbargoLinkRow(sql: Queryable, agencyId: number, id: string): Promise<boolean> {
  const revoked = await sql`
    update embargo_link
    set revoked_at = now()
    where agency_id = ${agencyId}
      and id = ${id}
      and revoked_at is null
  `;
  return revoked.count === 1;
}

export type FoundEmbargoLink = {
  agencyId: number;
  id: string;
  /** The mailing whose link it is: it asks for the embargo to be accepted, and for no password. */
  mailingId: string | null;
  passwordHash: string;
  isEnded: boolean;
  /** Whether the draft still has this version, approved and not yet out. */
  isWaiting: boolean;
  scheduledFor: Date | null;
  timeZone: string;
  clientName: string;
  clientSlug: string;
  agencyName: string;
  newsroomLanguage: PageLanguage;
  /** Where the release is, once it is published. */
  releaseSlug: string | null;
  content: DraftContent;
};

/** What a link leads to; it is found without an agency, because only the link says which one it is. */
export async function findEmbargoLink(sql: Queryable, token: string): Promise<FoundEmbargoLink | null> {
  const row = await findByToken(sql, { kind: "embargo", token }, (agencyId, tokenHash) =>
    findRow(sql, agencyId, sql`l.token_hash = ${tokenHash} and l.mailing_id is null`),
  );
  return row === null ? null : { ...row, content: row };
}

/** The same by the id that a mailing's signed link names. */
export async function findEmbargoLinkOfMailing(
  sql: Queryable,
  agencyId: number,
  id: string,
): Promise<FoundEmbargoLink | null> {
  const row = await findRow(sql, agencyId, sql`l.id = ${id} and l.mailing_id is not null`);
  return row === null ? null : { ...row, content: row };
}

type FlatLink = Omit<FoundEmbargoLink, "content"> & DraftContent;

async function findRow(
  sql: Queryable,
  agencyId: number,
  isMeant: PendingQuery<Row[]>,
): Promise<FlatLink | null> {
  const [row] = await sql<FlatLink[]>`
    select
      l.agency_id as "agencyId",
      l.id,
      l.mailing_id as "mailingId",
      l.password_hash as "passwordHash",
      l.revoked_at is not null or l.expires_at <= now() as "isEnded",
      d.status in ('approved', 'scheduled') and d.approved_version = l.draft_version as "isWaiting",
      d.scheduled_for as "scheduledFor",
      a.time_zone as "timeZone",
      c.name as "clientName",
      c.slug as "clientSlug",
      a.name as "agencyName",
      coalesce(
        (select n.language from newsroom n where n.agency_id = d.agency_id and n.client_id = d.client_id),
        'de'
      ) as "newsroomLanguage",
      r.slug as "releaseSlug",
      ${contentColumns(sql)}
    from embargo_link l
    join draft d on d.agency_id = l.agency_id and d.id = l.draft_id
    join draft_version v
      on v.agency_id = l.agency_id and v.draft_id = l.draft_id and v.version = l.draft_version
    join client c on c.agency_id = d.agency_id and c.id = d.client_id
    join agency a on a.id = l.agency_id
    left join release r on r.agency_id = d.agency_id and r.id = d.release_id and r.status = 'published'
    where l.agency_id = ${agencyId}
      and ${isMeant}
      and a.delete_after is null
  `;
  return row ?? null;
}

/** Stores the same password at another cost, where nobody has changed it since `seenHash` was read. */
export async function renewEmbargoPassword(
  sql: Queryable,
  agencyId: number,
  { id, seenHash, passwordHash }: { id: string; seenHash: string; passwordHash: string },
): Promise<void> {
  await sql`
    update embargo_link
    set password_hash = ${passwordHash}
    where agency_id = ${agencyId}
      and id = ${id}
      and password_hash = ${seenHash}
  `;
}

/** Counts an opening of the link. Who opened it is noted nowhere. */
export async function countOpening(sql: Queryable, agencyId: number, id: string): Promise<void> {
  await sql`
    update embargo_link
    set openings = openings + 1, first_opened_at = least(first_opened_at, now()), last_opened_at = now()
    where agency_id = ${agencyId}
      and id = ${id}
  `;
}

/** A mailing's link, with whether it still shows its text; null where the mailing has none. */
export async function findMailingLinkRow(
  sql: Queryable,
  agencyId: number,
  mailingId: string,
): Promise<{ id: string; openings: number; isRevoked: boolean; isWaiting: boolean } | null> {
  const [row] = await sql<{ id: string; openings: number; isRevoked: boolean; isWaiting: boolean }[]>`
    select
      l.id, l.openings,
      l.revoked_at is not null as "isRevoked",
      l.revoked_at is null
        and l.expires_at > now()
        and d.status in ('approved', 'scheduled')
        and d.approved_version = l.draft_version as "isWaiting"
    from embargo_link l
    join draft d on d.agency_id = l.agency_id and d.id = l.draft_id
    where l.agency_id = ${agencyId}
      and l.mailing_id = ${mailingId}
  `;
  return row ?? null;
}

export type Acceptance = { name: string; acceptedAt: Date };

/** Names that one link keeps, and a page shows: more than a release under embargo has readers. */
const acceptancesMax = 500;

/** Notes who accepted the embargo of a link. Past the bound nobody is noted any more; two at once may pass it by one. */
export async function insertAcceptance(
  sql: Queryable,
  agencyId: number,
  { linkId, name }: { linkId: string; name: string },
): Promise<void> {
  await sql`
    insert into embargo_acceptance (agency_id, link_id, name)
    select ${agencyId}, ${linkId}, ${name}
    where (
      select count(*)
      from embargo_acceptance
      where agency_id = ${agencyId}
        and link_id = ${linkId}
    ) < ${acceptancesMax}
  `;
}

/** Who accepted the embargo of a link and gave a name, oldest first. */
export async function listAcceptanceRows(
  sql: Queryable,
  agencyId: number,
  linkId: string,
): Promise<Acceptance[]> {
  return await sql<Acceptance[]>`
    select name, accepted_at as "acceptedAt"
    from embargo_acceptance
    where agency_id = ${agencyId}
      and link_id = ${linkId}
    order by accepted_at, id
    limit ${acceptancesMax}
  `;
}
