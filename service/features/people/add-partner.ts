import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../errors.ts";
import { inTransaction } from "../../floor/db/in-transaction.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import { checkTarget, type TargetRules } from "../../floor/outbound/check-target.ts";
import { UnsafeTargetError } from "../../floor/outbound/unsafe-target-error.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { refuseFields } from "../../floor/web/refuse-fields.ts";
import { lockAgency } from "../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import {
  deletePartner,
  hasOwnerWithPasskey,
  insertPartner,
  type NewPartner,
  type PartnerKind,
  partnersMax,
  setTrustsEmail,
} from "./partner-sql.ts";
import { parsePublicKey } from "./public-key.ts";
import { deletePartnerSessions } from "./session-sql.ts";

type PartnerInput = {
  /** The same for each copy of one form, so that a resent one adds nothing; a new one where it is left out. */
  id?: string;
};
export type OidcInput = PartnerInput & {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  isRequired: boolean;
  /** The provider confirms every mail address itself, though it may not say so. */
  trustsEmail?: boolean;
};
/** One of `publicKey` (a JWK as JSON) and `publicKeyUrl` (a JWKS). */
export type HandoffInput = PartnerInput & {
  name: string;
  issuer: string;
  publicKey: string | null;
  publicKeyUrl: string | null;
};

type Deps = { sql: Sql; secrets: SecretCipher; targetRules: TargetRules };

const noPartner = {
  clientId: null,
  clientSecretEncrypted: null,
  isRequired: false,
  trustsEmail: false,
  publicKey: null,
  publicKeyUrl: null,
};

/** Where the client secret is stored, for the cipher. */
export function clientSecretPurpose(agencyId: number, partnerId: string): string {
  return `partner:${agencyId}:${partnerId}`;
}

/**
 * Lets people of an agency sign in by its OpenID Connect provider. With `isRequired` they can no other way, but for owners by a
 * passkey. Throws `validation_error` with the field.
 */
export async function addOidcPartner(
  { sql, secrets, targetRules }: Deps,
  agencyId: number,
  input: OidcInput,
  actor: AuditActor,
): Promise<{ id: string }> {
  await refuseUnsafe("issuer", input.issuer, targetRules);
  const { id = uuidv7(), name, issuer, clientId, isRequired, trustsEmail = false } = input;
  const clientSecretEncrypted = secrets.encrypt(input.clientSecret, clientSecretPurpose(agencyId, id));
  return await sql.begin(async (transaction) => {
    // Partners are counted one after the other, and the passkey that is found here is not removed at the same time.
    await lockAgency(transaction, agencyId);
    if (isRequired && !(await hasOwnerWithPasskey(transaction, agencyId)))
      refuseFields({
        field: "isRequired",
        german: "Vorher braucht jemand mit der Rolle Inhaber einen Passkey, als Rückweg.",
        english: "First an owner needs a passkey, as the way back if the provider fails.",
      });
    return await add(
      transaction,
      agencyId,
      {
        ...noPartner,
        id,
        kind: "oidc",
        name,
        issuer,
        clientId,
        clientSecretEncrypted,
        isRequired,
        trustsEmail,
      },
      actor,
    );
  });
}

/** Lets a partner's portal hand over people of an agency by signed tokens. Throws `validation_error` with the field. */
export async function addHandoffPartner(
  { sql, targetRules }: Omit<Deps, "secrets">,
  agencyId: number,
  input: HandoffInput,
  actor: AuditActor,
): Promise<{ id: string }> {
  const { id = uuidv7(), name, issuer, publicKeyUrl } = input;
  if ((input.publicKey === null) === (publicKeyUrl === null))
    refuseFields({
      field: "publicKey",
      german: "Geben Sie einen öffentlichen Schlüssel an oder die Adresse der Schlüssel, eines von beiden.",
      english: "Give a public key or the address of a key set, one of the two.",
    });
  const publicKey = input.publicKey === null ? null : parsePublicKey(input.publicKey);
  if (input.publicKey !== null && publicKey === null)
    refuseFields({
      field: "publicKey",
      german: "Das ist kein öffentlicher JWK mit Ed25519, P-256 oder RSA ab 2.048 Bit.",
      english: "Give a public JWK: Ed25519, P-256, or RSA of at least 2,048 bits.",
    });
  if (publicKeyUrl !== null) await refuseUnsafe("publicKeyUrl", publicKeyUrl, targetRules);
  return await sql.begin(async (transaction) => {
    await lockAgency(transaction, agencyId);
    return await add(
      transaction,
      agencyId,
      {
        ...noPartner,
        id,
        kind: "handoff",
        name,
        issuer,
        publicKey,
        publicKeyUrl,
      },
      actor,
    );
  });
}

/** Says whether a provider's mail addresses are taken without `email_verified`. Throws `not_found`. */
export async function changePartnerTrust(
  sql: Sql,
  agencyId: number,
  input: { id: string; trustsEmail: boolean },
  actor: AuditActor,
): Promise<void> {
  await sql.begin(async (transaction) => {
    if (!(await setTrustsEmail(transaction, agencyId, input)))
      throw new ServiceError("not_found", "The agency has no such provider.");
    await insertAudit(transaction, agencyId, {
      actor,
      action: "partner.changed",
      subject: { type: "partner", id: input.id },
      details: { trustsEmail: input.trustsEmail },
    });
  });
}

/** Ends a partner's sign-on. Sessions that it opened end for good; `removeAgencyPartner` does the rest. Throws `not_found`. */
export async function removePartner(
  sql: Queryable,
  agencyId: number,
  id: string,
  actor: AuditActor,
): Promise<{ kind: PartnerKind }> {
  return await inTransaction(sql, async (transaction) => {
    const removed = await deletePartner(transaction, agencyId, id);
    if (removed === null) throw new ServiceError("not_found", "The agency has no such partner.");
    await deletePartnerSessions(transaction, agencyId, removed.kind);
    await insertAudit(transaction, agencyId, {
      actor,
      action: "partner.removed",
      subject: { type: "partner", id },
      details: removed,
    });
    return removed;
  });
}

async function add(
  transaction: Queryable,
  agencyId: number,
  partner: NewPartner,
  actor: AuditActor,
): Promise<{ id: string }> {
  const { id, kind, name, issuer, isRequired, trustsEmail, publicKeyUrl } = partner;
  const came = await insertPartner(transaction, agencyId, partner);
  if (came === "known") return { id };
  if (came === "full")
    refuseFields({
      field: "name",
      german: `Mehr als ${partnersMax} Partner sind nicht möglich. Bitte entfernen Sie zuerst einen.`,
      english: `An agency has at most ${partnersMax} partners. Remove one first.`,
    });
  await insertAudit(transaction, agencyId, {
    actor,
    action: "partner.added",
    subject: { type: "partner", id },
    details: { kind, name, issuer, isRequired, trustsEmail, publicKeyUrl },
  });
  return { id };
}

async function refuseUnsafe(field: string, url: string, rules: TargetRules): Promise<void> {
  try {
    await checkTarget(url, rules);
  } catch (error) {
    if (!(error instanceof UnsafeTargetError)) throw error;
    refuseFields({
      field,
      german: "Diese Adresse muss mit https:// beginnen und aus dem Internet erreichbar sein.",
      english: "Give an https address that is reachable from the Internet.",
    });
  }
}
