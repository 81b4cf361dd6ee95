import type { JWTPayload, JWTVerifyGetKey } from "jose";
import { LRUCache } from "lru-cache";
import type { Sql } from "../db/open.ts";
import type { TargetRules } from "../outbound/check-target.ts";
import { createCheckedFetch } from "./checked-fetch.ts";
import { findHandoffPartners, findMemberByEmail, type HandoffPartner } from "./partner-sql.ts";
import { signatureAlgorithms } from "./public-key.ts";
import { normaliseEmail } from "./rules.ts";
import { type Browser, openSession } from "./sign-in.ts";
import { useOnce } from "./use-once.ts";

/** A token is made for one click; the clocks of two servers differ by seconds. */
const expiresWithinSecondsMax = 120;
/** A token with all its claims has about 1 KB. */
export const handoffTokenCharactersMax = 8_000;
const jtiCharactersMax = 200;
/** Key sets kept in memory, 10 KB each. */
const keySetsMax = 100;

/** Why nobody was signed in: for the log. The person sees one page, whatever it was. */
type HandoffRefusal = { refusal: string };

type SignInByHandoff = (
  token: string,
  browser: Browser,
) => Promise<{ sessionToken: string } | HandoffRefusal>;

/** Returns what signs people in by tokens of their agencies' partners. */
export function createHandoff(deps: {
  sql: Sql;
  publicUrl: string;
  targetRules: TargetRules;
}): SignInByHandoff {
  const { sql, publicUrl } = deps;
  const checkedFetch = createCheckedFetch(deps.targetRules);
  const keySets = new LRUCache<string, JWTVerifyGetKey>({ max: keySetsMax });

  return async (token, browser) => {
    if (token.length > handoffTokenCharactersMax) return { refusal: "too_long" };
    const issuer = await issuerOf(token);
    if (issuer === null) return { refusal: "unreadable" };
    const partners = await findHandoffPartners(sql, issuer);
    let refusal = "unknown_issuer";
    for (const partner of partners) {
      const verified = await verify(token, partner, issuer);
      const signedIn =
        "payload" in verified
          ? await signIn(partner, verified.payload, browser)
          : { refusal: verified.refusal };
      // A portal of several agencies has one key for all: who is none of this agency's people may be another's.
      if ("sessionToken" in signedIn || signedIn.refusal === "used") return signedIn;
      refusal = signedIn.refusal;
    }
    return { refusal };
  };

  async function verify(
    token: string,
    partner: HandoffPartner,
    issuer: string,
  ): Promise<{ payload: JWTPayload } | HandoffRefusal> {
    const { jwtVerify } = await import("jose");
    try {
      const { payload } = await jwtVerify(token, await keyOf(partner), {
        algorithms: signatureAlgorithms,
        issuer,
        audience: publicUrl,
        requiredClaims: ["exp", "jti", "email"],
      });
      return { payload };
    } catch (error) {
      // The library's codes name the check that failed and hold nothing of the token.
      const code = error instanceof Error && "code" in error ? error.code : "unknown";
      return { refusal: typeof code === "string" ? code : "unknown" };
    }
  }

  async function signIn(
    { agencyId, id }: HandoffPartner,
    { exp = 0, jti, email: claimed }: JWTPayload,
    browser: Browser,
  ): Promise<{ sessionToken: string } | HandoffRefusal> {
    if (exp * 1000 > Date.now() + expiresWithinSecondsMax * 1000) return { refusal: "expires_too_late" };
    if (typeof jti !== "string" || jti === "" || jti.length > jtiCharactersMax) return { refusal: "no_jti" };
    const email = typeof claimed === "string" ? normaliseEmail(claimed) : null;
    const member = email === null ? null : await findMemberByEmail(sql, agencyId, email);
    if (member === null) return { refusal: "no_such_person" };
    if (!(await useOnce(sql, ["handoff", id, jti], new Date(exp * 1000)))) return { refusal: "used" };
    const by = { method: "handoff", onlyAgencyId: agencyId, isFresh: false } as const;
    return await openSession(sql, { personId: member.personId, browser, by });
  }

  async function keyOf({ publicKey, publicKeyUrl }: HandoffPartner): Promise<JWTVerifyGetKey> {
    const { createLocalJWKSet, createRemoteJWKSet, customFetch } = await import("jose");
    if (publicKeyUrl === null) return createLocalJWKSet({ keys: publicKey === null ? [] : [publicKey] });
    const known = keySets.get(publicKeyUrl);
    if (known !== undefined) return known;
    const keySet = createRemoteJWKSet(new URL(publicKeyUrl), { [customFetch]: checkedFetch });
    keySets.set(publicKeyUrl, keySet);
    return keySet;
  }
}

/** Who the token says it is from, before anything is believed. */
async function issuerOf(token: string): Promise<string | null> {
  const { decodeJwt } = await import("jose");
  try {
    return decodeJwt(token).iss ?? null;
  } catch {
    return null;
  }
}
