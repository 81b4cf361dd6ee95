import { ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { uuidPattern } from "../../../schema.ts";
import { findStamp, type KeptStamp } from "../../stamps/sql.ts";
import { headlineFigures, lostHitsNote } from "../exports/headline-figures.ts";
import { wordingOf } from "../exports/wording/wording.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { readSealed } from "../reports/read-sealed.ts";
import { findReportOfAnyAgency } from "../reports/sql.ts";
import { outlineOf, type Printed } from "./read-pasted.ts";
import type { Verdict } from "./verdict-words.ts";

export type CheckDeps = { sql: Sql; seal: ReportSeal };

/** Checks what is printed against the stored report. */
export async function checkPrinted({ sql, seal }: CheckDeps, { reportId, hash }: Printed): Promise<Verdict> {
  const stored = uuidPattern.test(reportId) ? await findReportOfAnyAgency(sql, reportId) : null;
  if (stored === null) return { isValid: false, reason: "unknown_report" };
  const wanted = hash.toLowerCase();
  if (wanted !== stored.contentHash && wanted !== stored.chainHash)
    return { isValid: false, reason: "hash_differs" };
  try {
    const report = await readSealed(sql, seal, stored);
    const words = wordingOf(report);
    const figures = headlineFigures(report, words);
    const lost = lostHitsNote(report.performance.lostHits, words);
    return { isValid: true, kind: "printed", report: { ...outlineOf(report), figures, lost } };
  } catch (error) {
    if (error instanceof ServiceError) return { isValid: false, reason: "damaged" };
    throw error;
  }
}

/** The stamp of a report that was found valid. */
export async function stampOfValid(
  { sql }: Pick<CheckDeps, "sql">,
  verdict: Verdict,
): Promise<KeptStamp | null> {
  if (!verdict.isValid || verdict.report.chainHash === null) return null;
  const { id } = verdict.report;
  const stored = uuidPattern.test(id) ? await findReportOfAnyAgency(sql, id) : null;
  if (stored === null || stored.chainHash !== verdict.report.chainHash) return null;
  return await findStamp(sql, stored.agencyId, { type: "report", id: stored.id });
}
