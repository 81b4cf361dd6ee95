import { textArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { reportMail } from "../mails/sql.ts";
import { scopeIsArchived, scopeIsWithin } from "../reports/scope-clients-sql.ts";
import { scopeTitle } from "../reports/scope-sql.ts";
import type { DraftFacts } from "./sql.ts";

export type ListedDraft = DraftFacts & {
  id: string;
  /** Null where what it is about is gone. */
  title: string | null;
  createdAt: Date;
  createdBy: string;
  isOrdered: boolean;
  /** Of clients that are archived alone: it goes out by itself, not with those of its period. */
  isArchived: boolean;
  reportId: string | null;
  error: string | null;
  /** Mails about its report: all, those that are not out yet, those that can't be delivered, and those that were called off. */
  mails: { all: number; waiting: number; failed: number; cancelled: number };
};

/** Drafts that wait, of one period: the part of a month that can go out in one act. `newestId` tells later ones from those counted. */
export type WaitingPeriod = { period: string; drafts: number; newestId: string };

/** Whoever waits with more periods than a year has months opens the others one by one. */
const periodsShownMax = 12;

/** Drafts with an id below `before`, newest first; of `clientIds` alone where they are given. */
export async function listDraftRows(
  sql: Queryable,
  agencyId: number,
  input: {
    clientIds: readonly number[] | null;
    ids?: readonly string[];
    isWaiting?: true;
    isArchived?: false;
    period?: string;
    before: string | null;
    limit: number;
  },
): Promise<ListedDraft[]> {
  const { clientIds, ids, isWaiting, isArchived, period, before, limit } = input;
  return await sql<ListedDraft[]>`
    select
      id, scope_type as "scopeType", scope_id as "scopeId", ${scopeTitle(sql, agencyId)} as title, period, comparison,
      formats, recipients, comment, created_at as "createdAt", created_by as "createdBy", issue_at is not null as "isOrdered",
      ${scopeIsArchived(sql, agencyId)} as "isArchived", report_id as "reportId", error,
      (
        select
          json_build_object(
            'all', count(*),
            'waiting', count(*) filter (where mail.status = 'waiting'),
            'failed', count(*) filter (where mail.status = 'failed'),
            'cancelled', count(*) filter (where mail.status = 'cancelled')
          )
        from mail
        where mail.agency_id = ${agencyId}
          and mail.kind = ${reportMail.name}
          and mail.about_id = report_draft.report_id
      ) as mails
    from report_draft
    where agency_id = ${agencyId}
      ${ids === undefined ? sql`` : sql`and id = any(${textArray(ids)}::uuid[])`}
      ${isWaiting === undefined ? sql`` : sql`and report_id is null and issue_at is null`}
      ${isArchived === undefined ? sql`` : sql`and not ${scopeIsArchived(sql, agencyId)}`}
      ${period === undefined ? sql`` : sql`and period = ${period}`}
      ${before === null ? sql`` : sql`and id < ${before}`}
      ${clientIds === null ? sql`` : sql`and ${scopeIsWithin(sql, agencyId, clientIds)}`}
    order by id desc
    limit ${limit}
  `;
}

/**
 * Of what periods drafts wait whose clients are not all archived, those with the newest drafts first; of `clientIds` alone where they are
 * given.
 */
export async function listWaitingPeriods(
  sql: Queryable,
  agencyId: number,
  { clientIds }: { clientIds: readonly number[] | null },
): Promise<WaitingPeriod[]> {
  return await sql<WaitingPeriod[]>`
    select period, count(*)::integer as drafts, (array_agg(id order by id desc))[1] as "newestId"
    from report_draft
    where agency_id = ${agencyId}
      and report_id is null
      and issue_at is null
      and not ${scopeIsArchived(sql, agencyId)}
      ${clientIds === null ? sql`` : sql`and ${scopeIsWithin(sql, agencyId, clientIds)}`}
    group by period
    order by max(created_at) desc, period
    limit ${periodsShownMax}
  `;
}

/** How many drafts the loop is at; of `clientIds` alone where they are given. */
export async function countOrdered(
  sql: Queryable,
  agencyId: number,
  { clientIds }: { clientIds: readonly number[] | null },
): Promise<number> {
  const [row] = await sql<{ drafts: number }[]>`
    select count(*)::integer as drafts
    from report_draft
    where agency_id = ${agencyId}
      and issue_at is not null
      ${clientIds === null ? sql`` : sql`and ${scopeIsWithin(sql, agencyId, clientIds)}`}
  `;
  return row?.drafts ?? 0;
}
