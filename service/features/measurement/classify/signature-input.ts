/** Longest `Signature-Input`, `Signature` or `Signature-Agent` read, in UTF-16 units: three times those of the drafts' examples. */
export const signatureHeaderLengthMax = 2_048;
/** Most covered components looked at; the drafts' examples cover five at most. */
const componentsMax = 16;

/** A component of a signature as it was covered: `"signature-agent";key="a"` has the name and the key. */
export type Component = { name: string; key: string | null };

/** One signature of a request, read from its headers (RFC 9421, 4.1 and 4.2). */
export type RequestSignature = {
  components: Component[];
  /** What stands behind the label, byte for byte: the last line of the signature base. */
  parameters: string;
  createdSeconds: number;
  expiresSeconds: number;
  keyId: string;
  bytes: Uint8Array;
};

/** The signature that is tagged for Web Bot Auth, or null where there is none that can be read. */
export function readSignature(input: string | null, signature: string | null): RequestSignature | null {
  if (input === null || signature === null) return null;
  if (input.length > signatureHeaderLengthMax || signature.length > signatureHeaderLengthMax) return null;
  for (const [, label = "", covered = "", rest = ""] of input.matchAll(
    /(?:^|,)\s{0,4}([a-z*][\w.*-]{0,63})=\(([^()]{0,1024})\)((?:;[a-z]{1,32}=(?:"[^"]{0,512}"|\d{1,15}))*)/g,
  )) {
    const parameter = (name: string) => new RegExp(`;${name}=(?:"([^"]*)"|(\\d+))`).exec(rest);
    if (parameter("tag")?.[1] !== "web-bot-auth") continue;
    const bytes = readBytes(signature, label);
    const components = readComponents(covered);
    const algorithm = parameter("alg")?.[1] ?? "ed25519";
    if (bytes === null || components === null || algorithm !== "ed25519") return null;
    return {
      components,
      parameters: `(${covered})${rest}`,
      createdSeconds: Number(parameter("created")?.[2] ?? Number.NaN),
      expiresSeconds: Number(parameter("expires")?.[2] ?? Number.NaN),
      keyId: parameter("keyid")?.[1] ?? "",
      bytes,
    };
  }
  return null;
}

function readBytes(signature: string, label: string): Uint8Array | null {
  for (const part of signature.split(",")) {
    const found = /^\s*([\w.*-]{1,64})=:([A-Za-z0-9+/=]{1,1024}):\s*$/.exec(part);
    if (found?.[1] === label) return Buffer.from(found[2] ?? "", "base64");
  }
  return null;
}

function readComponents(covered: string): Component[] | null {
  const words = covered.trim() === "" ? [] : covered.trim().split(/ +/);
  if (words.length > componentsMax) return null;
  const components: Component[] = [];
  for (const word of words) {
    const found = /^"([@a-z][a-z0-9-]{0,63})"(?:;key="([\w.*-]{1,64})")?$/.exec(word);
    if (found === null) return null;
    components.push({ name: found[1] ?? "", key: found[2] ?? null });
  }
  return components;
}
