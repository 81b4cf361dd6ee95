import { verifyReport } from "../../../sdk/src/verify-report.ts";
import type { Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { uuidPattern } from "../../schema.ts";
import { type HeadlineFigure, headlineFigures } from "../exports/headline-figures.ts";
import { wordingOf } from "../exports/wording/wording.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { readSealed } from "../reports/read-sealed.ts";
import type { PublicationReport } from "../reports/schema.ts";
import { findReportOfAnyAgency } from "../reports/sql.ts";

/** What somebody hands in to be checked: the text of a JSON report, or what stands on a PDF. */
export type Pasted = { text: string } | { reportId: string; hash: string };

/** `reason` says why not; `report` is what was checked, in a few words. */
export type Verdict =
  | { isValid: true; kind: "text" | "printed"; report: CheckedReport }
  | { isValid: false; reason: VerdictReason };

export type VerdictReason =
  | "not_a_report"
  | "duplicate_member"
  | "content_changed"
  | "foreign"
  | "unknown_report"
  | "hash_differs"
  | "damaged";

export type CheckedReport = {
  number: number | null;
  createdAt: string;
  agency: string;
  title: string;
  from: string;
  to: string;
  /** To be compared with what is printed; empty where the checked text shows them itself. */
  figures: HeadlineFigure[];
};

export type CheckDeps = { sql: Sql; seal: ReportSeal };

/** Checks what was handed in. A text is checked by its signature alone; what is printed, against the stored report. */
export async function checkPastedReport(deps: CheckDeps, pasted: Pasted): Promise<Verdict> {
  return "text" in pasted ? await checkText(deps, pasted.text) : await checkPrinted(deps, pasted);
}

async function checkText(deps: CheckDeps, text: string): Promise<Verdict> {
  const { publicKeys } = await deps.seal.keys();
  const keys = [...publicKeys.values()].map(({ jwk }) => jwk);
  const { isValid, reasons, contentHash } = await verifyReport(text, { keys });
  const [reason] = reasons;
  if (isValid) return { isValid, kind: "text", report: outlineOf(JSON.parse(text)) };
  if (reason === "duplicate_member" || reason === "not_a_report") return { isValid, reason };
  // Reports from before version 2 carry no signature: there the stored one decides.
  if (reason === "unsigned") {
    const { id }: { id?: unknown } = JSON.parse(text);
    return await checkPrinted(deps, { reportId: String(id), hash: contentHash ?? "" });
  }
  return { isValid, reason: reason === "content_changed" ? reason : "foreign" };
}

async function checkPrinted(
  { sql, seal }: CheckDeps,
  { reportId, hash }: { reportId: string; hash: string },
): Promise<Verdict> {
  const stored = uuidPattern.test(reportId) ? await findReportOfAnyAgency(sql, reportId) : null;
  if (stored === null) return { isValid: false, reason: "unknown_report" };
  const wanted = hash.toLowerCase();
  if (wanted !== stored.contentHash && wanted !== stored.chainHash)
    return { isValid: false, reason: "hash_differs" };
  try {
    const report = await readSealed(sql, seal, stored);
    const figures = headlineFigures(report, wordingOf(report));
    return { isValid: true, kind: "printed", report: { ...outlineOf(report), figures } };
  } catch (error) {
    if (error instanceof ServiceError) return { isValid: false, reason: "damaged" };
    throw error;
  }
}

function outlineOf({ agency, createdAt, scope, performance, integrity }: PublicationReport): CheckedReport {
  return {
    number: "version" in integrity ? integrity.number : null,
    createdAt,
    agency: agency.name,
    title: scope.title,
    from: performance.window.from,
    to: performance.window.to,
    figures: [],
  };
}
