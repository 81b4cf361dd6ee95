import { readToken, signToken, type TokenKind } from "../../../floor/secret-links/signed-token.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";

export type PreviewLink = { agencyId: number; draftId: string; expiresAt: Date };

const kind: TokenKind = { purpose: "draft-preview", hasEnd: true, signatureBytes: 32, signedAs: "base64url" };

/** What the link of a preview carries: agency, draft and end, signed. Nothing of it is stored. */
export function createPreviewToken(
  secrets: SecretCipher,
  { agencyId, draftId, expiresAt }: PreviewLink,
): string {
  return signToken(secrets, kind, { agencyId, id: draftId, expiresAt });
}

/** What a token says, expired or not; null for one that we did not sign. */
export function readPreviewToken(secrets: SecretCipher, token: string): PreviewLink | null {
  const said = readToken(secrets, kind, token);
  if (said === null || said.expiresAt === null) return null;
  return { agencyId: said.agencyId, draftId: said.id, expiresAt: said.expiresAt };
}
