import { canonicalJson } from "./canonical-json.ts";
import { toHex } from "./hex.ts";
import { isRecord } from "./is-record.ts";

export type ReportCheck = {
  /** True when the content is what was issued. */
  isValid: boolean;
  /** The hash that the report states; null where it states none. */
  contentHash: string | null;
  /** The hash that its content has; null where the content has no canonical form. */
  expectedHash: string | null;
};

export type ReportChainCheck =
  | { isValid: true }
  | {
      isValid: false;
      /** Position in the list of the first report that does not fit. */
      brokenAt: number;
      reason: "content_changed" | "link_broken";
    };

/**
 * Checks offline that a report is what was issued: SHA-256 over the RFC 8785 form of everything but `integrity`
 * must be `integrity.contentHash`. Takes the report as parsed from JSON, and never throws. The hash proves that nothing was
 * changed by accident or by halves; compare it with the one printed in the PDF, or asked from the service, to know the issuer.
 *
 * @example
 * ```ts
 * const { data } = await client.reports.getPublicationReport(reportId);
 * const { isValid } = await verifyReport(data.report);
 * ```
 * @example Test vector
 * ```ts
 * await verifyReport({ b: [1.5, "ß"], a: null, integrity: { algorithm: "sha256", previousHash: null,
 *   contentHash: "e4df5194aa0f0e6d9f8c124fa92a356da80c49ad6991387e6417ce9dfa0c3372" } }); // isValid: true
 * ```
 */
export async function verifyReport(report: unknown): Promise<ReportCheck> {
  const { contentHash } = integrityOf(report);
  const expectedHash = await hashContent(report);
  return {
    isValid: expectedHash !== null && contentHash === expectedHash,
    contentHash: typeof contentHash === "string" ? contentHash : null,
    expectedHash,
  };
}

/**
 * Checks that reports of one agency, oldest first and without gaps, are each unchanged and linked to the one before.
 * The list may begin anywhere in the chain; after a deletion of the reporting data a new chain begins.
 *
 * @example
 * ```ts
 * const { data } = await client.data.exportReportingData();
 * const check = await verifyReportChain(data.reports);
 * if (!check.isValid) console.error(`Report ${check.brokenAt}: ${check.reason}`);
 * ```
 */
export async function verifyReportChain(reports: readonly unknown[]): Promise<ReportChainCheck> {
  let previousHash: string | null = null;
  for (const [brokenAt, report] of reports.entries()) {
    const { isValid, contentHash } = await verifyReport(report);
    const isLinked = brokenAt === 0 || integrityOf(report).previousHash === previousHash;
    if (!isValid || !isLinked) {
      return { isValid: false, brokenAt, reason: isValid ? "link_broken" : "content_changed" };
    }
    previousHash = contentHash;
  }
  return { isValid: true };
}

function integrityOf(report: unknown): Record<string, unknown> {
  const integrity = isRecord(report) ? report.integrity : null;
  return isRecord(integrity) && integrity.algorithm === "sha256" ? integrity : {};
}

async function hashContent(report: unknown): Promise<string | null> {
  if (!isRecord(report)) return null;
  const { integrity: _, ...content } = report;
  try {
    const bytes = new TextEncoder().encode(canonicalJson(content));
    return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  } catch {
    return null;
  }
}
