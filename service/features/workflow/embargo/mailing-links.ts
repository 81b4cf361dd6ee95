import { v7 as uuidv7 } from "uuid";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { hashLinkText } from "../../../floor/secret-links/random-token.ts";
import { readToken, signToken, type TokenKind } from "../../../floor/secret-links/signed-token.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { firstCharacters } from "../../../floor/strings/first-characters.ts";
import { insertAudit } from "../../audit/sql.ts";
import { isCorrection } from "../drafts/rules.ts";
import type { DraftRow } from "../drafts/sql.ts";
import { embargoEnd } from "./embargo-links.ts";
import { type Acceptance, findMailingLinkRow, insertEmbargoLink, listAcceptanceRows } from "./sql.ts";

/** Signed and not random: each mail of a mailing makes the same link anew, and the database holds nothing that opens it. */
const linkKind: TokenKind = {
  purpose: "mailing-embargo",
  hasEnd: false,
  signatureBytes: 16,
  signedAs: "hex",
};

/** Fits the column and is the hash of no password: a release that knows no such links opens none of them. */
const noPasswordHash = "scrypt$32768$8$3$none$none";
/** Of a link's name, which is shown beside those for single readers. */
const nameCharactersMax = 200;
const validDays = 366;
const dayMs = 24 * 3600 * 1000;

/** Where the one link of a mailing leads. */
export function mailingLinkPath(secrets: SecretCipher, agencyId: number, linkId: string): string {
  return `/vorab/${tokenOf(secrets, agencyId, linkId)}`;
}

/** The link that a token names; null for one that we did not sign. */
export function readMailingLink(
  secrets: SecretCipher,
  token: string,
): { agencyId: number; id: string } | null {
  return readToken(secrets, linkKind, token);
}

/** Whether a text may be shown to media before its date: it is approved, not yet out, and its date is still ahead. */
export function isEmbargoed(draft: DraftRow): boolean {
  return (
    (draft.status === "approved" || draft.status === "scheduled") &&
    draft.approvedVersion === draft.version &&
    !isCorrection(draft) &&
    embargoEnd(draft.content.embargoUntil, draft.scheduledFor) !== null
  );
}

/** Makes the link of a mailing to the approved version of `draft`, in the transaction that prepares the mailing. */
export async function insertMailingLink(
  transaction: Queryable,
  agencyId: number,
  input: { mailingId: string; subject: string; draft: DraftRow; secrets: SecretCipher },
): Promise<void> {
  const { mailingId, subject, draft, secrets } = input;
  const id = uuidv7();
  await insertEmbargoLink(transaction, agencyId, {
    ...{ id, mailingId, draftId: draft.id, draftVersion: draft.version },
    name: firstCharacters(`Aussand: ${subject}`, nameCharactersMax),
    tokenHash: hashLinkText(tokenOf(secrets, agencyId, id)),
    passwordHash: noPasswordHash,
    expiresAt: new Date(Date.now() + validDays * dayMs),
  });
  await insertAudit(transaction, agencyId, {
    actor: { type: "service", id: null },
    action: "embargo_link.created",
    subject: { type: "embargo_link", id },
    details: { draftId: draft.id, draftVersion: draft.version, mailingId },
  });
}

/** The link of a mailing, with how often it was opened and who accepted the embargo by name; null where it has none. */
export async function readMailingEmbargo(
  sql: Sql,
  agencyId: number,
  mailingId: string,
): Promise<{ openings: number; isRevoked: boolean; acceptances: Acceptance[] } | null> {
  const link = await findMailingLinkRow(sql, agencyId, mailingId);
  if (link === null) return null;
  const acceptances = await listAcceptanceRows(sql, agencyId, link.id);
  return { openings: link.openings, isRevoked: link.isRevoked, acceptances };
}

function tokenOf(secrets: SecretCipher, agencyId: number, id: string): string {
  return signToken(secrets, linkKind, { agencyId, id, expiresAt: null });
}
