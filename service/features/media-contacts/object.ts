import type { Queryable, Sql } from "../../floor/db/open.ts";
import type { Bounce } from "../../floor/mail/bounce.ts";
import { readToken, signToken, type TokenKind } from "../../floor/secret-links/signed-token.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { trimUnseen } from "../../floor/strings/trim-unseen.ts";
import { emailProblem } from "../../floor/web/field-rules.ts";
import { readMailAddress } from "../../floor/web/mail-address.ts";
import { refuseFields } from "../../floor/web/refuse-fields.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { insertObjection } from "./objections-sql.ts";
import { noteBounce } from "./recipients-sql.ts";
import { addressKey } from "./sealed-contact.ts";

/** Short enough for a line of a mail. */
const linkKind: TokenKind = {
  purpose: "media-contact-objection",
  hasEnd: false,
  signatureBytes: 16,
  signedAs: "hex",
};

/** Where the link to object leads; the token names an agency and an address, and opens nothing else. */
export const objectionRoute = "/widerspruch/:token";

/**
 * The path of the link that ends all press mails of an agency to an address. It works as long as the agency is there.
 * @public
 */
export function objectionPath(secrets: SecretCipher, agencyId: number, key: string): string {
  const token = signToken(secrets, linkKind, { agencyId, id: key, expiresAt: null });
  return objectionRoute.replace(":token", token);
}

/** The agency and the address that a link names, or null for one that we did not sign. */
export function readObjectionLink(
  secrets: SecretCipher,
  token: string,
): { agencyId: number; addressKey: string } | null {
  const said = readToken(secrets, linkKind, token);
  return said === null ? null : { agencyId: said.agencyId, addressKey: said.id };
}

/**
 * Ends all press mails of the agency to an address, for all of its clients and at once: mails that wait ask again before they go.
 * It outlives the contact. Whoever objected before is not noted twice.
 */
export async function recordObjection(
  sql: Sql,
  agencyId: number,
  input: { addressKey: string; how: "link" | "entered"; actor: AuditActor; requestId?: string },
): Promise<void> {
  const { actor, requestId, how } = input;
  await sql.begin(async (transaction) => {
    const { isNew, contactId } = await insertObjection(transaction, agencyId, input);
    if (!isNew) return;
    await insertAudit(transaction, agencyId, {
      actor,
      action: "media_contact.objected",
      subject: { type: "media_contact", id: contactId ?? "" },
      details: { how },
      ...(requestId === undefined ? {} : { requestId }),
    });
  });
}

/** Notes that a mail to an address of a contact came back: a hard bounce ends the address at once, soft ones the third within 14 days. */
export async function recordBounce(
  sql: Queryable,
  agencyId: number,
  { contactId, addressKey, bounce }: { contactId: string; addressKey: string; bounce: Bounce },
): Promise<void> {
  if (!(await noteBounce(sql, agencyId, { contactId, addressKey, isHard: bounce === "hard" }))) return;
  await insertAudit(sql, agencyId, {
    actor: { type: "service", id: null },
    action: "media_contact.undeliverable",
    subject: { type: "media_contact", id: contactId },
  });
}

/** The same for an address that somebody tells of, whether the agency has it or not. Throws `validation_error` for what is none. */
export async function recordObjectionOf(
  sql: Sql,
  agencyId: number,
  input: { email: string; actor: AuditActor; requestId?: string },
  secrets: SecretCipher,
): Promise<void> {
  refuseFields([emailProblem("email", trimUnseen(input.email))]);
  const { actor, requestId } = input;
  const key = addressKey(secrets, agencyId, readMailAddress(input.email) ?? "");
  await recordObjection(sql, agencyId, {
    addressKey: key,
    how: "entered",
    actor,
    ...(requestId === undefined ? {} : { requestId }),
  });
}
