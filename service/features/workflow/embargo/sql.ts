import type { Queryable } from "../../../floor/db/open.ts";
import { findByToken, takeTokenAddress } from "../../../floor/secret-links/random-token.ts";
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
    insert into embargo_link (agency_id, id, draft_id, draft_version, name, token_hash, password_hash, expires_at)
    values (
      ${agencyId}, ${input.id}, ${input.draftId}, ${input.draftVersion}, ${input.name}, ${input.tokenHash},
      ${input.passwordHash}, ${input.expiresAt}
    )
  `;
}

/** Links of one draft that still work. */
export async function countOpenLinks(sql: Queryable, agencyId: number, draftId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from embargo_link
    where agency_id = ${agencyId}
      and draft_id = ${draftId}
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
  passwordHash: string;
  isEnded: boolean;
  /** Whether the draft still has this version, approved and not yet out. */
  isWaiting: boolean;
  scheduledFor: Date | null;
  timeZone: string;
  clientSlug: string;
  /** Where the release is, once it is published. */
  releaseSlug: string | null;
  content: DraftContent;
};

/** What a link leads to; it is found without an agency, because only the link says which one it is. */
export async function findEmbargoLink(sql: Queryable, token: string): Promise<FoundEmbargoLink | null> {
  const row = await findByToken(sql, { kind: "embargo", token }, (agencyId, tokenHash) =>
    findRow(sql, agencyId, tokenHash),
  );
  return row === null ? null : { ...row, content: row };
}

type FlatLink = Omit<FoundEmbargoLink, "content"> & DraftContent;

async function findRow(sql: Queryable, agencyId: number, tokenHash: Uint8Array): Promise<FlatLink | null> {
  const [row] = await sql<FlatLink[]>`
    select
      l.agency_id as "agencyId",
      l.id,
      l.password_hash as "passwordHash",
      l.revoked_at is not null or l.expires_at <= now() as "isEnded",
      d.status in ('approved', 'scheduled') and d.approved_version = l.draft_version as "isWaiting",
      d.scheduled_for as "scheduledFor",
      a.time_zone as "timeZone",
      c.slug as "clientSlug",
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
      and l.token_hash = ${tokenHash}
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
