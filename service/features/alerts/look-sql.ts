import type { Queryable } from "../../floor/db/open.ts";
import type { WorkQueue } from "../../floor/queues/work-queue.ts";
import { isCounted } from "../insights/import/stored-sql.ts";
import { brokenFaultsMin } from "../insights/providers/rules.ts";
import { humanClass } from "../measurement/vocabulary.ts";
import { isReplacedOn } from "../reporting/goals/results-sql.ts";
import { type AlertKind, firstViews, newsDays } from "./kinds.ts";

/** Minutes between two looks at an agency. */
const pauseMinutes = 5;
/** Of releases that are older nobody waits for first views; a first clipping may still come. */
const freshDays = 30;
const clippedDays = 90;
/** The latest releases that a look goes through. */
const releasesMax = 500;
/** When new finds of the last day are told, by the agency's clock: before its people go through the press. */
const morningHour = 7;

/** Agencies that are to be looked at. */
export const alertQueue: WorkQueue = {
  name: "alerts",
  waiting: (sql) => sql`
    select
      agency.id as agency_id,
      coalesce(s.checked_at + ${pauseMinutes} * interval '1 minute', agency.created_at) as due_at
    from agency
    left join alert_state s on s.agency_id = agency.id
  `,
};

/** Begins a look in a transaction, and says when; null where the last one was a moment ago. `isFirst`: what is there already is no news. */
export async function beginLook(
  transaction: Queryable,
  agencyId: number,
): Promise<{ isFirst: boolean; at: Date } | null> {
  const [row] = await transaction<{ isFirst: boolean; at: Date }[]>`
    insert into alert_state as known (agency_id, checked_at)
    values (${agencyId}, now())
    on conflict (agency_id) do update
    set checked_at = excluded.checked_at
    -- Of UTC, because Citus takes nothing here that depends on clock or time zone.
    where known.checked_at at time zone 'UTC'
      <= excluded.checked_at at time zone 'UTC' - ${pauseMinutes}::integer * interval '1 minute'
    returning xmax = 0 as "isFirst", known.checked_at as at
  `;
  return row ?? null;
}

/** Notes what happened since the last look, each thing once, and returns it. */
export async function insertAlerts(
  transaction: Queryable,
  agencyId: number,
  { isFirst, reachedGoalId }: { isFirst: boolean; reachedGoalId: string | null },
): Promise<{ id: string; kind: AlertKind; clientId: number | null }[]> {
  const occurredAt = isFirst ? transaction`now() - ${newsDays + 1} * interval '1 day'` : transaction`now()`;
  return await transaction<{ id: string; kind: AlertKind; clientId: number | null }[]>`
    with latest as materialized (
      select id, client_id, published_at
      from release
      where agency_id = ${agencyId}
        and status = 'published'
        and moved_in_at is null
        and published_at > now() - ${clippedDays} * interval '1 day'
      order by published_at desc
      limit ${releasesMax}
    ),
    happened as (
      select 'first_clipping' as kind, latest.id::text as subject, client_id
      from latest
      where exists (
        select
        from media_mention m
        where m.agency_id = ${agencyId}
          and m.release_id = latest.id
          and ${isCounted(transaction, agencyId, "m")}
      )
      union all
      select 'first_views', latest.id::text, client_id
      from latest
      where published_at > now() - ${freshDays} * interval '1 day'
        and (
          select sum(requests)
          from hit_day
          where agency_id = ${agencyId}
            and release_id = latest.id
            and class = ${humanClass}
        ) >= ${firstViews}
      union all
      select 'approval_overdue', a.id::text, d.client_id
      from approval a
      join draft d on d.agency_id = a.agency_id and d.id = a.draft_id
      join client c on c.agency_id = a.agency_id and c.id = d.client_id and c.status = 'active'
      where a.agency_id = ${agencyId}
        -- Without a wish it is due when the link ends: that is noted within a minute, before this look comes.
        and (a.status = 'pending' or (a.status = 'expired' and d.status = 'draft' and d.version = a.draft_version))
        and coalesce(a.respond_by, a.expires_at) between now() - ${newsDays} * interval '1 day' and now()
      union all
      -- Broken anew after it was read once more is another alert.
      select 'feed_broken', id::text || ':' || extract(epoch from coalesce(last_sync_at, created_at))::bigint, null
      from provider_connection
      where agency_id = ${agencyId}
        and state = 'failing'
        and consecutive_faults >= ${brokenFaultsMin}
      union all
      -- Once a day and client: what feeds have brought by the morning since the morning before.
      select 'new_mentions', m.client_id || ':' || morning::date, m.client_id
      from agency
      cross join lateral date_trunc('day', now() at time zone time_zone) as midnight
      cross join lateral (select midnight + ${morningHour} * interval '1 hour' as morning) as today
      join media_mention m
        on m.agency_id = ${agencyId}
        and m.state = 'found'
        and m.merged_into is null
        and m.observed_at >= (morning - interval '1 day') at time zone time_zone
        and m.observed_at < morning at time zone time_zone
      where agency.id = ${agencyId}
        and now() >= morning at time zone time_zone
        and m.client_id is not null
      group by m.client_id, morning
      union all
      select kind, g.client_id || ':' || g.id, g.client_id
      from goal g
      join agency on agency.id = ${agencyId}
      cross join lateral (select (now() at time zone agency.time_zone)::date as today) as clock
      cross join lateral (
        values
          ('goal_reached', g.id = ${reachedGoalId}::uuid),
          ('goal_ended', g.to_day < today and g.to_day >= today - ${newsDays}::integer)
      ) as found (kind, is_so)
      where g.agency_id = ${agencyId}
        and g.fixed_at is not null
        and g.to_day >= today - ${newsDays}::integer
        and is_so
        and not ${isReplacedOn(transaction, agencyId, null)}
    )
    insert into alert (agency_id, kind, subject, client_id, occurred_at)
    select ${agencyId}::integer, kind, subject, client_id, ${occurredAt}
    from happened
    on conflict (agency_id, kind, subject) do nothing
    returning id, kind, client_id as "clientId"
  `;
}

/** Who wants a mail of any of these alerts, and when it may go: one an hour at most. */
export async function takeMailTurns(
  transaction: Queryable,
  agencyId: number,
  { alerts, at }: { alerts: readonly { kind: AlertKind; clientId: number | null }[]; at: Date },
): Promise<{ personId: string; kinds: string[]; clientIds: number[] | null; mailAt: Date }[]> {
  const inMinutes = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
  return await transaction<{ personId: string; kinds: string[]; clientIds: number[] | null; mailAt: Date }[]>`
    update alert_wish w
    set mail_at = case
      -- One that goes in a minute or later takes these along.
      when w.mail_at > ${inMinutes(1)}::timestamptz then w.mail_at
      -- Of UTC, because Citus takes nothing here that depends on clock or time zone.
      else greatest(
        ${inMinutes(2)}::timestamptz,
        (w.mail_at at time zone 'UTC' + interval '1 hour') at time zone 'UTC'
      )
    end
    from membership m
    where w.agency_id = ${agencyId}
      and m.agency_id = ${agencyId}
      and m.person_id = w.person_id
      -- Nobody's turn is spent on what that person may not see.
      and exists (
        select
        from jsonb_to_recordset(${transaction.json(alerts.map(({ kind, clientId }) => ({ kind, clientId })))})
          as news (kind text, "clientId" integer)
        where news.kind = any(w.kinds)
          and (m.client_ids is null or news."clientId" = any(m.client_ids))
      )
    returning w.person_id as "personId", w.kinds, m.client_ids as "clientIds", w.mail_at as "mailAt"
  `;
}
