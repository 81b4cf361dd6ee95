import { readToken, signToken, type TokenKind } from "../../../floor/secret-links/signed-token.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { subscriptionsPath } from "../paths.ts";

/** What a link in a mail allows. A link to confirm can't be used to see or end anything. */
export type LinkPurpose = "confirm" | "leave" | "data";
export type SubscriptionRef = { agencyId: number; id: string };

const pathWords: Record<LinkPurpose, string> = { confirm: "bestaetigen", leave: "abmelden", data: "daten" };

/** The signed end of a link: it names its subscription, and nothing has to be stored to know it again. */
export function signLink(secrets: SecretCipher, purpose: LinkPurpose, ref: SubscriptionRef): string {
  return signToken(secrets, kindOf(purpose), { ...ref, expiresAt: null });
}

/** The subscription that a link names, or null for one that we did not sign for this purpose. */
export function readLink(secrets: SecretCipher, purpose: LinkPurpose, token: string): SubscriptionRef | null {
  const said = readToken(secrets, kindOf(purpose), token);
  return said === null ? null : { agencyId: said.agencyId, id: said.id };
}

/** `/abo/bestaetigen/<token>` and the like */
export function linkPath(purpose: LinkPurpose, token: string): string {
  return `${subscriptionsPath}/${pathWords[purpose]}/${token}`;
}

/** Short enough for a line of a mail. */
function kindOf(purpose: LinkPurpose): TokenKind {
  return { purpose: `subscription-link:${purpose}`, hasEnd: false, signatureBytes: 16, signedAs: "hex" };
}
