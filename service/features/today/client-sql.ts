import type { Queryable } from "../../floor/db/open.ts";
import type { ClippingLine } from "../insights/clippings/schema.ts";
import { isCounted } from "../insights/import/stored-sql.ts";
import { humanClass } from "../measurement/vocabulary.ts";
import type { LostDayRow } from "../reporting/articles/roll-ups.ts";
import { lostHits } from "../reporting/articles/sql.ts";
import { reportIsWithin, scopeIsWithin } from "../reporting/reports/scope-clients-sql.ts";

export type ClientRelease = {
  pressReleaseId: number;
  title: string;
  publishedAt: Date;
  views: number;
  clippings: number;
  /** Days of these with hits that were never counted, of all the releases listed. */
  lostHits: LostDayRow[];
};
export type ClientClipping = ClippingLine & { id: string; releaseId: number | null };
export type MonthReport = { reportId: string; title: string; createdAt: Date };
export type MonthDraft = { draftId: string; isOrdered: boolean };

const releasesMax = 5;
const clippingsMax = 5;
/** Clippings come for texts that are still new: those of older ones stand in the list of all. */
const releasesWithClippingsMax = 50;
/** More than an agency makes within two months. */
const reportsReadMax = 500;
export const figureDays = 30;

/** The releases of a client that appeared last, with views by humans and clippings of `figureDays` days. */
export async function listClientReleases(
  sql: Queryable,
  agencyId: number,
  { clientId, timeZone }: { clientId: number; timeZone: string },
): Promise<ClientRelease[]> {
  return await sql<ClientRelease[]>`
    with latest as materialized (
      select id, title, published_at
      from release
      where agency_id = ${agencyId}
        and client_id = ${clientId}
        and status = 'published'
      order by published_at desc, id desc
      limit ${releasesMax}
    )
    select
      id as "pressReleaseId",
      title,
      published_at as "publishedAt",
      (
        select coalesce(sum(h.requests), 0)::integer
        from hit_day h
        where h.agency_id = ${agencyId}
          and h.release_id = latest.id
          and h.day > (now() at time zone ${timeZone})::date - ${figureDays}::integer
          and h.class = ${humanClass}
      ) as views,
      (
        select count(*)::integer
        from media_mention
        where media_mention.agency_id = ${agencyId}
          and media_mention.release_id = latest.id
          and media_mention.published_at >=
            ((now() at time zone ${timeZone})::date - ${figureDays - 1}::integer)::timestamp at time zone ${timeZone}
          and ${isCounted(sql, agencyId, "media_mention")}
      ) as clippings,
      ${lostHits(sql, agencyId, {
        releases: sql`release_id in (select id from latest)`,
        from: sql`(now() at time zone ${timeZone})::date - ${figureDays - 1}::integer`,
        to: sql`'infinity'`,
      })} as "lostHits"
    from latest
    order by published_at desc, id desc
  `;
}

/**
 * The newest clippings of a client: of its newest releases, of those that are not online, as figures and reports have them, and those that
 * are about none.
 */
export async function listClientClippings(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<ClientClipping[]> {
  const newest = (about: ReturnType<Queryable>) => sql`
    select media_mention.*
    from media_mention
    where media_mention.agency_id = ${agencyId}
      and ${about}
      and ${isCounted(sql, agencyId, "media_mention")}
    order by media_mention.published_at desc
    limit ${clippingsMax}
  `;
  return await sql<ClientClipping[]>`
    select
      m.id, m.headline, m.medium, m.url, m.release_id as "releaseId", m.published_at as "publishedAt",
      m.published_on::text as "publishedOn"
    from (
      select m.*
      from (
        (
          select id
          from release
          where agency_id = ${agencyId}
            and client_id = ${clientId}
            and status = 'published'
          order by published_at desc, id desc
          limit ${releasesWithClippingsMax}
        )
        union all
        (
          select id
          from release
          where agency_id = ${agencyId}
            and client_id = ${clientId}
            and status <> 'published'
          order by id desc
          limit ${releasesWithClippingsMax}
        )
      ) r
      cross join lateral (${newest(sql`media_mention.release_id = r.id`)}) m
      union all
      (${newest(sql`media_mention.release_id is null and media_mention.client_id = ${clientId}`)})
    ) m
    order by m.published_at desc, m.id desc
    limit ${clippingsMax}
  `;
}

/** Whether last month has anything to report about a client: it was there, or something of it or about it appeared in it. */
export async function hasLastMonth(
  sql: Queryable,
  agencyId: number,
  { clientId, timeZone }: { clientId: number; timeZone: string },
): Promise<boolean> {
  const month = sql`date_trunc('month', now() at time zone ${timeZone})`;
  const thisMonth = sql`${month} at time zone ${timeZone}`;
  const lastMonth = sql`(${month} - interval '1 month') at time zone ${timeZone}`;
  const [row] = await sql<{ isThere: boolean }[]>`
    select
      exists (
        select
        from client
        where agency_id = ${agencyId} and id = ${clientId} and created_at < ${thisMonth}
      )
      or exists (
        select
        from release
        where agency_id = ${agencyId} and client_id = ${clientId} and published_at >= ${lastMonth} and published_at < ${thisMonth}
      )
      or exists (
        select
        from media_mention
        where media_mention.agency_id = ${agencyId}
          and media_mention.client_id = ${clientId}
          and media_mention.release_id is null
          and media_mention.published_at >= ${lastMonth}
          and media_mention.published_at < ${thisMonth}
          and ${isCounted(sql, agencyId, "media_mention")}
      ) as "isThere"
  `;
  return row?.isThere === true;
}

/** The newest report about all of this client, and nothing else, that covers last month; null where none was made. */
export async function findReportOfLastMonth(
  sql: Queryable,
  agencyId: number,
  { clientId, timeZone }: { clientId: number; timeZone: string },
): Promise<MonthReport | null> {
  const [row] = await sql<MonthReport[]>`
    select id as "reportId", title, created_at as "createdAt"
    from (
      select id, number, title, created_at, scope_type, scope_id, client_ids, from_day, to_day
      from publication_report
      where agency_id = ${agencyId}
      order by number desc
      limit ${reportsReadMax}
    ) publication_report
    where from_day <= date_trunc('month', now() at time zone ${timeZone}) - interval '1 month'
      and to_day >= date_trunc('month', now() at time zone ${timeZone}) - interval '1 day'
      -- A release or a campaign is a part of what the client gets for the month.
      and scope_type = 'portfolio'
      and ${reportIsWithin(sql, agencyId, [clientId])}
    order by number desc
    limit 1
  `;
  return row ?? null;
}

/** The newest draft of last month's report about this client that is no report yet; null where there is none. */
export async function findDraftOfLastMonth(
  sql: Queryable,
  agencyId: number,
  { clientId, timeZone }: { clientId: number; timeZone: string },
): Promise<MonthDraft | null> {
  const [row] = await sql<MonthDraft[]>`
    select id as "draftId", issue_at is not null as "isOrdered"
    from report_draft
    where agency_id = ${agencyId}
      and report_id is null
      and period = to_char(date_trunc('month', now() at time zone ${timeZone}) - interval '1 month', 'YYYY-MM')
      and scope_type = 'portfolio'
      and ${scopeIsWithin(sql, agencyId, [clientId])}
    order by id desc
    limit 1
  `;
  return row ?? null;
}
