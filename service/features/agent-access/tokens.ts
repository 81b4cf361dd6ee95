import type { Queryable, Sql } from "../../floor/db/open.ts";
import { insertAudits } from "../audit/sql.ts";
import type { IsToken } from "./is-token.ts";
import {
  accessTokenSeconds,
  clientHashOf,
  fitsChallenge,
  readScopes,
  refreshesPerHourMax,
  remoteHostOf,
  reuseGraceSeconds,
  type Scope,
} from "./rules.ts";
import {
  countRefreshes,
  deleteOldTokens,
  endConnections,
  type FoundToken,
  findToken,
  insertToken,
  listEarlierConnections,
  markUsed,
} from "./sql.ts";
import { readTokenText } from "./token-text.ts";

/** `isToken` is asked before a transaction begins: made-up tokens cost a part of one small statement. */
export type TokenDeps = { sql: Sql; isToken: IsToken };
export type IssuedTokens = { accessToken: string; refreshToken: string; seconds: number; scopes: Scope[] };
/** RFC 6749, 5.2; `slow_down` is ours, for a program that refreshes in a loop. */
export type TokenRefusal = { error: "invalid_grant" | "invalid_scope" | "slow_down" };

const refused: TokenRefusal = { error: "invalid_grant" };

/**
 * Gives tokens for a code, once. A code that comes a second time was seen by somebody else: all that came of it ends.
 * Source: OAuth 2.1, 4.1.3.
 */
export async function redeemCode(
  { sql, isToken }: TokenDeps,
  input: { code: string; clientId: string; redirectUri: string; verifier: string },
): Promise<IssuedTokens | TokenRefusal> {
  const at = readTokenText("code", input.code);
  if (at === null || !(await isToken(at))) return refused;
  const { agencyId, tokenHash } = at;
  return await sql.begin(async (transaction) => {
    const lock = { graceSeconds: 0 };
    const found = await findToken(transaction, agencyId, { kind: "code", tokenHash, lock });
    if (found === null || !isOf(found, input.clientId)) return refused;
    if (found.isUsed) return await endReused(transaction, agencyId, found);
    const fits =
      found.redirectUri === input.redirectUri && fitsChallenge(input.verifier, found.codeChallenge ?? "");
    if (found.isOver || !fits || found.redirectUri === null) return refused;
    await markUsed(transaction, agencyId, tokenHash);
    const isElsewhere = remoteHostOf(found.redirectUri) !== null;
    const ids = await listEarlierConnections(transaction, agencyId, { ...found, isElsewhere });
    await endByItself(transaction, agencyId, { ids, why: "replaced" });
    return await issue(transaction, agencyId, found);
  });
}

/**
 * Gives new tokens for a refresh token, which is used up by it. One that was used before ends the connection, but for the moment in
 * which two calls of one program may cross. Source: OAuth 2.1, 4.3.1.
 */
export async function refreshTokens(
  { sql, isToken }: TokenDeps,
  input: { refreshToken: string; clientId: string; scope: string | null },
): Promise<IssuedTokens | TokenRefusal> {
  const at = readTokenText("rt", input.refreshToken);
  if (at === null || !(await isToken(at))) return refused;
  const { agencyId, tokenHash } = at;
  return await sql.begin(async (transaction) => {
    const lock = { graceSeconds: reuseGraceSeconds };
    const found = await findToken(transaction, agencyId, { kind: "rt", tokenHash, lock });
    if (found === null || !isOf(found, input.clientId)) return refused;
    if (found.isUsedLongAgo) return await endReused(transaction, agencyId, found);
    if (input.scope !== null && growsBeyond(input.scope, found.scopes)) return { error: "invalid_scope" };
    const { connectionId } = found;
    const countMax = refreshesPerHourMax;
    if ((await countRefreshes(transaction, agencyId, { connectionId, countMax })) >= countMax)
      return { error: "slow_down" };
    await markUsed(transaction, agencyId, tokenHash);
    await deleteOldTokens(transaction, agencyId, connectionId);
    return await issue(transaction, agencyId, found);
  });
}

/** Ends the connection of a token, as its program asks. What is no token of it changes nothing. Source: RFC 7009. */
export async function revokeToken(
  { sql, isToken }: TokenDeps,
  input: { token: string; clientId: string },
): Promise<void> {
  const kind = input.token.startsWith("svc_at_") ? "at" : "rt";
  const at = readTokenText(kind, input.token);
  if (at === null || !(await isToken(at))) return;
  const { agencyId, tokenHash } = at;
  await sql.begin(async (transaction) => {
    const found = await findToken(transaction, agencyId, { kind, tokenHash, lock: { graceSeconds: 0 } });
    if (found === null || !isOf(found, input.clientId)) return;
    await endByItself(transaction, agencyId, { ids: [found.connectionId], why: "program" });
  });
}

async function issue(
  transaction: Queryable,
  agencyId: number,
  { connectionId, scopes }: FoundToken,
): Promise<IssuedTokens> {
  const token = { connectionId, seconds: accessTokenSeconds };
  return {
    accessToken: await insertToken(transaction, agencyId, { ...token, kind: "at" }),
    refreshToken: await insertToken(transaction, agencyId, { connectionId, seconds: null, kind: "rt" }),
    seconds: accessTokenSeconds,
    scopes,
  };
}

async function endReused(transaction: Queryable, agencyId: number, found: FoundToken): Promise<TokenRefusal> {
  await endByItself(transaction, agencyId, { ids: [found.connectionId], why: "reused" });
  return refused;
}

/** Returned from the transaction, never thrown in it: an error would undo the end. */
async function endByItself(
  transaction: Queryable,
  agencyId: number,
  { ids, why }: { ids: readonly string[]; why: "program" | "reused" | "replaced" },
): Promise<void> {
  if (ids.length === 0) return;
  const ended = await endConnections(transaction, agencyId, { ids });
  const entries = ended.map(({ id, clientName }) => ({
    actor: why === "program" ? ({ type: "agent", id } as const) : ({ type: "service", id: null } as const),
    action: "agent.disconnected",
    subject: { type: "agent_connection", id },
    details: { name: clientName, why },
  }));
  await insertAudits(transaction, agencyId, entries);
}

function isOf({ clientHash }: FoundToken, clientId: string): boolean {
  return Buffer.from(clientHash).equals(clientHashOf(clientId));
}

function growsBeyond(scope: string, granted: readonly Scope[]): boolean {
  const asked = readScopes(scope);
  return asked.length === 0 || asked.some((each) => !granted.includes(each));
}
