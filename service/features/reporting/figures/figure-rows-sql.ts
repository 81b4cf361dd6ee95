import { integerArray } from "../../../floor/db/array-literals.ts";
import { byLetters } from "../../../floor/db/by-letters.ts";
import { holdsWords } from "../../../floor/db/holds-words.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { isCounted } from "../../insights/import/stored-sql.ts";
import { humanClass } from "../../measurement/vocabulary.ts";
import type { LostDayRow } from "../articles/roll-ups.ts";
import { reportDays } from "../articles/schema.ts";
import { lostHits } from "../articles/sql.ts";
import type { Fragment } from "../articles/summed-rows-sql.ts";
import { countDays, type DayRange } from "../reports/periods.ts";
import { closedMonths, releaseSums } from "./release-sums-sql.ts";

export const rowSorts = ["name", "published", "views", "visitors", "clippings"] as const;
export type RowSort = (typeof rowSorts)[number];

/** A client or release with its sums over the days, and its views on each of them. */
export type FigureRow = {
  id: number;
  name: string;
  /** Of a release. */
  clientName?: string;
  publishedAt: Date | null;
  views: number;
  visitors: number;
  clippings: number;
  days: number[];
};

export type AgencyTotals = {
  views: number;
  visitors: number;
  clippings: number;
  clients: number;
  /** The first day on which any of their releases was here; null for none. */
  firstDay: string | null;
  lostHits: LostDayRow[];
};

/** A page begins behind the row `after`, wherever that stands now. */
type RowsPage = { sort: RowSort; after: number | null; rowsMax: number };
type RowsInput = RowsPage & { clientIds: readonly number[] | null; days: DayRange; query: string | null };

/** The agency's clients with their figures, and the sums over all of those that the reader may see. */
export async function selectClientFigures(
  sql: Queryable,
  agencyId: number,
  input: RowsInput,
): Promise<{ rows: FigureRow[]; totals: AgencyTotals }> {
  const { clientIds, query, days } = input;
  const page = { ...input, sort: input.sort === "published" ? ("name" as const) : input.sort };
  const inScope =
    clientIds === null ? sql`` : sql`and client_id = any(${integerArray(clientIds)}::integer[])`;
  const releases =
    clientIds === null
      ? sql`release_id <> 0`
      : sql`release_id in (select id from release where agency_id = ${agencyId} ${inScope})`;
  const [found] = await sql<{ rows: ReadRow[]; totals: AgencyTotals }[]>`
    with state as materialized (
      select (select summed_through from figure_state where agency_id = ${agencyId}) as through
    ),
    counted as materialized (
      ${clientDays(sql, agencyId, { days, inScope })}
    ),
    clip as materialized (
      select about.client_id as id, count(*) as clippings
      from media_mention
      left join release on release.agency_id = ${agencyId} and release.id = media_mention.release_id
      cross join lateral (select coalesce(media_mention.client_id, release.client_id) as client_id) as about
      where media_mention.agency_id = ${agencyId}
        and ${publishedWithin(sql, agencyId, days)}
        ${clientIds === null ? sql`` : sql`and about.client_id = any(${integerArray(clientIds)}::integer[])`}
      group by 1
    ),
    total as (select id, sum(views) as views, sum(visitors) as visitors from counted group by id),
    matching as (
      select id, name
      from client
      where agency_id = ${agencyId}
        ${clientIds === null ? sql`` : sql`and id = any(${integerArray(clientIds)}::integer[])`}
        and (
          status = 'active'
          or exists (select from total where total.id = client.id)
          or exists (select from clip where clip.id = client.id)
        )
    ),
    row as (
      select
        id, name, null as "clientName", null as "publishedAt", coalesce(views, 0) as views, coalesce(visitors, 0) as visitors,
        coalesce(clippings, 0) as clippings
      from matching
      left join total using (id)
      left join clip using (id)
      where true ${holdsWords(sql, sql`name`, query)}
    ),
    ${listed(sql, page)}
    select
      ${rowsAsJson(sql, days)} as rows,
      (
        select json_build_object(
          'views', coalesce(sum(views), 0), 'visitors', coalesce(sum(visitors), 0),
          'clippings', (select coalesce(sum(clippings), 0) from clip), 'clients', (select count(*) from matching),
          'firstDay', (
            select (min(greatest(published_at, moved_in_at)) at time zone (select time_zone from agency where id = ${agencyId}))::date
            from release
            where agency_id = ${agencyId}
              and status in ('published', 'archived')
              ${inScope}
          ),
          'lostHits', ${lostHits(sql, agencyId, { releases, from: sql`${days.from}::date`, to: sql`${days.to}::date` })}
        )
        from total
      ) as totals
  `;
  if (found === undefined) throw new Error("The figures of clients returned no row.");
  return { ...found, rows: found.rows.map((row) => toRow(row, days)) };
}

/** A page of these releases with their figures; they are given in the order of their publication, the latest first. */
export async function selectReleaseRows(
  sql: Queryable,
  agencyId: number,
  input: RowsPage & { releaseIds: readonly number[]; days: DayRange },
): Promise<FigureRow[]> {
  const { days, releaseIds, sort, after, rowsMax } = input;
  const from = after === null ? 0 : releaseIds.indexOf(after) + 1;
  // In the order of their publication the page is known.
  const isKnown = sort === "published";
  const ids = integerArray(isKnown ? releaseIds.slice(from, from + rowsMax) : releaseIds);
  // Only an order by figures needs those of all; else what is not on the page need not be read.
  const isByFigures = sort === "views" || sort === "visitors";
  // Looked up release by release: the planner takes thousands of them for ten, and would compare each with each.
  const clippingsOf = (id: Fragment) => sql`(
    select count(*)
    from media_mention
    where agency_id = ${agencyId}
      and release_id = ${id}
      and ${publishedWithin(sql, agencyId, days)}
  )`;
  const ofDays = sql`agency_id = ${agencyId} and class = ${humanClass} and day between ${days.from}::date and ${days.to}::date`;
  const [found] = await sql<{ rows: ReadRow[] }[]>`
    with month as materialized (${closedMonths(sql, agencyId, days)}),
    row as (
      select
        release.id, release.title as name, client.name as "clientName", release.published_at as "publishedAt",
        coalesce(total.views, 0) as views, coalesce(total.visitors, 0) as visitors,
        ${sort === "clippings" ? clippingsOf(sql`release.id`) : sql`null`} as clippings
      from release
      join client on client.agency_id = ${agencyId} and client.id = release.client_id
      cross join lateral (${isByFigures ? releaseSums(sql, agencyId, days) : sql`select 0 as views, 0 as visitors`}) as total
      where release.agency_id = ${agencyId}
        and release.id = any(${ids}::integer[])
    ),
    ${listed(sql, { sort, after: isKnown ? null : after, rowsMax })},
    -- Once more for the page alone: to keep a year of all until then takes longer.
    counted as (
      select release_id as id, day, requests as views, visitors
      from hit_day
      where ${ofDays} and release_id = any(array(select id from listed))
    )
    select ${rowsAsJson(sql, days, sort === "clippings" ? undefined : clippingsOf(sql`listed.id`))} as rows
  `;
  return (found?.rows ?? []).map((row) => toRow(row, days));
}

/** The sums of an agency's clients over other days, to compare with. */
export async function selectTotals(
  sql: Queryable,
  agencyId: number,
  input: { clientIds: readonly number[] | null; days: DayRange },
): Promise<AgencyTotals> {
  const { totals } = await selectClientFigures(sql, agencyId, {
    ...input,
    ...{ sort: "name", query: null, after: null, rowsMax: 0 },
  });
  return totals;
}

/** Days of clients: closed ones from their sums, the others from their releases. Needs `state (through)`; `inScope` narrows by `client_id`. */
export function clientDays(
  sql: Queryable,
  agencyId: number,
  { days, inScope }: { days: DayRange; inScope: Fragment },
) {
  return sql`
    select client_id as id, day, requests as views, visitors
    from client_day
    where agency_id = ${agencyId}
      and class = ${humanClass}
      and day between ${days.from}::date and least(${days.to}::date, (select through from state))
      and (select through from state) is not null
      ${inScope}
    union all
    -- One look into the index for a release, where a join might read all days of the agency.
    select client_id, hits.day, hits.views, hits.visitors
    from release
    cross join lateral (
      select h.day, h.requests as views, h.visitors
      from hit_day h
      where h.agency_id = ${agencyId}
        and h.release_id = release.id
        and h.class = ${humanClass}
        and h.day between greatest(${days.from}::date, (select through + 1 from state)) and ${days.to}::date
      limit ${reportDays.maximum + 1}
    ) as hits
    where agency_id = ${agencyId}
      and ((select through from state) is null or (select through from state) < ${days.to}::date)
      and status in ('published', 'archived')
      ${inScope}
  `;
}

export function publishedWithin(sql: Queryable, agencyId: number, { from, to }: DayRange) {
  const zone = sql`(select time_zone from agency where id = ${agencyId})`;
  return sql`
    media_mention.published_at >= ${from}::date::timestamp at time zone ${zone}
    and media_mention.published_at < (${to}::date + 1)::timestamp at time zone ${zone}
    and ${isCounted(sql, agencyId, "media_mention")}
  `;
}

/** Names from A, figures and dates from the greatest. */
function orderOf(sql: Queryable, sort: RowSort) {
  if (sort === "name") return sql`${byLetters(sql, sql`name`)}, id`;
  if (sort === "published") return sql`"publishedAt" desc nulls last, id desc`;
  return sql`${sql(sort)} desc, ${byLetters(sql, sql`name`)}, id`;
}

/** The page of `row`. All rows have been counted by then: behind the rank of one costs nothing more. */
function listed(sql: Queryable, { sort, after, rowsMax }: RowsPage) {
  return sql`
    ranked as (select *, row_number() over (order by ${orderOf(sql, sort)}) as rank from row),
    listed as materialized (
      select *
      from ranked
      where rank > coalesce((select rank from ranked where id = ${after}::integer), 0)
      order by rank
      limit ${rowsMax}
    )
  `;
}

/**
 * Views by the number of the day, only of days that have some: most releases have been read on few. `clippings` counts those of a
 * listed row that `row` has not counted.
 */
function rowsAsJson(sql: Queryable, days: DayRange, clippings = sql`clippings`) {
  return sql`
    coalesce((
      -- Materialized, because it is counted anew for each row otherwise.
      with each as materialized (
        select
          read.id, array_agg(day - ${days.from}::date) as numbers, array_agg(read.views) as read, sum(read.views) as views,
          sum(read.visitors) as visitors
        from (select id, day, sum(views) as views, sum(visitors) as visitors from counted group by id, day) as read
        where id = any(array(select id from listed))
        group by read.id
      )
      select json_agg(json_build_object(
        'id', id, 'name', name, 'clientName', "clientName", 'publishedAt', "publishedAt", 'clippings', ${clippings},
        'views', coalesce(each.views, 0), 'visitors', coalesce(each.visitors, 0),
        'daysRead', coalesce(each.numbers, '{}'), 'viewsRead', coalesce(each.read, '{}')
      ) order by rank)
      from listed
      left join each using (id)
    ), '[]')
  `;
}

type ReadRow = Omit<FigureRow, "days" | "publishedAt"> & {
  publishedAt: string | null;
  daysRead: number[];
  viewsRead: number[];
};

function toRow({ daysRead, viewsRead, publishedAt, ...row }: ReadRow, range: DayRange): FigureRow {
  const days = Array.from({ length: countDays(range) }, () => 0);
  for (const [index, day] of daysRead.entries()) days[day] = viewsRead[index] ?? 0;
  return { ...row, days, publishedAt: publishedAt === null ? null : new Date(publishedAt) };
}
