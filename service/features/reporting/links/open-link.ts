import type { Sql } from "../../../floor/db/open.ts";
import type { FairSeats } from "../../../floor/limits/fair-seats.ts";
import { insertAudit } from "../../audit/sql.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { getPublicationReport } from "../reports/get-publication-report.ts";
import type { PublicationReport } from "../reports/schema.ts";
import type { FoundLink, LockedLink } from "./schema.ts";
import { findLinkByToken, touchLink } from "./sql.ts";

/** A reader who turns pages opens a link once: one entry of the audit for each span without a request. */
const quietMinutes = 30;

export type OpenedLink =
  | { kind: "unknown" }
  | { kind: "closed"; reason: "expired" | "revoked"; agencyName: string }
  | { kind: "locked"; link: LockedLink }
  | { kind: "open"; link: FoundLink; report: PublicationReport };

export type OpenLinkDeps = { sql: Sql; seal: ReportSeal; reading: FairSeats };

/**
 * What the link with this token opens; `isUnlocked` says whether a browser gave the password before. Agencies take turns with
 * `reading`, because each time the whole report is read and checked. Throws `service_unavailable` where an agency's line is full.
 * Only a GET is an opening: programs that watch over mails ask with HEAD.
 */
export async function openReportLink(
  { sql, seal, reading }: OpenLinkDeps,
  input: {
    token: string;
    isUnlocked: (link: LockedLink) => boolean;
    method: string;
    requestId: string;
    signal: AbortSignal;
  },
): Promise<OpenedLink> {
  const { token, isUnlocked, method, requestId, signal } = input;
  const link = await findLinkByToken(sql, token);
  if (link === null) return { kind: "unknown" };
  if (link.state !== "open") return { kind: "closed", reason: link.state, agencyName: link.agencyName };
  const { agencyId, reportId, passwordHash } = link;
  if (passwordHash !== null && !isUnlocked({ ...link, passwordHash }))
    return { kind: "locked", link: { ...link, passwordHash } };
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
