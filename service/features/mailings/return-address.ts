import { readToken, signToken, type TokenKind } from "../../floor/secret-links/signed-token.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";

type MailRef = { agencyId: number; id: string };

/** 8 bytes keep others from naming a mail by guessing, and fit into a local part with the rest. */
const signed = { hasEnd: false, signatureBytes: 8, signedAs: "hex" } as const;
/** Reports and absence notes go to the sender of a mail, and who objects by mail writes to an address that is for nothing else. */
const kinds = {
  bounce: { purpose: "mailing-bounce", ...signed },
  objection: { purpose: "mailing-objection-mail", ...signed },
} satisfies Record<string, TokenKind>;
const tokenBytes = 28;
/** Digits to the base of 36 have no case, which servers may change in a local part. `tokenBytes` need 44 at most. */
const digits = 45;

type Kind = keyof typeof kinds;

/** `bounce+<token>@…`: a mail that comes there names the one that went out. */
export function returnAddress(
  kind: Kind,
  { mailbox, secrets }: { mailbox: string; secrets: SecretCipher },
  { agencyId, id }: MailRef,
): string {
  const bytes = Buffer.from(signToken(secrets, kinds[kind], { agencyId, id, expiresAt: null }), "base64url");
  const word = BigInt(`0x${bytes.toString("hex")}`)
    .toString(36)
    .padStart(digits, "0");
  const at = mailbox.lastIndexOf("@");
  return `${mailbox.slice(0, at)}+${word}${mailbox.slice(at)}`;
}

/** The mail that an address of `mailbox` names; null for all that we did not sign. */
export function readReturnAddress(
  kind: Kind,
  { mailbox, secrets }: { mailbox: string; secrets: SecretCipher },
  address: string,
): MailRef | null {
  const [local = "", domain = ""] = address.toLowerCase().split("@");
  const [ownLocal = "", ownDomain = ""] = mailbox.toLowerCase().split("@");
  const word =
    local.startsWith(`${ownLocal}+`) && domain === ownDomain ? local.slice(ownLocal.length + 1) : "";
  if (word.length !== digits || !/^[0-9a-z]+$/.test(word)) return null;
  const number = [...word].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
  const bytes = Buffer.from(number.toString(16).padStart(tokenBytes * 2, "0"), "hex");
  const said = readToken(secrets, kinds[kind], bytes.toString("base64url"));
  return said && { agencyId: said.agencyId, id: said.id };
}
