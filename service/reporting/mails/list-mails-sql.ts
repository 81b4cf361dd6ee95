import type { Queryable } from "../../db/open.ts";

export type ListedReportMail = {
  id: string;
  recipient: string;
  status: "waiting" | "sent" | "failed" | "cancelled";
  createdAt: Date;
  finishedAt: Date | null;
  lastError: string | null;
};

/** Mails of a report, the newest first. */
export async function listReportMails(
  sql: Queryable,
  agencyId: number,
  { reportId, limit }: { reportId: string; limit: number },
): Promise<ListedReportMail[]> {
  return await sql<ListedReportMail[]>`
    select
      id,
      recipient,
      status,
      created_at as "createdAt",
      finished_at as "finishedAt",
      last_error as "lastError"
    from report_mail
    where agency_id = ${agencyId}
      and report_id = ${reportId}
    order by id desc
    limit ${limit}
  `;
}
