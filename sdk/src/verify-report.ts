import { canonicalHash, chainHashOf } from "./chain-hash.ts";
import { isRecord } from "./is-record.ts";
import { DuplicateMemberError, parseStrictly } from "./parse-strictly.ts";
import {
  type CheckSignature,
  type ReportKeys,
  type SignatureFault,
  signatureCheckOf,
} from "./report-keys.ts";

/**
 * Why a report is not valid. `unsigned`: keys were given, and the report is from before version 2 of `integrity`.
 * `unknown_key`: none of the keys has the report's `keyId`.
 */
export type ReportFault =
  | "not_a_report"
  | "duplicate_member"
  | "content_changed"
  | "chain_hash_changed"
  | "unsigned"
  | SignatureFault;

export type ReportCheck = {
  /** True when the content is what was issued, and with keys: by whom the keys belong to. */
  isValid: boolean;
  /** What is wrong; empty for a valid report. */
  reasons: ReportFault[];
  /** What was checked: without keys the content only. */
  checked: "content" | "content_and_signature";
  /** The hash that the report states; null where it states none. */
  contentHash: string | null;
  /** The hash that its content has; null where the content has no canonical form. */
  expectedHash: string | null;
};

export type VerifyReportOptions = {
  /** The issuer's public keys, as `/.well-known/pr-service-keys.json` serves them. */
  keys?: ReportKeys;
};

/**
 * Checks offline that a report is what was issued. Takes the text or the bytes of a JSON report, in which duplicate members are
 * refused, or the parsed report. SHA-256 over the RFC 8785 form of everything but `integrity` must be `integrity.contentHash`; with
 * `keys`, `integrity.signature` must be the issuer's over `integrity.chainHash`, which covers the content and its position in the chain.
 * Without keys only the content is checked: anybody can compute hashes. Rejects only where the platform has no Ed25519.
 *
 * @example
 * ```ts
 * const keys = await (await fetch("https://reporting.example/.well-known/pr-service-keys.json")).json();
 * const { isValid, reasons } = await verifyReport(await file.text(), { keys });
 * ```
 * @example Test vector
 * ```ts
 * await verifyReport({ b: [1.5, "ß"], a: null, integrity: { algorithm: "sha256", previousHash: null,
 *   contentHash: "e4df5194aa0f0e6d9f8c124fa92a356da80c49ad6991387e6417ce9dfa0c3372" } }); // isValid: true
 * ```
 */
export async function verifyReport(report: unknown, options: VerifyReportOptions = {}): Promise<ReportCheck> {
  const { keys } = options;
  return await checkReport(report, keys === undefined ? null : signatureCheckOf(keys));
}

/** As `verifyReport`, with keys that were read before. */
export async function checkReport(
  report: unknown,
  checkSignature: CheckSignature | null,
): Promise<ReportCheck> {
  const reasons: ReportFault[] = [];
  const parsed = parsedReport(report, reasons);
  const { integrity, ...content } = isRecord(parsed) ? parsed : {};
  const stated = integrityOf(parsed);
  const expectedHash = isRecord(parsed) ? await canonicalHash(content).catch(() => null) : null;
  const contentHash = typeof stated.contentHash === "string" ? stated.contentHash : null;
  if (reasons.length === 0 && (integrity === undefined || expectedHash === null))
    reasons.push("not_a_report");
  if (reasons.length === 0 && expectedHash !== contentHash) reasons.push("content_changed");
  if (reasons.length === 0 && stated.version === 2) {
    const agencyId = isRecord(content.agency) ? content.agency.id : null;
    if (!(await hasChainHash(agencyId, stated))) reasons.push("chain_hash_changed");
  }
  if (reasons.length === 0 && checkSignature !== null) {
    const { version, keyId, chainHash, signature } = stated;
    const fault = version === 2 ? await checkSignature(keyId ?? undefined, chainHash, signature) : "unsigned";
    if (fault !== null) reasons.push(fault);
  }
  const checked = checkSignature === null ? "content" : "content_and_signature";
  return { isValid: reasons.length === 0, reasons, checked, contentHash, expectedHash };
}

/** What a report says of its integrity; nothing where that is none that this file knows. */
export function integrityOf(report: unknown): Record<string, unknown> {
  const integrity = isRecord(report) ? report.integrity : null;
  if (!isRecord(integrity) || integrity.algorithm !== "sha256") return {};
  return integrity.version === undefined || integrity.version === 2 ? integrity : {};
}

/** The report of a text or of bytes; null where they hold none, with the reason. */
export function parsedReport(report: unknown, reasons: ReportFault[] = []): unknown {
  try {
    if (typeof report === "string") return parseStrictly(report);
    if (report instanceof Uint8Array)
      return parseStrictly(new TextDecoder("utf-8", { fatal: true }).decode(report));
    return report;
  } catch (error) {
    reasons.push(error instanceof DuplicateMemberError ? "duplicate_member" : "not_a_report");
    return null;
  }
}

async function hasChainHash(agencyId: unknown, stated: Record<string, unknown>): Promise<boolean> {
  const { number, contentHash, previousChainHash, chainHash } = stated;
  if (!Number.isSafeInteger(number) || !Number.isSafeInteger(agencyId)) return false;
  if (typeof previousChainHash !== "string" && previousChainHash !== null) return false;
  const link = { number: Number(number), contentHash: String(contentHash), previousChainHash };
  return (await chainHashOf(agencyId, link)) === chainHash;
}
