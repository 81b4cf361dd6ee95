import { createHash, X509Certificate } from "node:crypto";
import { fromBER, GeneralizedTime, ObjectIdentifier, OctetString, Sequence } from "asn1js";
import { Certificate, ContentInfo, SignedData, TSTInfo } from "pkijs";
import { firstCharacters } from "../../floor/strings/first-characters.ts";
import { StampFault } from "./stamp-fault.ts";

/** What an operator trusts. */
export type Trust = {
  roots: readonly X509Certificate[];
  /** Policies that count; with none named all of the authority's do. */
  policies: readonly string[];
};

/** What a token says once it was checked. */
export type StampFacts = {
  stampedAt: Date;
  policy: string;
  /** The name in the certificate that signed. */
  authority: string;
  /** True only where that certificate calls itself a qualified one. */
  isQualified: boolean;
  certificateEndsAt: Date;
  /** The nonce of the request, in hex digits. */
  nonce: string | null;
};

/** The hash that a token names, and the object identifier of its kind. */
export type Imprint = { algorithm: string; hash: string };

/** A certificate with its chain has some kilobytes. */
export const tokenBytesMax = 64 * 1024;
/** Authorities have one or two certificates between their own and the root. */
const chainMax = 6;
const authorityCharactersMax = 300;

const oids = {
  signedData: "1.2.840.113549.1.7.2",
  timeStamp: "1.2.840.113549.1.9.16.1.4",
  sha256: "2.16.840.1.101.3.4.2.1",
  signingCertificate: "1.2.840.113549.1.9.16.2.12",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
  extendedKeyUsage: "2.5.29.37",
  timeStamping: "1.3.6.1.5.5.7.3.8",
  qualifiedStatements: "1.3.6.1.5.5.7.1.3",
} as const;
/** Kinds of hash by which an attribute may name the certificate (RFC 2634, RFC 5035). */
const hashNames = new Map<string, string>([
  [oids.sha256, "sha256"],
  ["2.16.840.1.101.3.4.2.2", "sha384"],
  ["2.16.840.1.101.3.4.2.3", "sha512"],
]);
/** SHA-1 and MD5, of the content and within signatures: whoever asks for a stamp could prepare two contents with one hash. */
const weakAlgorithms = new Set([
  "1.3.14.3.2.26",
  "1.2.840.113549.2.5",
  "1.2.840.113549.1.1.4",
  "1.2.840.113549.1.1.5",
  "1.2.840.10045.4.1",
]);
/** `id-etsi-qcs-QcCompliance`, 0.4.0.1862.1.1 (ETSI EN 319 412-5), in DER: the certificate says that it is a qualified one. */
const qualifiedCompliance = Buffer.from("060604008e460101", "hex");

/**
 * Checks the DER of a time-stamp token (RFC 3161) for the text that it stamps: imprint, policy, key usage, signature, and the chain
 * to a trusted root at the stamped time. Throws a StampFault that says why it is no proof.
 */
export async function checkToken(
  token: Uint8Array,
  { statement, trust }: { statement: string; trust: Trust },
): Promise<StampFacts> {
  const hash = createHash("sha256").update(statement, "utf8").digest("hex");
  const stamped = imprintOf(token);
  if (!isSha256(stamped) || stamped.hash !== hash)
    throw new StampFault("other_hash", "the token is for another hash");
  return await checkAuthority(token, trust);
}

/** Checks all of a token but what it stamps, which is for the caller to compare with `imprintOf`. Throws a StampFault. */
export async function checkAuthority(token: Uint8Array, trust: Trust): Promise<StampFacts> {
  try {
    return await checkRead(read(token), trust);
  } catch (error) {
    if (error instanceof StampFault) throw error;
    // Keys and certificates of kinds that the platform does not know: no reason to ask no other authority.
    throw new StampFault("unreadable", "a certificate or key of the token can't be read", { cause: error });
  }
}

async function checkRead({ signed, info }: ReturnType<typeof read>, trust: Trust): Promise<StampFacts> {
  if (trust.policies.length > 0 && !trust.policies.includes(info.policy))
    throw new StampFault("wrong_policy", `its policy is ${info.policy.slice(0, 100)}`);
  const certificates = (signed.certificates ?? []).filter((each) => each instanceof Certificate);
  const signer = await signerOf(signed, certificates);
  refuseOtherUse(signer);
  const own = asX509(signer);
  followChain(own, certificates.map(asX509), { roots: trust.roots, at: info.genTime });
  return {
    stampedAt: info.genTime,
    policy: info.policy,
    authority: nameOf(own),
    isQualified: isQualified(signer),
    certificateEndsAt: own.validToDate,
    nonce: info.nonce === undefined ? null : hexOf(info.nonce.valueBlock.valueHexView),
  };
}

/** What a token names; nothing else of it is checked. */
export function imprintOf(token: Uint8Array): Imprint {
  const { hashAlgorithm, hashedMessage } = read(token).info.messageImprint;
  return {
    algorithm: hashAlgorithm.algorithmId,
    hash: Buffer.from(hashedMessage.valueBlock.valueHexView).toString("hex"),
  };
}

/** The kind of hash that the service has stamped. */
export function isSha256({ algorithm }: Imprint): boolean {
  return algorithm === oids.sha256;
}

/** The digits of an unsigned integer without leading zeros, which authorities write or leave out. */
export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex").replace(/^0+/, "");
}

function read(token: Uint8Array): { signed: SignedData; info: TSTInfo } {
  try {
    if (token.byteLength > tokenBytesMax) throw new Error(`more than ${tokenBytesMax} bytes`);
    const asn1 = fromBER(Uint8Array.from(token).buffer);
    if (asn1.offset !== token.byteLength) throw new Error("bytes behind its end");
    const content = new ContentInfo({ schema: asn1.result });
    if (content.contentType !== oids.signedData) throw new Error("no signed data");
    const signed = new SignedData({ schema: content.content });
    const { eContentType, eContent } = signed.encapContentInfo;
    if (eContentType !== oids.timeStamp || eContent === undefined) throw new Error("no time stamp in it");
    if (signed.signerInfos.length !== 1) throw new Error("not signed by one");
    const info = eContent.getValue();
    refuseLocalTime(info);
    return { signed, info: TSTInfo.fromBER(info) };
  } catch (error) {
    throw new StampFault("unreadable", "the token can't be read", { cause: error });
  }
}

/** RFC 3161, 2.4.2: its time is of UTC and ends with Z. The library reads any other as a time that is none. */
function refuseLocalTime(info: ArrayBuffer): void {
  const { result } = fromBER(info);
  const time =
    result instanceof Sequence
      ? result.valueBlock.value.find((each) => each instanceof GeneralizedTime)
      : undefined;
  const text = Buffer.from(time?.valueBlock.valueHexView ?? []).toString("latin1");
  if (!/^\d{14}([.]\d+)?Z$/.test(text)) throw new Error("its time is none of UTC");
}

/** The certificate whose key signed the token. */
async function signerOf(signed: SignedData, certificates: readonly Certificate[]): Promise<Certificate> {
  if (certificates.length === 0 || certificates.length > chainMax)
    throw new StampFault("unknown_authority", "the token has no certificates, or too many");
  const { digestAlgorithm, signatureAlgorithm } = signed.signerInfos[0] ?? {};
  if ([digestAlgorithm, signatureAlgorithm].some((each) => weakAlgorithms.has(each?.algorithmId ?? "")))
    throw new StampFault("signature_wrong", "it is signed over a kind of hash that can be forged");
  const wrong = (cause?: unknown) =>
    new StampFault("signature_wrong", "the token's signature is wrong", { cause });
  // As content of another type: for its own the library asks for the text that was stamped, which is not known of every token.
  signed.encapContentInfo.eContentType = ContentInfo.DATA;
  const found = await signed
    .verify({ signer: 0, checkChain: false, extendedMode: true })
    .catch((error: unknown) => {
      throw wrong(error);
    });
  if (found.signatureVerified !== true || !found.signerCertificate) throw wrong();
  refuseOtherCertificate(signed, found.signerCertificate);
  return found.signerCertificate;
}

/** RFC 3161, 2.4.2: the signature names its certificate by hash, so that none with the same key takes its place. */
function refuseOtherCertificate(signed: SignedData, signer: Certificate): void {
  const der = Buffer.from(signer.toSchema().toBER());
  const named = (signed.signerInfos[0]?.signedAttrs?.attributes ?? []).flatMap(({ type, values }) => {
    if (type !== oids.signingCertificate && type !== oids.signingCertificateV2) return [];
    const ids = membersOf(membersOf(values[0])[0]);
    return [{ isFirst: type === oids.signingCertificate, members: membersOf(ids[0]) }];
  });
  const isOwn = named.map(({ isFirst, members }) => {
    const kind = membersOf(members[0])[0];
    const given = kind instanceof ObjectIdentifier ? hashNames.get(kind.valueBlock.toString()) : "sha256";
    const hash = members.find((each) => each instanceof OctetString)?.valueBlock.valueHexView;
    const algorithm = isFirst ? "sha1" : given;
    if (hash === undefined || algorithm === undefined) return false;
    return createHash(algorithm).update(der).digest().equals(Buffer.from(hash));
  });
  if (isOwn.length === 0 || isOwn.includes(false))
    throw new StampFault("signature_wrong", "its signature does not name this certificate");
}

function membersOf(value: unknown): unknown[] {
  return value instanceof Sequence ? value.valueBlock.value : [];
}

/** RFC 3161, 2.3: the key is for time stamps and for nothing else. */
function refuseOtherUse(signer: Certificate): void {
  const usage = signer.extensions?.find(({ extnID }) => extnID === oids.extendedKeyUsage);
  const purposes = asX509(signer).keyUsage ?? [];
  if (usage?.critical !== true || purposes.length !== 1 || purposes[0] !== oids.timeStamping)
    throw new StampFault("wrong_key_usage", "its certificate is not for time stamps alone");
}

/**
 * Walks from the signer to a trusted root, each certificate valid at the stamped time, by all ways at once: an authority may stand below
 * two roots. By hand, because the library's search follows certificates that issue each other without an end.
 */
function followChain(
  signer: X509Certificate,
  others: readonly X509Certificate[],
  { roots, at }: { roots: readonly X509Certificate[]; at: Date },
): void {
  const trusted = new Set(roots.map(({ fingerprint256 }) => fingerprint256));
  let reached = [signer];
  let left = [...roots, ...others];
  let hasEnded = false;
  for (let step = 0; step < chainMax && reached.length > 0; step += 1) {
    const valid = reached.filter(
      ({ validFromDate, validToDate }) => at >= validFromDate && at <= validToDate,
    );
    hasEnded ||= valid.length < reached.length;
    if (valid.some(({ fingerprint256 }) => trusted.has(fingerprint256))) return;
    reached = left.filter((other) => valid.some((each) => issues(other, each)));
    left = left.filter((other) => !reached.includes(other));
  }
  throw hasEnded
    ? new StampFault("certificate_expired", "a certificate was not valid at the stamped time")
    : new StampFault("unknown_authority", "no trusted authority stands behind its certificate");
}

function issues(issuer: X509Certificate, certificate: X509Certificate): boolean {
  if (!issuer.ca || issuer.fingerprint256 === certificate.fingerprint256) return false;
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isQualified(signer: Certificate): boolean {
  const statements = signer.extensions?.find(({ extnID }) => extnID === oids.qualifiedStatements);
  return (
    statements !== undefined &&
    Buffer.from(statements.extnValue.valueBlock.valueHexView).includes(qualifiedCompliance)
  );
}

function asX509(certificate: Certificate): X509Certificate {
  return new X509Certificate(Buffer.from(certificate.toSchema().toBER()));
}

function nameOf({ subject }: X509Certificate): string {
  const parts = new Map(
    subject.split("\n").map((line) => [line.split("=")[0], line.slice(line.indexOf("=") + 1)]),
  );
  const name = [parts.get("CN"), parts.get("O")].filter((part) => part !== undefined).join(", ");
  return firstCharacters(name || subject.replaceAll("\n", ", "), authorityCharactersMax) || "ohne Namen";
}
