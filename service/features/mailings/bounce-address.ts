import { readToken, signToken, type TokenKind } from "../../floor/secret-links/signed-token.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";

type MailRef = { agencyId: number; id: string };

/** 8 bytes keep others from naming a mail by guessing, and fit into a local part with the rest. */
const kind: TokenKind = { purpose: "mailing-bounce", hasEnd: false, signatureBytes: 8, signedAs: "hex" };
const tokenBytes = 28;
/** Digits to the base of 36 have no case, which servers may change in a local part. `tokenBytes` need 44 at most. */
const bounceDigits = 45;

/** `bounce+<token>@…`: a mail that comes back there names the one that went out. */
export function bounceAddress(mailbox: string, secrets: SecretCipher, { agencyId, id }: MailRef): string {
  const bytes = Buffer.from(signToken(secrets, kind, { agencyId, id, expiresAt: null }), "base64url");
  const word = BigInt(`0x${bytes.toString("hex")}`)
    .toString(36)
    .padStart(bounceDigits, "0");
  const at = mailbox.lastIndexOf("@");
  return `${mailbox.slice(0, at)}+${word}${mailbox.slice(at)}`;
}

/** The mail that an address of `mailbox` names; null for all that we did not sign. */
export function readBounceAddress(mailbox: string, secrets: SecretCipher, address: string): MailRef | null {
  const [local = "", domain = ""] = address.toLowerCase().split("@");
  const [ownLocal = "", ownDomain = ""] = mailbox.toLowerCase().split("@");
  const word =
    local.startsWith(`${ownLocal}+`) && domain === ownDomain ? local.slice(ownLocal.length + 1) : "";
  if (word.length !== bounceDigits || !/^[0-9a-z]+$/.test(word)) return null;
  const number = [...word].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
  const bytes = Buffer.from(number.toString(16).padStart(tokenBytes * 2, "0"), "hex");
  const said = readToken(secrets, kind, bytes.toString("base64url"));
  return said && { agencyId: said.agencyId, id: said.id };
}
