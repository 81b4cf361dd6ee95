import type { CryptoKey, JWTPayload, JWTVerifyGetKey } from "jose";
import { LRUCache } from "lru-cache";
import { codeOf } from "../../errors.ts";
import { settleWithin } from "../../floor/concurrency/within-deadline.ts";
import type { Sql } from "../../floor/db/open.ts";
import type { TargetRules } from "../../floor/outbound/check-target.ts";
import { createCheckedFetch } from "./checked-fetch.ts";
import { findHandoffPartners, type HandoffPartner } from "./partner-sql.ts";
import { keysOfSet, signatureAlgorithms } from "./public-key.ts";
import { normaliseEmail } from "./rules.ts";
import type { Vouched } from "./sign-in-by-partner.ts";
import { useEachOnce } from "./use-once-sql.ts";

/** A token is made for one click; the clocks of two servers differ by seconds. */
const expiresWithinSecondsMax = 120;
/** A token with all its claims has about 1 KB. */
const tokenCharactersMax = 8_000;
const jtiCharactersMax = 200;
const issuerCharactersMax = 2_000;
/** Keys of a set that are tried where no name tells which one signed: each costs a check of the signature. */
const keysTriedMax = 5;
/** A person waits. Agencies register addresses of keys as they like: one that hangs must not use up the time of another. */
const checkedWithinMs = 6_000;
/** Key sets kept in memory, of a few kilobytes each; an answer may have 256. */
const keySetsMax = 100;

/** Why nobody was signed in: for the log. The person sees one page, whatever it was. */
type HandoffRefusal = { refusal: string };

type ReadHandoff = (token: string) => Promise<Vouched | HandoffRefusal>;

const lateError = Object.assign(new Error("The keys did not come in time."), { code: "late" });

/** Returns what reads tokens of agencies' partners, and uses each up: who they are for. */
export function createHandoff(deps: { sql: Sql; publicUrl: string; targetRules: TargetRules }): ReadHandoff {
  const { sql, publicUrl } = deps;
  const checkedFetch = createCheckedFetch(deps.targetRules);
  const fetchKeys: typeof checkedFetch = async (url, init) => usableKeys(await checkedFetch(url, init));
  const keySets = new LRUCache<string, JWTVerifyGetKey>({ max: keySetsMax });

  return async (token) => {
    if (token.length > tokenCharactersMax) return { refusal: "too_long" };
    const claimed = await claimsOf(token);
    if (claimed === null) return { refusal: "unreadable" };
    const partners = await findHandoffPartners(sql, claimed);
    const checked = await Promise.all(partners.map((partner) => verify(token, partner, claimed.issuer)));
    const trusting = partners.filter((_partner, index) => "payload" in (checked[index] ?? {}));
    const [first] = checked.filter((each) => "payload" in each);
    if (first !== undefined) return await use(first.payload, trusting);
    const [refused] = checked;
    return refused !== undefined && "refusal" in refused ? refused : { refusal: "unknown_issuer" };
  };

  async function verify(
    token: string,
    partner: HandoffPartner,
    issuer: string,
  ): Promise<{ payload: JWTPayload } | HandoffRefusal> {
    const { jwtVerify } = await import("jose");
    const wanted = {
      algorithms: signatureAlgorithms,
      issuer,
      audience: publicUrl,
      requiredClaims: ["exp", "jti", "email"],
    };
    try {
      const check = async (key: JWTVerifyGetKey) => (await jwtVerify(token, key, wanted)).payload;
      const work = byNameElseKind(await keyOf(partner), check);
      return { payload: await settleWithin(work, { timeoutMs: checkedWithinMs, late: () => lateError }) };
    } catch (error) {
      // The library's codes name the check that failed and hold nothing of the token.
      const code = codeOf(error) || "unknown";
      return { refusal: typeof code === "string" ? code : "unknown" };
    }
  }

  /** Uses a token up for all agencies whose portal it comes from: one portal of several agencies has one key for all. */
  async function use(
    { exp = 0, jti, email: claimed }: JWTPayload,
    partners: readonly HandoffPartner[],
  ): Promise<Vouched | HandoffRefusal> {
    if (exp * 1000 > Date.now() + expiresWithinSecondsMax * 1000) return { refusal: "expires_too_late" };
    if (typeof jti !== "string" || jti === "" || jti.length > jtiCharactersMax) return { refusal: "no_jti" };
    const email = emailOf(claimed);
    const personId = partners[0]?.personId ?? null;
    if (email === null || personId === null) return { refusal: "no_such_person" };
    const uses = partners.map(({ id }) => ["handoff", id, jti]);
    if (!(await useEachOnce(sql, uses, new Date(exp * 1000)))) return { refusal: "used" };
    const names = new Map(partners.map(({ agencyId, agencyName }) => [agencyId, agencyName]));
    const agencies = [...names].map(([agencyId, agencyName]) => ({ agencyId, agencyName }));
    return { agencies, personId, email, method: "handoff", isFresh: false, next: "/app" };
  }

  async function keyOf({ publicKey, publicKeyUrl }: HandoffPartner): Promise<JWTVerifyGetKey> {
    const { createLocalJWKSet, createRemoteJWKSet, customFetch } = await import("jose");
    if (publicKeyUrl === null) return createLocalJWKSet({ keys: publicKey === null ? [] : [publicKey] });
    const known = keySets.get(publicKeyUrl);
    if (known !== undefined) return known;
    const keySet = createRemoteJWKSet(new URL(publicKeyUrl), { [customFetch]: fetchKeys });
    keySets.set(publicKeyUrl, keySet);
    return keySet;
  }
}

/** The library reads the set from an answer: it gets one with what it needs. */
async function usableKeys(answer: Response): Promise<Response> {
  return answer.status === 200 ? Response.json(keysOfSet(await answer.json().catch(() => null))) : answer;
}

/**
 * Checks a token by the key that its header names (`kid`), else by those of its kind: libraries name a key in the header that the set
 * has without a name, or the other way round. Which key has signed, only the signature tells.
 */
async function byNameElseKind<T>(
  keySet: JWTVerifyGetKey,
  check: (key: JWTVerifyGetKey) => Promise<T>,
): Promise<T> {
  const { errors } = await import("jose");
  const find: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keySet(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const { kid: _kid, ...unnamed } = header;
      return await keySet(unnamed, token);
    }
  };
  try {
    return await check(find);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    const keys: CryptoKey[] = [];
    for await (const key of error) if (keys.push(key) >= keysTriedMax) break;
    return await Promise.any(keys.map((key) => check(async () => key))).catch((failed: AggregateError) => {
      throw failed.errors[0];
    });
  }
}

/** Who the token says it is from and for, before anything is believed: it only narrows whose keys are tried. */
async function claimsOf(token: string): Promise<{ issuer: string; email: string | null } | null> {
  const { decodeJwt } = await import("jose");
  try {
    // The library's types say what a claim should be, and nobody has checked it.
    const { iss, email }: { [claim: string]: unknown } = decodeJwt(token);
    return isIssuer(iss) ? { issuer: iss, email: emailOf(email) } : null;
  } catch {
    return null;
  }
}

/** The database refuses a NUL, and knows no longer one. */
function isIssuer(iss: unknown): iss is string {
  return typeof iss === "string" && iss.length <= issuerCharactersMax && !iss.includes("\0");
}

function emailOf(claimed: unknown): string | null {
  return typeof claimed === "string" ? normaliseEmail(claimed) : null;
}
