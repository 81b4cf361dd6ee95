import { createHash } from "node:crypto";
import type { Queryable } from "../../../floor/db/open.ts";
import { cancelMailsThat, readdressMailsThat } from "../../../floor/mail/outbox/about-mails-sql.ts";
import type { MailKind } from "../../../floor/mail/outbox/mail-kind.ts";
import { enqueueMails } from "../../../floor/mail/outbox/sql.ts";
import type { ExportFormat } from "../exports/file-name.ts";
import type { ReportFigures } from "../reports/schema.ts";
import { type FormerReader, isReportToFormer } from "./former-reader-sql.ts";

/** About a report, to one recipient. Tried for three days: a mail server that is away over a weekend is waited for. */
export const reportMail: MailKind = { name: "report", lane: "personal", attemptsMax: 80 };

export type ListedReportMail = {
  id: string;
  recipient: string;
  status: "waiting" | "sent" | "failed" | "cancelled";
  createdAt: Date;
  finishedAt: Date | null;
  lastError: string | null;
};

export type NewReportMails = {
  reportId: string;
  recipients: readonly string[];
  replyTo: string | null;
  message: string | null;
  /** Files that are attached. */
  formats: readonly ExportFormat[];
  createdBy: string;
  /** The same for each copy of one form, which mails each recipient one message once. */
  formKey?: string | undefined;
};

/**
 * Puts a mail for each recipient into the outbox; returns how many were not there yet, and null for a report that the agency has not.
 */
export async function insertReportMails(
  sql: Queryable,
  agencyId: number,
  { reportId, recipients, formKey, ...details }: NewReportMails,
): Promise<number | null> {
  const found = await sql`
    select
    from publication_report
    where agency_id = ${agencyId}
      and id = ${reportId}
    for key share
  `;
  if (found.length === 0) return null;
  const mails = recipients.map((recipient) => ({
    aboutId: reportId,
    recipient,
    ...(formKey === undefined ? {} : { once: onceOf([formKey, recipient.toLowerCase(), details.message]) }),
    details: { ...details, formats: [...details.formats] },
  }));
  return await enqueueMails(sql, agencyId, { kind: reportMail, mails });
}

/** Takes the reports that wait for somebody who may not have them any more out of the outbox; returns how many. */
export async function cancelReportMails(
  transaction: Queryable,
  agencyId: number,
  reader: FormerReader,
): Promise<number> {
  return await cancelMailsThat(transaction, agencyId, waitsForFormer(transaction, agencyId, reader));
}

/** Sends the reports on the client alone that wait for a contact's former address to the new one; returns how many. */
export async function readdressReportMails(
  transaction: Queryable,
  agencyId: number,
  reader: FormerReader & { newEmail: string },
): Promise<number> {
  const { lane } = reportMail;
  const which = waitsForFormer(transaction, agencyId, reader);
  return await readdressMailsThat(transaction, agencyId, { lane, which, recipient: reader.newEmail });
}

function waitsForFormer(transaction: Queryable, agencyId: number, reader: FormerReader) {
  // By lane and due time, as the index of mails that wait has them.
  return transaction`
    lane = ${reportMail.lane}
    and kind = ${reportMail.name}
    and due_at is not null
    and ${isReportToFormer(transaction, agencyId, reader)}
  `;
}

/** Short enough for its column. Of another message to the same address it is another. */
function onceOf(values: readonly (string | null)[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("hex");
}

/** A figure that a client would look at. */
const anyFigure = `$ ? (
  @.performance.views > 0 || @.performance.uniqueVisitors.value > 0 || @.performance.visits > 0
  || @.performance.interactions[*].count > 0 || @.performance.aiOperators[*].assistantFetches > 0
  || @.externalInsights.mediaMentions.count > 0 || @.externalInsights.conversions[*].count > 0
  || @.externalInsights.aiVisibility[*].mentioned > 0 || @.externalInsights.searchVisibility.queries[*].clicks > 0
)`;

/** Whether no such figure of a report is above zero; for a part of a statement that reads `publication_report`. */
export function hasOnlyZeros(sql: Queryable, content: ReturnType<Queryable>) {
  return sql`not jsonb_path_exists(${content}::jsonb, ${anyFigure}::jsonpath)`;
}

/** The same for one report; null for one that the agency has not. */
export async function isOnlyZeros(
  sql: Queryable,
  agencyId: number,
  reportId: string,
): Promise<boolean | null> {
  const [row] = await sql<{ isZero: boolean }[]>`
    select ${hasOnlyZeros(sql, sql`content`)} as "isZero"
    from publication_report
    where agency_id = ${agencyId}
      and id = ${reportId}
  `;
  return row?.isZero ?? null;
}

/** The same for what a draft would say now. */
export async function areOnlyZeros(
  sql: Queryable,
  { performance, externalInsights }: ReportFigures,
): Promise<boolean> {
  const content = JSON.stringify({ performance, externalInsights });
  const [row] = await sql<
    { isZero: boolean }[]
  >`select ${hasOnlyZeros(sql, sql`${content}::text`)} as "isZero"`;
  return row?.isZero === true;
}

/** Mails that the agency's people sent by hand within the last 24 hours, counted up to `countMax`, and those of drafts that are being issued. */
export async function countMailsOfDay(sql: Queryable, agencyId: number, countMax: number): Promise<number> {
  const [row] = await sql<{ mails: number }[]>`
    select
      count(*)::integer + (
        select coalesce(sum(cardinality(recipients)), 0)::integer
        from report_draft
        where agency_id = ${agencyId}
          and issue_at is not null
          and issued_by like 'person:%'
      ) as mails
    from (
      select
      from mail
      where agency_id = ${agencyId}
        and kind = ${reportMail.name}
        and created_at > now() - interval '24 hours'
        and details ->> 'createdBy' like 'person:%'
      limit ${countMax}
    ) as latest
  `;
  return row?.mails ?? 0;
}

/** Who sends the agency's reports, and where answers to them go. */
export async function findReportSender(
  sql: Queryable,
  agencyId: number,
): Promise<{ agencyName: string; senderName: string | null; replyTo: string | null }> {
  const [row] = await sql<{ agencyName: string; senderName: string | null; replyTo: string | null }[]>`
    select agency.name as "agencyName", branding.sender_name as "senderName", branding.reply_to as "replyTo"
    from agency
    left join agency_branding as branding on branding.agency_id = ${agencyId}
    where agency.id = ${agencyId}
  `;
  if (row === undefined) throw new Error(`There is no agency ${agencyId}.`);
  return row;
}

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
    from mail
    where agency_id = ${agencyId}
      and about_id = ${reportId}
      and kind = ${reportMail.name}
    order by created_at desc, id desc
    limit ${limit}
  `;
}
