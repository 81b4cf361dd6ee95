import type { Queryable } from "../../../floor/db/open.ts";
import { findByToken, takeTokenAddress } from "../../../floor/secret-links/random-token.ts";
import type { FoundLink, ListedLink } from "./schema.ts";

export type NewLink = {
  id: string;
  reportId: string;
  tokenHash: Uint8Array;
  passwordHash: string | null;
  days: number;
  createdBy: string;
  mailId: string | null;
};

/** Adds a link to a report of the agency, in a transaction of yours; null for a report that it has not. */
export async function insertLink(sql: Queryable, agencyId: number, link: NewLink): Promise<Date | null> {
  const { cost, salt, key } = partsOf(link.passwordHash);
  await takeTokenAddress(sql, agencyId, { kind: "report", tokenHash: link.tokenHash });
  const [row] = await sql<{ expiresAt: Date }[]>`
    -- With a name of its own, without which a cluster does not know what is returned.
    insert into report_link as link (
      agency_id, id, report_id, token_hash, password_cost, password_salt, password_hash, created_by, expires_at,
      mail_id
    )
    select
      agency_id, ${link.id}::uuid, id, ${link.tokenHash}::bytea, ${cost}::text, ${salt}::bytea, ${key}::bytea,
      ${link.createdBy}::text, now() + make_interval(days => ${link.days}), ${link.mailId}::uuid
    from publication_report
    where agency_id = ${agencyId}
      and id = ${link.reportId}
    returning link.expires_at as "expiresAt"
  `;
  return row?.expiresAt ?? null;
}

/** Takes a link back; false where the agency has none that opens. */
export async function revokeLink(
  sql: Queryable,
  agencyId: number,
  { id, reportId }: { id: string; reportId: string | null },
): Promise<boolean> {
  const revoked = await sql`
    update report_link
    set revoked_at = now()
    where agency_id = ${agencyId}
      and id = ${id}
      and (${reportId}::uuid is null or report_id = ${reportId}::uuid)
      and revoked_at is null
  `;
  return revoked.count === 1;
}

/** Takes back the link of an earlier attempt to send a mail. */
export async function revokeLinksOfMail(sql: Queryable, agencyId: number, mailId: string): Promise<void> {
  await sql`
    update report_link
    set revoked_at = now()
    where agency_id = ${agencyId}
      and mail_id = ${mailId}
      and revoked_at is null
  `;
}

/** Links of the agency, newest first, that are older than the one with the id `before`. */
export async function listLinkRows(
  sql: Queryable,
  agencyId: number,
  input: { reportId: string | null; before: string | null; limit: number },
): Promise<ListedLink[]> {
  return await sql<ListedLink[]>`
    select
      id,
      report_id as "reportId",
      password_hash is not null as "hasPassword",
      created_by as "createdBy",
      created_at as "createdAt",
      expires_at as "expiresAt",
      revoked_at as "revokedAt",
      last_opened_at as "lastOpenedAt"
    from report_link
    where agency_id = ${agencyId}
      ${input.reportId === null ? sql`` : sql`and report_id = ${input.reportId}`}
      ${input.before === null ? sql`` : sql`and id < ${input.before}`}
    order by id desc
    limit ${input.limit}
  `;
}

/** The link with this token, whatever its state, or null; null as well for one of an agency that leaves. */
export async function findLinkByToken(sql: Queryable, token: string): Promise<FoundLink | null> {
  return await findByToken(sql, { kind: "report", token }, async (agencyId, tokenHash) => {
    const [row] = await sql<FoundLink[]>`
      select
        link.agency_id as "agencyId",
        link.id,
        link.report_id as "reportId",
        case
          when link.revoked_at is not null then 'revoked'
          when link.expires_at <= now() then 'expired'
          else 'open'
        end as state,
        agency.name as "agencyName",
        link.token_hash as "tokenHash",
        -- A row without a cost is from 0.2.0.
        coalesce(link.password_cost, 'scrypt-nfc$16384$8$1') || '$' || encode(link.password_salt, 'base64')
          || '$' || encode(link.password_hash, 'base64') as "passwordHash"
      from report_link as link
      join agency on agency.id = link.agency_id
      where link.agency_id = ${agencyId}
        and link.token_hash = ${tokenHash}
        and agency.delete_after is null
    `;
    return row ?? null;
  });
}

/** Stores the same password at another cost, where nobody has changed it since `seenHash` was read. */
export async function renewLinkPassword(
  sql: Queryable,
  agencyId: number,
  { id, seenHash, passwordHash }: { id: string; seenHash: string; passwordHash: string },
): Promise<void> {
  const { cost, salt, key } = partsOf(passwordHash);
  await sql`
    update report_link
    set password_cost = ${cost}, password_salt = ${salt}, password_hash = ${key}
    where agency_id = ${agencyId}
      and id = ${id}
      and password_hash = ${partsOf(seenHash).key}
  `;
}

/** The columns of a hash. 0.2.0 beside us reads salt and key alone, and takes no password for them. */
function partsOf(
  passwordHash: string | null,
): Record<"salt" | "key", Buffer | null> & { cost: string | null } {
  if (passwordHash === null) return { cost: null, salt: null, key: null };
  const parts = passwordHash.split("$");
  const [salt = null, key = null] = parts.slice(-2).map((part) => Buffer.from(part, "base64url"));
  return { cost: parts.slice(0, -2).join("$"), salt, key };
}

/** Notes that a link was opened; true where the last time was more than `quietMinutes` ago. */
export async function touchLink(
  sql: Queryable,
  agencyId: number,
  { id, quietMinutes }: { id: string; quietMinutes: number },
): Promise<boolean> {
  const touched = await sql`
    update report_link
    set last_opened_at = now()
    where agency_id = ${agencyId}
      and id = ${id}
      and (last_opened_at is null or last_opened_at < now() - make_interval(mins => ${quietMinutes}))
  `;
  return touched.count === 1;
}
