import { byteaOf, integerArray, textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { createToken } from "../../floor/secret-links/random-token.ts";
import type { Member } from "../people/rights.ts";
import type { SignInMethod } from "../people/session-sql.ts";
import { connectionsMax, type Scope, usedTokenDays } from "./rules.ts";
import type { TokenKind } from "./token-text.ts";
import { tokenText } from "./token-text.ts";

/** More than a person can have open; those that ended by their time are among them. */
const earlierMax = 500;

export type NewConnection = {
  id: string;
  personId: string;
  clientHash: Uint8Array;
  clientKind: string;
  clientName: string;
  clientHost: string;
  scopes: readonly Scope[];
  method: Exclude<SignInMethod["method"], "invitation">;
  /** Null until somebody ends it. */
  days: number | null;
};

/** Whose token it is, with the rights that the person has at this moment. */
export type Assistant = Member & {
  connectionId: string;
  personId: string;
  clientName: string;
  scopes: Scope[];
};

export type FoundToken = Assistant & {
  plan: string;
  hourlyLimit: number | null;
  clientHash: Uint8Array;
  redirectUri: string | null;
  codeChallenge: string | null;
  expiresAt: Date | null;
  isOver: boolean;
  isUsed: boolean;
  isUsedLongAgo: boolean;
};

/** Returns false where this form made one before. */
export async function insertConnection(
  sql: Queryable,
  agencyId: number,
  input: NewConnection,
): Promise<boolean> {
  const rows = await sql`
    insert into agent_connection (
      agency_id, id, person_id, client_hash, client_kind, client_name, client_host, scopes, method, expires_at
    )
    values (
      ${agencyId}, ${input.id}, ${input.personId}, ${input.clientHash}, ${input.clientKind}, ${input.clientName},
      ${input.clientHost}, ${[...input.scopes]}, ${input.method}, now() + make_interval(days => ${input.days}::integer)
    )
    on conflict do nothing
    returning id
  `;
  return rows.length > 0;
}

/** Which of these texts are tokens that are there, of whatever kind and state. */
export async function areTokens(
  sql: Queryable,
  asked: readonly { agencyId: number; tokenHash: Uint8Array }[],
): Promise<boolean[]> {
  const agencyIds = asked.map(({ agencyId }) => agencyId);
  const hashes = asked.map(({ tokenHash }) => byteaOf(tokenHash));
  const rows = await sql<{ position: number }[]>`
    select asked.position::integer
    from unnest(${integerArray(agencyIds)}::integer[], ${textArray(hashes)}::bytea[])
      with ordinality as asked (agency_id, token_hash, position)
    join agent_token t on t.agency_id = asked.agency_id and t.token_hash = asked.token_hash
    where t.agency_id = any(${integerArray([...new Set(agencyIds)])}::integer[])
  `;
  const found = new Set(rows.map(({ position }) => position - 1));
  return asked.map((_, position) => found.has(position));
}

/** How many connections of a person are open, counted up to the most that there may be. */
export async function countConnections(sql: Queryable, agencyId: number, personId: string): Promise<number> {
  const rows = await sql`
    select
    from agent_connection c
    where c.agency_id = ${agencyId}
      and c.person_id = ${personId}
      and ${isOpen(sql)}
      and ${isRedeemable(sql)}
    limit ${connectionsMax}
  `;
  return rows.length;
}

/** Makes a code or token of a connection; it lives no longer than that. */
export async function insertToken(
  sql: Queryable,
  agencyId: number,
  input: {
    connectionId: string;
    kind: TokenKind;
    /** Null for as long as the connection. */
    seconds: number | null;
    redirectUri?: string;
    codeChallenge?: string;
  },
): Promise<string> {
  const { token, tokenHash } = createToken();
  const { connectionId, kind, seconds, redirectUri = null, codeChallenge = null } = input;
  await sql`
    insert into agent_token (
      agency_id, token_hash, connection_id, kind, expires_at, redirect_uri, code_challenge
    )
    values (
      ${agencyId}, ${tokenHash}, ${connectionId}, ${kind}, now() + make_interval(secs => ${seconds}::integer),
      ${redirectUri}, ${codeChallenge}
    )
  `;
  return tokenText(kind, agencyId, token);
}

/**
 * A token of this kind with the connection, the person and its rights as they are now; null where any of them is over: the connection
 * ended, the person left (a later membership is another one), or the agency no longer takes how the person had signed in.
 * With `lock` the row is locked until the transaction ends, and one used longer ago than its `graceSeconds` is said to be.
 */
export async function findToken(
  sql: Queryable,
  agencyId: number,
  input: { kind: TokenKind; tokenHash: Uint8Array; lock?: { graceSeconds: number } },
): Promise<FoundToken | null> {
  const { kind, tokenHash, lock } = input;
  const [row] = await sql<FoundToken[]>`
    select
      c.id as "connectionId", c.person_id as "personId", c.client_name as "clientName", c.scopes,
      c.client_hash as "clientHash", m.role, m.client_ids as "clientIds", a.plan, a.hourly_limit as "hourlyLimit",
      t.redirect_uri as "redirectUri", t.code_challenge as "codeChallenge",
      least(t.expires_at, c.expires_at) as "expiresAt",
      coalesce(t.expires_at <= now(), false) as "isOver",
      t.used_at is not null as "isUsed",
      coalesce(t.used_at < now() - make_interval(secs => ${lock?.graceSeconds ?? 0}), false) as "isUsedLongAgo"
    from agent_token t
    join agent_connection c on c.agency_id = t.agency_id and c.id = t.connection_id
    join membership m on m.agency_id = c.agency_id and m.person_id = c.person_id and m.created_at <= c.created_at
    join agency a on a.id = c.agency_id
    where t.agency_id = ${agencyId}
      and t.token_hash = ${tokenHash}
      and t.kind = ${kind}
      and ${isOpen(sql)}
      and a.delete_after is null
      and (
        c.method not in ('oidc', 'handoff')
        or exists (select from partner r where r.agency_id = c.agency_id and r.kind = c.method)
      )
      and (
        c.method = 'oidc'
        or (c.method = 'passkey' and m.role = 'owner')
        or not exists (select from partner r where r.agency_id = c.agency_id and r.is_required)
      )
    ${lock === undefined ? sql`` : sql`for update of t`}
  `;
  return row ?? null;
}

export async function markUsed(sql: Queryable, agencyId: number, tokenHash: Uint8Array): Promise<void> {
  await sql`
    update agent_token
    set used_at = now()
    where agency_id = ${agencyId}
      and token_hash = ${tokenHash}
      and used_at is null
  `;
}

/** Refresh tokens that a connection got within the last hour. */
export async function countRefreshes(
  sql: Queryable,
  agencyId: number,
  { connectionId, countMax }: { connectionId: string; countMax: number },
): Promise<number> {
  const rows = await sql`
    select
    from agent_token
    where agency_id = ${agencyId}
      and connection_id = ${connectionId}
      and kind = 'rt'
      and created_at > now() - interval '1 hour'
    limit ${countMax}
  `;
  return rows.length;
}

/** Removes what can neither be used nor warn of anybody any more. */
export async function deleteOldTokens(sql: Queryable, agencyId: number, connectionId: string): Promise<void> {
  await sql`
    delete from agent_token
    where agency_id = ${agencyId}
      and connection_id = ${connectionId}
      and (
        (kind = 'at' and expires_at < now())
        or used_at < now() - make_interval(days => ${usedTokenDays})
      )
  `;
}

export type EndedConnection = { id: string; clientName: string };

/** Ends connections with all their tokens: these, or all of people who had signed in so. Returns those of the agency, and of the person where one is named, that were open. */
export async function endConnections(
  sql: Queryable,
  agencyId: number,
  which: ({ ids: readonly string[] } | { method: string }) & { onlyPersonId?: string | null },
): Promise<EndedConnection[]> {
  const { onlyPersonId = null } = which;
  const ended = await sql<EndedConnection[]>`
    update agent_connection
    set ended_at = now()
    where agency_id = ${agencyId}
      and ${"ids" in which ? sql`id = any(${textArray(which.ids)}::uuid[])` : sql`method = ${which.method}`}
      and (${onlyPersonId}::uuid is null or person_id = ${onlyPersonId}::uuid)
      and ended_at is null
    returning id, client_name as "clientName"
  `;
  await sql`
    delete from agent_token
    where agency_id = ${agencyId}
      and connection_id = any(${textArray(ended.map(({ id }) => id))}::uuid[])
  `;
  return ended;
}

/**
 * The person's earlier connections of the same client, whose place a new one takes. A registration is one install of a program. A
 * document stands for all installs, and says nothing about which of them asks: those on people's own machines stay beside each other,
 * while of a program that is at work elsewhere a person has one.
 */
export async function listEarlierConnections(
  sql: Queryable,
  agencyId: number,
  found: Pick<FoundToken, "connectionId" | "personId" | "clientHash"> & { isElsewhere: boolean },
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id
    from agent_connection
    where agency_id = ${agencyId}
      and person_id = ${found.personId}
      and client_hash = ${found.clientHash}
      and (client_kind = 'registered' or ${found.isElsewhere})
      and id <> ${found.connectionId}
      and ended_at is null
    limit ${earlierMax}
  `;
  return rows.map(({ id }) => id);
}

/** Notes a call of a tool. */
export async function noteCall(sql: Queryable, agencyId: number, connectionId: string): Promise<void> {
  await sql`
    update agent_connection
    set calls = calls + 1, last_used_at = now()
    where agency_id = ${agencyId}
      and id = ${connectionId}
  `;
}

/** Whether the program has its tokens, or still may fetch them: a consent whose answer never arrived is none. */
export function isRedeemable(sql: Queryable) {
  return sql`
    exists (
      select
      from agent_token t
      where t.agency_id = c.agency_id
        and t.connection_id = c.id
        and (t.kind = 'rt' or t.expires_at > now())
    )
  `;
}

function isOpen(sql: Queryable) {
  return sql`c.ended_at is null and (c.expires_at is null or c.expires_at > now())`;
}
