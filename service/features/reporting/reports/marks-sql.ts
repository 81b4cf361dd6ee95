import { integerArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { clippingsAbout } from "../../insights/clippings-about-sql.ts";
import { isCounted } from "../../insights/import/stored-sql.ts";
import { mailingMail } from "../../mailings/mail-kinds.ts";
import { isReplacedOn } from "../goals/results-sql.ts";
import type { DayRange } from "./periods.ts";
import { marksMax, type ReportMark } from "./schema.ts";

/** What happened on a day, to be seen beside its figures; several of a kind are one. */
export type Mark = ReportMark & {
  /** Of a note. */
  noteId: string | null;
};

/** What happened to these releases, and to these clients beside their releases, on these days; the earliest first. */
export async function selectMarks(
  sql: Queryable,
  agencyId: number,
  input: {
    releaseIds: readonly number[];
    clientIds: readonly number[];
    campaignId?: string | null;
    days: DayRange;
  },
): Promise<Mark[]> {
  const ids = sql`${integerArray(input.releaseIds)}::integer[]`;
  const clients = sql`${integerArray(input.clientIds)}::integer[]`;
  const { from, to } = input.days;
  const isGoalOf = sql`
    case g.scope_type
      when 'client' then g.client_id = any(${clients})
      when 'campaign' then g.scope_id = ${input.campaignId ?? null}
      else exists (
        select
        from shown s
        where g.scope_id in (s.id::text, s.draft_id::text)
          and s.client_id = g.client_id
      )
    end
  `;
  return await sql<Mark[]>`
    with zone as materialized (
      select
        time_zone,
        ${from}::date::timestamp at time zone time_zone as begins,
        (${to}::date + 1)::timestamp at time zone time_zone as ends
      from agency
      where id = ${agencyId}
    ),
    shown as materialized (
      select id, client_id, title, draft_id, published_at, moved_in_at, corrected_at
      from release
      where agency_id = ${agencyId}
        and id = any(${ids})
    ),
    happened as (
      select
        case when moved_in_at is null then 'publication' else 'moved_in' end as kind,
        greatest(published_at, moved_in_at) as at, title as text
      from shown
      union all
      -- The release knows its last correction, the log all of them; those of a day are one.
      select 'correction', min(at), title
      from (
        select id, title, corrected_at as at from shown where corrected_at is not null
        union all
        select shown.id, title, occurred_at
        from audit
        join shown on subject_id = shown.id::text
        where agency_id = ${agencyId}
          and action = 'release.corrected'
      ) as corrected
      join zone on true
      group by id, title, (at at time zone time_zone)::date
      union all
      select 'embargo', v.embargo_until, shown.title
      from shown
      join draft d on d.agency_id = ${agencyId} and d.id = shown.draft_id
      join draft_version v on v.agency_id = ${agencyId} and v.draft_id = d.id and v.version = d.published_version
      union all
      select 'clipping', m.published_at, m.medium || ': ' || m.headline
      from ${clippingsAbout(sql, agencyId, input)} as m
      where m.published_at >= (select begins from zone)
        and m.published_at < (select ends from zone)
        and ${isCounted(sql, agencyId, "m")}
      union all
      -- When it began to go out, as the table of mailings has it: a full mailbox is tried again for hours.
      select 'mailing', prepared_at, subject
      from mailing
      where agency_id = ${agencyId}
        and prepared_at is not null
        and (
          status <> 'stopped'
          or coalesce(
            sent_count > 0,
            exists (
              select
              from mail
              where mail.agency_id = ${agencyId}
                and mail.about_id = mailing.id
                and mail.kind = ${mailingMail.name}
                and mail.status = 'sent'
            )
          )
        )
        and (
          release_id = any(${ids})
          -- One that announced a text knows its draft alone.
          or draft_id in (select draft_id from shown)
          or (release_id is null and client_id = any(${clients}))
        )
    ),
    marks as (
      select (at at time zone time_zone)::date as day, kind, count(*) as count, min(text) as text, null::uuid as note_id
      from happened
      join zone on at >= begins and at < ends
      group by 1, 2
      union all
      (
        select (occurred_at at time zone time_zone)::date, 'conversions', count(*), '', null
        from conversion
        join zone on occurred_at >= begins and occurred_at < ends
        where agency_id = ${agencyId}
          and release_id = any(${ids})
        group by 1
        order by 3 desc, 1
        limit 1
      )
      union all
      select day, kind, count(*), min(objective), null
      from (
        select (fixed_at at time zone time_zone)::date as day, 'goal_fixed' as kind, g.objective
        from zone
        join goal g on g.agency_id = ${agencyId} and ${isGoalOf} and g.fixed_at >= begins and g.fixed_at < ends
        union all
        select to_day, 'goal_ended', g.objective
        from goal g
        where g.agency_id = ${agencyId}
          and ${isGoalOf}
          and g.fixed_at is not null
          and g.to_day between ${from}::date and ${to}::date
          and not ${isReplacedOn(sql, agencyId, input.days)}
      ) as goals
      group by 1, 2
      union all
      select day, 'note', 1, text, id
      from figure_note
      where agency_id = ${agencyId}
        and day between ${from}::date and ${to}::date
        and (release_id = any(${ids}) or (release_id is null and client_id = any(${clients})))
    )
    select day::text, kind, count::integer, text, note_id as "noteId"
    from (select * from marks order by day desc, kind limit ${marksMax}) as latest
    order by day, kind, text
  `;
}
