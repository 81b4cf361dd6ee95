import { insertAudit } from "../../audit/sql.ts";
import type { Sql } from "../../db/open.ts";
import type { FairPlaces } from "../../limits/fair-places.ts";
import { hashLinkToken, isLinkToken } from "../../workflow/approvals/link-token.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { getPublicationReport } from "../reports/get-publication-report.ts";
import type { PublicationReport } from "../reports/schema.ts";
import { isProofRight } from "./pass-proof.ts";
import type { FoundLink } from "./schema.ts";
import { findLinkByToken, touchLink } from "./sql.ts";

/** A reader who turns pages opens a link once: one entry of the audit for each span without a request. */
const quietMinutes = 30;

export type OpenedLink =
  | { kind: "unknown" }
  | { kind: "closed"; reason: "expired" | "revoked"; agencyName: string }
  | { kind: "locked"; link: FoundLink }
  | { kind: "open"; link: FoundLink; report: PublicationReport };

export type OpenLinkDeps = { sql: Sql; seal: ReportSeal; reading: FairPlaces };

/**
 * What the link with this token opens; `proof` is what a browser shows that gave the password before. Agencies take turns with
 * `reading`, because each time the whole report is read and checked. Throws `service_unavailable` where an agency's line is full.
 * Only a GET is an opening: programs that watch over mails ask with HEAD.
 */
export async function openReportLink(
  { sql, seal, reading }: OpenLinkDeps,
  input: { token: string; proof: string | null; method: string; requestId: string; signal: AbortSignal },
): Promise<OpenedLink> {
  const { token, proof, method, requestId, signal } = input;
  const link = isLinkToken(token) ? await findLinkByToken(sql, hashLinkToken(token)) : null;
  if (link === null) return { kind: "unknown" };
  if (link.state !== "open") return { kind: "closed", reason: link.state, agencyName: link.agencyName };
  if (!isProofRight(link, proof)) return { kind: "locked", link };
  const { agencyId, reportId } = link;
  const read = () => getPublicationReport(sql, agencyId, { reportId, seal });
  const report = await reading.run(agencyId, read, { signal });
  if (method === "GET") await noteOpening(sql, link, requestId);
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
