import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { ServiceError } from "../../errors.ts";
import type { Sql } from "../../floor/db/open.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { refuseFields } from "../../floor/web/refuse-fields.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { keepWayBack } from "./keep-way-back.ts";
import { lockOwnedAgencies } from "./membership-sql.ts";
import { listRequiredProviders, type RequiredProvider, type WayIn } from "./partner-sql.ts";
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  notePasskeyUse,
  passkeysMax,
} from "./passkey-sql.ts";
import { type Browser, openWhereLetIn } from "./sign-in.ts";
import { openAttempt, sealAttempt } from "./sign-in-attempt.ts";
import { useOnce } from "./use-once-sql.ts";
import { withoutAttestation } from "./without-attestation.ts";

type Deps = { sql: Sql; secrets: SecretCipher; publicUrl: string };
type Person = { personId: string; email: string; name: string | null };
/** What the browser is to do, and what it keeps meanwhile. */
type Begun<Options> = { options: Options; attempt: string };

const signInPurpose = "passkey sign-in";
const providersPurpose = "passkey providers";
const registrationPurpose = "passkey registration";
const serviceName = "pr-service";
/** 1,023 bytes (Web Authentication, "Credential ID") as base64url. */
const idCharactersMax = 1_364;
/** RSA keys of 8,192 bits have 1,040; the database takes no more. */
const publicKeyBytesMax = 2_000;

/** Whether browsers make passkeys for this address: they want a name, not an IP address (Web Authentication, "RP ID"). */
export function canHavePasskeys(publicUrl: string): boolean {
  return !/^(?:[\d.]+|\[.*\])$/.test(new URL(publicUrl).hostname);
}

/** Asks for any passkey of this service: the browser shows whose it has. */
export async function beginPasskeySignIn({
  secrets,
  publicUrl,
}: Deps): Promise<Begun<PublicKeyCredentialRequestOptionsJSON>> {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: new URL(publicUrl).hostname,
    userVerification: "required",
  });
  return { options, attempt: sealAttempt(secrets, signInPurpose, options.challenge) };
}

/**
 * Opens a session for the owner of a passkey; a refusal for anything that is not its answer to the challenge. For somebody whose agencies
 * let nobody in by it, what the browser keeps for `providersAfterPasskey`.
 */
export async function signInByPasskey(
  { sql, secrets, publicUrl }: Deps,
  input: { response: AuthenticationResponseJSON; attempt: string | null; browser: Browser },
): Promise<{ sessionToken: string } | { attempt: string } | { refusal: string }> {
  const attempt = input.attempt === null ? null : openAttempt<string>(secrets, signInPurpose, input.attempt);
  if (attempt === null) return { refusal: "no_attempt" };
  const passkey = await findPasskey(sql, input.response.id);
  if (passkey === null) return { refusal: "unknown_passkey" };
  if (!(await useOnce(sql, [signInPurpose, attempt.value], attempt.expiresAt))) return { refusal: "used" };
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { id, personId, publicKey, counter } = passkey;
  const verified = await verifyAuthenticationResponse({
    response: input.response,
    expectedChallenge: attempt.value,
    expectedOrigin: new URL(publicUrl).origin,
    expectedRPID: new URL(publicUrl).hostname,
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  }).catch(() => null);
  if (verified?.verified !== true) return { refusal: "not_verified" };
  return await sql.begin(async (transaction) => {
    await notePasskeyUse(transaction, { id, counter: verified.authenticationInfo.newCounter });
    const by = { method: "passkey", onlyAgencyId: null, isFresh: true } as const;
    const entered = await openWhereLetIn(transaction, { personId, browser: input.browser, by });
    if ("sessionToken" in entered) return entered;
    const way: WayIn = { personId, ...by };
    return { attempt: sealAttempt(secrets, providersPurpose, way) };
  });
}

/** The providers by which alone somebody gets in whose passkey was right; null for anybody else. */
export async function providersAfterPasskey(
  { sql, secrets }: Pick<Deps, "sql" | "secrets">,
  attempt: string | null,
): Promise<RequiredProvider[] | null> {
  const way = attempt === null ? null : openAttempt<WayIn>(secrets, providersPurpose, attempt);
  return way === null ? null : await listRequiredProviders(sql, way.value);
}

/**
 * Lets a browser make a passkey for a person who is signed in; not a second one on the same device. Throws `validation_error` where there
 * are as many as may be: the device would keep one that opens nothing.
 */
export async function beginPasskeyRegistration(
  { sql, secrets, publicUrl }: Deps,
  person: Person,
): Promise<Begun<PublicKeyCredentialCreationOptionsJSON>> {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const known = await listPasskeys(sql, person.personId);
  if (known.length >= passkeysMax) refuseTooMany();
  const options = await generateRegistrationOptions({
    rpName: serviceName,
    rpID: new URL(publicUrl).hostname,
    userName: person.email,
    userDisplayName: person.name ?? person.email,
    userID: new TextEncoder().encode(person.personId),
    attestationType: "none",
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return {
    options,
    attempt: sealAttempt(secrets, registrationPurpose, [person.personId, options.challenge]),
  };
}

/** Keeps the passkey that a browser has made. Throws `validation_error` where it is not the one that was asked for. */
export async function addPasskey(
  { sql, secrets, publicUrl }: Deps,
  agencyId: number,
  input: Person & { response: RegistrationResponseJSON; attempt: string | null; passkeyName: string },
  actor: AuditActor,
): Promise<void> {
  const { personId, passkeyName: name } = input;
  const attempt =
    input.attempt === null
      ? null
      : openAttempt<[string, string]>(secrets, registrationPurpose, input.attempt);
  if (attempt === null || attempt.value[0] !== personId) return refuseForeign();
  if (!(await useOnce(sql, [registrationPurpose, attempt.value[1]], attempt.expiresAt)))
    return refuseForeign();
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const expected = {
    expectedChallenge: attempt.value[1],
    expectedOrigin: new URL(publicUrl).origin,
    expectedRPID: new URL(publicUrl).hostname,
    requireUserVerification: true,
  };
  const verified = await withoutAttestation(input.response)
    .then((response) => verifyRegistrationResponse({ response, ...expected }))
    .catch(() => null);
  if (verified?.verified !== true) return refuseForeign();
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  if (!canBeStored({ id, publicKey })) return refuseForeign();
  await sql.begin(async (transaction) => {
    const passkey = { id, personId, name, publicKey, counter };
    if (!(await insertPasskey(transaction, passkey))) refuseTooMany();
    await insertAudit(transaction, agencyId, {
      actor,
      action: "passkey.added",
      subject: { type: "person", id: personId },
      details: { name },
    });
  });
}

/** Throws `not_found`, and `validation_error` for the last way back into an agency that requires a provider. */
export async function removePasskey(
  sql: Sql,
  agencyId: number,
  input: { id: string; personId: string },
  actor: AuditActor,
): Promise<void> {
  await sql.begin(async (transaction) => {
    const ownedIds = await lockOwnedAgencies(transaction, input.personId);
    const name = await deletePasskey(transaction, input);
    if (name === null) throw new ServiceError("not_found", "The person has no such passkey.");
    await keepWayBack(transaction, ownedIds, {
      german: "Legen Sie zuerst einen anderen Passkey an.",
      english: "Make another passkey first.",
    });
    await insertAudit(transaction, agencyId, {
      actor,
      action: "passkey.removed",
      subject: { type: "person", id: input.personId },
      details: { name },
    });
  });
}

/** The library takes an id and a key of any length. */
function canBeStored({ id, publicKey }: { id: string; publicKey: Uint8Array }): boolean {
  return id !== "" && id.length <= idCharactersMax && publicKey.byteLength <= publicKeyBytesMax;
}

function refuseTooMany(): never {
  refuseFields({
    field: "passkey",
    german: `Mehr als ${passkeysMax} Passkeys sind nicht möglich. Bitte entfernen Sie zuerst einen.`,
    english: `A person has at most ${passkeysMax} passkeys. Remove one first.`,
  });
}

function refuseForeign(): never {
  refuseFields({
    field: "passkey",
    german: "Der Passkey passt nicht zu dieser Anfrage. Bitte versuchen Sie es noch einmal.",
    english: "It was not made for this request. Try again.",
  });
}
