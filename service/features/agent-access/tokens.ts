import type { Queryable, Sql } from "../../floor/db/open.ts";
import { insertAudit } from "../audit/sql.ts";
import {
  accessTokenSeconds,
  clientHashOf,
  fitsChallenge,
  readScopes,
  refreshesPerHourMax,
  reuseGraceSeconds,
  type Scope,
} from "./rules.ts";
import {
  countRefreshes,
  deleteOldTokens,
  endConnection,
  endEarlierConnections,
  type FoundToken,
  findToken,
  insertToken,
  markUsed,
} from "./sql.ts";
import { readTokenText } from "./token-text.ts";

export type IssuedTokens = { accessToken: string; refreshToken: string; seconds: number; scopes: Scope[] };
/** RFC 6749, 5.2; `slow_down` is ours, for a program that refreshes in a loop. */
export type TokenRefusal = { error: "invalid_grant" | "invalid_scope" | "slow_down" };

const refused: TokenRefusal = { error: "invalid_grant" };

/**
 * Gives tokens for a code, once. A code that comes a second time was seen by somebody else: all that came of it ends.
 * Source: OAuth 2.1, 4.1.3.
 */
export async function redeemCode(
  sql: Sql,
  input: { code: string; clientId: string; redirectUri: string; verifier: string },
): Promise<IssuedTokens | TokenRefusal> {
  const at = readTokenText("code", input.code);
  if (at === null) return refused;
  const { agencyId, tokenHash } = at;
  return await sql.begin(async (transaction) => {
    const holdsFor = { graceSeconds: 0 };
    const found = await findToken(transaction, agencyId, { kind: "code", tokenHash, holdsFor });
    if (found === null || !isOf(found, input.clientId)) return refused;
    if (found.isUsed) return await endReused(transaction, agencyId, found);
    const fits =
      found.redirectUri === input.redirectUri && fitsChallenge(input.verifier, found.codeChallenge ?? "");
    if (found.isOver || !fits) return refused;
    await markUsed(transaction, agencyId, tokenHash);
    await endEarlierConnections(transaction, agencyId, found);
    return await issue(transaction, agencyId, found);
  });
}

/**
 * Gives new tokens for a refresh token, which is used up by it. One that was used before ends the connection, but for the moment in
 * which two calls of one program may cross. Source: OAuth 2.1, 4.3.1.
 */
export async function refreshTokens(
  sql: Sql,
  input: { refreshToken: string; clientId: string; scope: string | null },
): Promise<IssuedTokens | TokenRefusal> {
  const at = readTokenText("rt", input.refreshToken);
  if (at === null) return refused;
  const { agencyId, tokenHash } = at;
  return await sql.begin(async (transaction) => {
    const holdsFor = { graceSeconds: reuseGraceSeconds };
    const found = await findToken(transaction, agencyId, { kind: "rt", tokenHash, holdsFor });
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
export async function revokeToken(sql: Sql, input: { token: string; clientId: string }): Promise<void> {
  const kind = input.token.startsWith("svc_at_") ? "at" : "rt";
  const at = readTokenText(kind, input.token);
  if (at === null) return;
  const { agencyId, tokenHash } = at;
  await sql.begin(async (transaction) => {
    const found = await findToken(transaction, agencyId, { kind, tokenHash, holdsFor: { graceSeconds: 0 } });
    if (found === null || !isOf(found, input.clientId)) return;
    await endByItself(transaction, agencyId, { found, why: "program" });
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
  await endByItself(transaction, agencyId, { found, why: "reused" });
  return refused;
}

/** Returned from the transaction, never thrown in it: an error would undo the end. */
async function endByItself(
  transaction: Queryable,
  agencyId: number,
  { found, why }: { found: FoundToken; why: "program" | "reused" },
): Promise<void> {
  const { connectionId, clientName } = found;
  await endConnection(transaction, agencyId, { connectionId });
  await insertAudit(transaction, agencyId, {
    actor: why === "program" ? { type: "agent", id: connectionId } : { type: "service", id: null },
    action: "agent.disconnected",
    subject: { type: "agent_connection", id: connectionId },
    details: { name: clientName, why },
  });
}

function isOf({ clientHash }: FoundToken, clientId: string): boolean {
  return Buffer.from(clientHash).equals(clientHashOf(clientId));
}

function growsBeyond(scope: string, granted: readonly Scope[]): boolean {
  const asked = readScopes(scope);
  return asked.length === 0 || asked.some((each) => !granted.includes(each));
}
