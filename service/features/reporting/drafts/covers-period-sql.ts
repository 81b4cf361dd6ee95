import type { PendingQuery, Row } from "postgres";
import type { Queryable } from "../../../floor/db/open.ts";
import { reportMail } from "../mails/sql.ts";
import { parsePeriod } from "../reports/periods.ts";

type Fragment = PendingQuery<Row[]>;

/** Days in which an issued draft shows where its report is, and in which a report keeps its readers from a second one. */
export const issuedDays = 30;

/**
 * Whether the report of a `known` draft covers as much of this period as one of today would: one that waits reads its days when it is
 * issued.
 */
export function coversPeriod(sql: Queryable, agencyId: number, period: string) {
  const issuedAt = sql`coalesce(known.issued_at, known.created_at)`;
  return sql`(known.report_id is null or ${coversAsMuch(sql, agencyId, { period, issuedAt })})`;
}

/**
 * Whether somebody has made a report over this period without a draft, and sent it lately. One that went to nobody keeps nobody from the
 * month.
 */
export function wasSentByHand(
  sql: Queryable,
  agencyId: number,
  { scopeType, scopeId, period }: { scopeType: Fragment; scopeId: Fragment; period: string },
) {
  const { from, to } = daysOf(period);
  return sql`
    exists (
      select
      from publication_report as sent
      where sent.agency_id = ${agencyId}
        and sent.scope_type = ${scopeType}
        and sent.scope_id = ${scopeId}
        and sent.from_day = ${from}::date
        and sent.to_day = least(${to}::date, ${today(sql, agencyId)})
        and sent.created_at > now() - ${issuedDays} * interval '1 day'
        and sent.created_by not like 'schedule:%'
        and ${coversAsMuch(sql, agencyId, { period, issuedAt: sql`sent.created_at` })}
        and not exists (
          select
          from report_draft as issued
          where issued.agency_id = ${agencyId}
            and issued.report_id = sent.id
        )
        and exists (
          select
          from mail
          where mail.agency_id = ${agencyId}
            and mail.kind = ${reportMail.name}
            and mail.about_id = sent.id
            and mail.status in ('waiting', 'sent')
        )
    )
  `;
}

/** What was issued while the month still ran is half a report, and kept the whole one from being made. */
function coversAsMuch(
  sql: Queryable,
  agencyId: number,
  { period, issuedAt }: { period: string; issuedAt: Fragment },
) {
  return sql`
    (${issuedAt} at time zone ${zone(sql, agencyId)})::date
      >= least(${daysOf(period).to}::date + 1, ${today(sql, agencyId)})
  `;
}

function daysOf(period: string): { from: string | null; to: string | null } {
  const days = parsePeriod(period);
  return days !== null && "to" in days ? days : { from: null, to: null };
}

function today(sql: Queryable, agencyId: number) {
  return sql`(now() at time zone ${zone(sql, agencyId)})::date`;
}

function zone(sql: Queryable, agencyId: number) {
  return sql`(select time_zone from agency where agency.id = ${agencyId})`;
}
