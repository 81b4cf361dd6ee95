import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";

type MailRef = { agencyId: number; id: string };

/** Of a returned mail's address: enough that nobody ends another's by guessing, and short enough for a local part. */
const bounceSignatureBytes = 8;
const agencyBytes = 4;
const idBytes = 16;
const bounceDigits = 45;

/** `bounce+<what and signature>@…`: a mail that comes back there names the one that went out. Case is of no matter in it. */
export function bounceAddress(mailbox: string, secrets: SecretCipher, { agencyId, id }: MailRef): string {
  const said = Buffer.alloc(agencyBytes + idBytes);
  said.writeUInt32BE(agencyId);
  said.write(id.replaceAll("-", ""), agencyBytes, "hex");
  const bytes = Buffer.concat([said, bounceSignature(secrets, said)]);
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
  const length = agencyBytes + idBytes + bounceSignatureBytes;
  const bytes = Buffer.from(number.toString(16).padStart(length * 2, "0"), "hex");
  const said = bytes.subarray(0, agencyBytes + idBytes);
  if (bytes.length !== length || !bounceSignature(secrets, said).equals(bytes.subarray(said.length)))
    return null;
  const hex = said.subarray(agencyBytes).toString("hex");
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return { agencyId: said.readUInt32BE(), id };
}

function bounceSignature(secrets: SecretCipher, said: Buffer): Buffer {
  return Buffer.from(secrets.fingerprint(said.toString("hex"), "mailing-bounce")).subarray(
    0,
    bounceSignatureBytes,
  );
}
