import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import type { SealedRow } from "../integrity/rules.ts";
import type { PublicationReport, ReportSummary } from "./schema.ts";

/** A report before it has its position in the chain. */
export type ReportContent = Omit<PublicationReport, "integrity">;

/**
 * The text that is hashed and kept: RFC 8785 of everything but `integrity`, and its SHA-256 in lower-case hex.
 * Throws TypeError for what JSON can't hold.
 */
export function freezeContent(content: ReportContent): { text: string; contentHash: string } {
  const text = canonicalize(content);
  if (text === undefined)
    throw new TypeError("A report must be an object; got a value that JSON can't hold.");
  return { text, contentHash: createHash("sha256").update(text, "utf8").digest("hex") };
}

/** The report as it is handed out: the frozen text with its hashes. Whoever reads it from the database checks it before. */
export function thawReport(stored: SealedRow): PublicationReport {
  const content: ReportContent = JSON.parse(stored.content);
  return { ...content, integrity: integrityOf(stored) };
}

function integrityOf(stored: SealedRow): PublicationReport["integrity"] {
  const { contentHash, previousHash, number, previousChainHash, chainHash, signature, keyId } = stored;
  const algorithm = "sha256" as const;
  if (chainHash === null || signature === null || keyId === null)
    return { algorithm, contentHash, previousHash };
  return { version: 2, algorithm, contentHash, number, previousChainHash, chainHash, signature, keyId };
}

/** What an answer says of a fresh report in place of the whole. */
export function summarizeReport(report: PublicationReport): ReportSummary {
  const { performance } = report;
  return {
    reportId: report.id,
    scopeType: report.scope.type,
    scopeId: report.scope.id,
    from: performance.window.from,
    to: performance.window.to,
    contentHash: report.integrity.contentHash,
    createdAt: report.createdAt,
    headline: {
      views: performance.views,
      uniqueVisitors: performance.uniqueVisitors.value,
      visits: performance.visits,
    },
  };
}

/** What a stamp of the report is for; empty for one from before version 2. */
export function chainHashOfReport({ integrity }: Pick<PublicationReport, "integrity">): string {
  return "version" in integrity ? integrity.chainHash : "";
}
