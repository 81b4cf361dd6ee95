import type { Configuration } from "openid-client";
import { codeOf } from "../../errors.ts";
import type { Sql } from "../../floor/db/open.ts";
import type { TargetRules } from "../../floor/outbound/check-target.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { uuidPattern } from "../../schema.ts";
import { clientSecretPurpose } from "./add-partner.ts";
import { createCheckedFetch } from "./checked-fetch.ts";
import { findMemberByEmail, findOidcPartner, type OidcPartner } from "./partner-sql.ts";
import { freshSignInMinutes, normaliseEmail } from "./rules.ts";
import { openAttempt, sealAttempt } from "./sign-in-attempt.ts";
import type { Vouched } from "./sign-in-by-partner.ts";
import { useOnce } from "./use-once-sql.ts";

type Deps = { sql: Sql; secrets: SecretCipher; targetRules: TargetRules; publicUrl: string };

/** An agency's provider, and what the service proves itself with there. */
type Provider = OidcPartner & { clientSecret: string };

/** What the browser keeps while the person is at the provider. */
type Attempt = {
  partnerId: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  next: string;
  isFresh: boolean;
};

const purpose = "oidc sign-in";

/** Where the provider sends people back to: what an owner enters there. */
export function oidcCallbackUrl(publicUrl: string, partnerId: string): string {
  return `${publicUrl}/app/anmelden/partner/${partnerId}/zurueck`;
}

/** Begins a sign-in at an agency's provider. With `isFresh` the provider asks the person again. */
export async function beginOidc(
  deps: Deps,
  input: { partnerId: string; next: string; isFresh: boolean },
): Promise<{ location: string; attempt: string } | { refusal: string }> {
  const partner = await partnerOf(deps, input.partnerId);
  if (partner === null) return { refusal: "unknown_partner" };
  const client = await import("openid-client");
  const configuration = await configurationOf(deps, partner).catch(refusalOf);
  if ("refusal" in configuration) return configuration;
  const codeVerifier = client.randomPKCECodeVerifier();
  const attempt: Attempt = {
    ...input,
    codeVerifier,
    state: client.randomState(),
    nonce: client.randomNonce(),
  };
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: oidcCallbackUrl(deps.publicUrl, partner.id),
    scope: "openid email",
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    ...(input.isFresh ? { max_age: "0" } : {}),
  });
  return { location: url.href, attempt: sealAttempt(deps.secrets, purpose, attempt) };
}

/**
 * Reads what the provider sent the browser back with: whom it vouches for, to its agency alone. Another agency of the same person has
 * not chosen to trust it.
 */
export async function finishOidc(
  deps: Deps,
  input: { partnerId: string; query: string; attempt: string | null },
): Promise<Vouched | { refusal: string }> {
  const attempt = input.attempt === null ? null : openAttempt<Attempt>(deps.secrets, purpose, input.attempt);
  if (attempt === null || attempt.value.partnerId !== input.partnerId) return { refusal: "no_attempt" };
  const partner = await partnerOf(deps, input.partnerId);
  if (partner === null) return { refusal: "unknown_partner" };
  const { state, nonce, codeVerifier, next, isFresh } = attempt.value;
  if (!(await useOnce(deps.sql, [purpose, state], attempt.expiresAt))) return { refusal: "used" };
  const claims = await claimsOf(deps, partner, { query: input.query, state, nonce, codeVerifier, isFresh });
  if ("refusal" in claims) return claims;
  const { email } = claims;
  const member = await findMemberByEmail(deps.sql, partner.agencyId, email);
  if (member === null) return { refusal: "no_such_person" };
  const { personId, agencyName } = member;
  const agencies = [{ agencyId: partner.agencyId, agencyName }];
  return { agencies, personId, email, method: "oidc", isFresh, next };
}

async function claimsOf(
  deps: Deps,
  partner: Provider,
  sent: { query: string; state: string; nonce: string; codeVerifier: string; isFresh: boolean },
): Promise<{ email: string } | { refusal: string }> {
  const client = await import("openid-client");
  try {
    const configuration = await configurationOf(deps, partner);
    const url = new URL(oidcCallbackUrl(deps.publicUrl, partner.id) + sent.query);
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: sent.codeVerifier,
      expectedState: sent.state,
      expectedNonce: sent.nonce,
      idTokenExpected: true,
      ...(sent.isFresh ? { maxAge: freshSignInMinutes * 60 } : {}),
    });
    const claims = tokens.claims();
    const email = typeof claims?.email === "string" ? normaliseEmail(claims.email) : null;
    if (email === null) return { refusal: "no_email" };
    // Providers let people enter any address. A text or a number is no yes (OpenID Connect Core, 5.1: a boolean).
    const isVerified = claims?.email_verified === true || partner.trustsEmail;
    return isVerified ? { email } : { refusal: "email_not_verified" };
  } catch (error) {
    return refusalOf(error);
  }
}

/** The code is one of the OpenID Connect library; it has none where the provider did not answer. */
function refusalOf(error: unknown): { refusal: string } {
  return { refusal: codeOf(error) || "unreachable" };
}

async function partnerOf({ sql, secrets }: Deps, partnerId: string): Promise<Provider | null> {
  const partner = uuidPattern.test(partnerId) ? await findOidcPartner(sql, partnerId) : null;
  if (partner === null) return null;
  const { agencyId, id, clientSecretEncrypted } = partner;
  const clientSecret = secrets.decrypt(clientSecretEncrypted, clientSecretPurpose(agencyId, id));
  return { ...partner, clientSecret };
}

async function configurationOf(
  { targetRules }: Deps,
  { issuer, clientId, clientSecret }: Provider,
): Promise<Configuration> {
  const client = await import("openid-client");
  // Plain HTTP passes the check of targets in development alone, where WEBHOOK_ALLOW_CIDRS names the provider.
  const isPlain = issuer.startsWith("http:");
  return await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    [client.customFetch]: createCheckedFetch(targetRules),
    execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
  });
}
