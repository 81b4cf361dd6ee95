import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../../db/open.ts";
import type { LeasedMail } from "../../mail/leased-mail-sql.ts";
import { writeWork } from "../../work/announce-work.ts";
import type { WorkQueue } from "../../work/work-queue.ts";
import type { ExportFormat } from "../exports/file-name.ts";

/** Mails that wait for their first attempt, for another one, or for the end of a lease. */
export const reportMailQueue: WorkQueue = {
  name: "report_mails",
  waiting: (sql) => sql`
    select agency_id, next_attempt_at as due_at
    from report_mail
    where status = 'waiting'
  `,
};

export type NewReportMails = {
  reportId: string;
  mails: readonly { id: string; recipient: string }[];
  replyTo: string | null;
  message: string | null;
  /** Files that are attached. */
  formats: readonly ExportFormat[];
  createdBy: string;
};

/** Puts a mail for each recipient into the outbox; returns how many, 0 for a report that the agency has not. */
export async function insertReportMails(
  sql: Queryable,
  agencyId: number,
  { reportId, mails, replyTo, message, formats, createdBy }: NewReportMails,
): Promise<number> {
  const ids = mails.map(({ id }) => id);
  const recipients = mails.map(({ recipient }) => recipient);
  const inserted = await writeWork(
    sql,
    { queue: reportMailQueue, agencyId },
    (transaction) => transaction<{ dueAt: Date }[]>`
      -- With a name of its own, without which a cluster does not know what is returned.
      insert into report_mail as mail (agency_id, id, report_id, recipient, reply_to, message, formats, created_by)
      select report.agency_id, given.id, report.id, given.recipient, ${replyTo}, ${message}, ${[...formats]}::text[],
        ${createdBy}
      from publication_report as report
      cross join unnest(${ids}::uuid[], ${recipients}::text[]) as given (id, recipient)
      where report.agency_id = ${agencyId}
        and report.id = ${reportId}
      returning mail.next_attempt_at as "dueAt"
    `,
  );
  return inserted.length;
}

/** A headline figure that a client would look at. */
const anyFigure = `$ ? (
  @.performance.views > 0 || @.performance.uniqueVisitors.value > 0 || @.performance.visits > 0
  || @.performance.interactions[*].count > 0 || @.performance.aiOperators[*].assistantFetches > 0
  || @.externalInsights.mediaMentions.count > 0
)`;

/** Whether no headline figure of a report is above zero; for a part of a statement that reads `publication_report`. */
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

const dayMs = 24 * 3600 * 1000;

/** Mails that the agency's people sent by hand within the last 24 hours, counted up to `countMax`. */
export async function countMailsOfDay(sql: Queryable, agencyId: number, countMax: number): Promise<number> {
  // Ids begin with their time, so that the key alone finds the latest ones.
  const firstId = uuidv7({ msecs: Date.now() - dayMs });
  const [row] = await sql<{ mails: number }[]>`
    select count(*)::integer as mails
    from (
      select
      from report_mail
      where agency_id = ${agencyId}
        and id > ${firstId}
        and created_by like 'person:%'
      limit ${countMax}
    ) as latest
  `;
  return row?.mails ?? 0;
}

export type ClaimedReportMail = {
  agencyId: number;
  id: string;
  reportId: string;
  recipient: string;
  replyTo: string | null;
  message: string | null;
  formats: ExportFormat[];
  attempts: number;
  leaseToken: string;
  agencyName: string;
  senderName: string | null;
  agencyReplyTo: string | null;
};

/**
 * Claims one mail of the agency that is due. The lease is its next attempt: a sender that dies leaves a mail that
 * another one takes when the lease is over.
 */
export async function claimReportMail(
  sql: Queryable,
  agencyId: number,
  input: { leaseToken: string; leaseSeconds: number },
): Promise<ClaimedReportMail | null> {
  const [row] = await sql<ClaimedReportMail[]>`
    -- Materialized, because a plan may ask an inner select anew for each mail, and would claim them all.
    with due as materialized (
      select id
      from report_mail
      where agency_id = ${agencyId}
        and status = 'waiting'
        and next_attempt_at <= now()
      order by next_attempt_at
      limit 1
      for update skip locked
    ),
    claimed as (
      update report_mail as mail
      set
        attempts = mail.attempts + 1,
        lease_token = ${input.leaseToken},
        next_attempt_at = now() + make_interval(secs => ${input.leaseSeconds})
      from due
      where mail.agency_id = ${agencyId}
        and mail.id = due.id
      returning mail.*
    )
    select
      claimed.agency_id as "agencyId",
      claimed.id,
      claimed.report_id as "reportId",
      claimed.recipient,
      claimed.reply_to as "replyTo",
      claimed.message,
      claimed.formats,
      claimed.attempts,
      claimed.lease_token as "leaseToken",
      agency.name as "agencyName",
      branding.sender_name as "senderName",
      branding.reply_to as "agencyReplyTo"
    from claimed
    join agency on agency.id = claimed.agency_id
    left join agency_branding as branding on branding.agency_id = claimed.agency_id
  `;
  return row ?? null;
}

/** What ends or postpones a mail that was claimed. */
export function leaseOf(sql: Queryable, mail: ClaimedReportMail): LeasedMail {
  return {
    table: "report_mail",
    queue: reportMailQueue,
    agencyId: mail.agencyId,
    key: sql`id = ${mail.id}`,
    leaseToken: mail.leaseToken,
  };
}
