import { insertAudit } from "../../audit/sql.ts";
import type { Sql } from "../../db/open.ts";
import { hashLinkToken, isLinkToken } from "../../workflow/approvals/link-token.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { getPublicationReport } from "../reports/get-publication-report.ts";
import type { PublicationReport } from "../reports/schema.ts";
import { isProofRight } from "./password.ts";
import type { FoundLink } from "./schema.ts";
import { findLinkByToken, touchLink } from "./sql.ts";

/** A reader who turns pages opens a link once: one entry of the audit for each span without a request. */
const quietMinutes = 30;

export type OpenedLink =
  | { kind: "unknown" }
  | { kind: "closed"; reason: "expired" | "revoked"; agencyName: string }
  | { kind: "locked"; link: FoundLink }
  | { kind: "open"; link: FoundLink; report: PublicationReport };

/** What the link with this token opens; `proof` is what a browser shows that gave the password before. */
export async function openReportLink(
  { sql, seal }: { sql: Sql; seal: ReportSeal },
  { token, proof, requestId }: { token: string; proof: string | null; requestId: string },
): Promise<OpenedLink> {
  const link = isLinkToken(token) ? await findLinkByToken(sql, hashLinkToken(token)) : null;
  if (link === null) return { kind: "unknown" };
  if (link.state !== "open") return { kind: "closed", reason: link.state, agencyName: link.agencyName };
  if (!isProofRight(link, proof)) return { kind: "locked", link };
  const report = await getPublicationReport(sql, link.agencyId, { reportId: link.reportId, seal });
  await noteOpening(sql, link, requestId);
  return { kind: "open", link, report };
}

async function noteOpening(
  sql: Sql,
  { agencyId, id, reportId }: FoundLink,
  requestId: string,
): Promise<void> {
  await sql.begin(async (transaction) => {
    if (!(await touchLink(transaction, agencyId, { id, quietMinutes }))) return;
    await insertAudit(transaction, agencyId, {
      actor: { type: "service", id: null },
      action: "report_link.opened",
      subject: { type: "report_link", id },
      details: { reportId },
      requestId,
    });
  });
}
