import { integerArray, textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { type AlertKind, newsDays } from "./kinds.ts";

const newsMax = 10;
/** Entries of one mail; the page has the rest. */
const mailedMax = 50;

/** Whom a mail is for, and what it tells of. */
export type AlertMailFacts = {
  email: string;
  personName: string | null;
  agencyName: string;
  alerts: AlertEntry[];
};

/** An alert with the name of what it is about. */
export type AlertEntry = { kind: AlertKind; subject: string; title: string; clientName: string | null };

/** What a mail with these alerts says to a person now; null for one who wants none any more. */
export async function findAlertMail(
  sql: Queryable,
  agencyId: number,
  { personId, ids }: { personId: string; ids: readonly string[] },
): Promise<AlertMailFacts | null> {
  const [row] = await sql<AlertMailFacts[]>`
    select
      p.email, p.name as "personName", y.name as "agencyName",
      coalesce((
        select json_agg(entry order by kind, title)
        from (
          ${entries(sql, agencyId)}
          where a.agency_id = ${agencyId}
            and a.id = any(${textArray(ids)}::uuid[])
            and a.kind = any(w.kinds)
            and (m.client_ids is null or a.client_id = any(m.client_ids))
            and (a.kind <> 'new_mentions' or waiting.count > 0)
            and (a.kind <> 'approval_overdue' or (q.status in ('pending', 'expired') and c.status = 'active'))
            and (a.kind <> 'feed_broken' or f.state = 'failing')
          limit ${mailedMax}
        ) as entry
      ), '[]') as alerts
    from alert_wish w
    join membership m on m.agency_id = ${agencyId} and m.person_id = w.person_id
    join person p on p.id = w.person_id
    join agency y on y.id = ${agencyId}
    where w.agency_id = ${agencyId}
      and w.person_id = ${personId}
  `;
  return row === undefined || row.alerts.length === 0 ? null : row;
}

/** Good news of the last days for Heute; what is broken or late stands there as long as it is. */
export async function listNews(
  sql: Queryable,
  agencyId: number,
  clientIds: readonly number[] | null,
): Promise<(AlertEntry & { occurredAt: Date })[]> {
  return await sql<(AlertEntry & { occurredAt: Date })[]>`
    ${entries(sql, agencyId)}
    where a.agency_id = ${agencyId}
      and a.kind in ('first_clipping', 'first_views', 'goal_reached', 'goal_ended')
      and a.occurred_at > now() - ${newsDays} * interval '1 day'
      and (r.status = 'published' or g.id is not null)
      ${clientIds === null ? sql`` : sql`and a.client_id = any(${integerArray(clientIds)}::integer[])`}
    order by a.occurred_at desc, a.id
    limit ${newsMax}
  `;
}

function entries(sql: Queryable, agencyId: number) {
  return sql`
    select
      a.kind, coalesce(v.draft_id::text, a.subject) as subject, a.occurred_at as "occurredAt", c.name as "clientName",
      coalesce(
        r.title, v.title, f.name, g.objective, case waiting.count when 1 then '1 Treffer wartet' else waiting.count || ' Treffer warten' end
      ) as title
    from alert a
    left join client c on c.agency_id = ${agencyId} and c.id = a.client_id
    left join release r
      on r.agency_id = ${agencyId}
      and r.id = case when a.kind in ('first_clipping', 'first_views') then a.subject::integer end
    left join approval q
      on q.agency_id = ${agencyId} and q.id = case when a.kind = 'approval_overdue' then a.subject::uuid end
    left join draft_version v on v.agency_id = ${agencyId} and v.draft_id = q.draft_id and v.version = q.draft_version
    left join provider_connection f
      on f.agency_id = ${agencyId}
      and f.id = case when a.kind = 'feed_broken' then split_part(a.subject, ':', 1)::uuid end
    left join goal g
      on g.agency_id = ${agencyId}
      and g.id = case when a.kind in ('goal_reached', 'goal_ended') then split_part(a.subject, ':', 2)::uuid end
    left join lateral (
      select count(*)
      from media_mention
      where agency_id = ${agencyId} and client_id = a.client_id and state = 'found' and merged_into is null
    ) as waiting on a.kind = 'new_mentions'
  `;
}

/** The kinds that a person wants by mail. */
export async function findWishes(sql: Queryable, agencyId: number, personId: string): Promise<string[]> {
  const [row] = await sql<{ kinds: string[] }[]>`
    select kinds from alert_wish where agency_id = ${agencyId} and person_id = ${personId}
  `;
  return row?.kinds ?? [];
}

/** Stores them; false for somebody who has no part in the agency. */
export async function upsertWishes(
  transaction: Queryable,
  agencyId: number,
  { personId, kinds }: { personId: string; kinds: readonly AlertKind[] },
): Promise<boolean> {
  const rows = await transaction`
    insert into alert_wish (agency_id, person_id, kinds)
    select agency_id, person_id, ${textArray(kinds)}::text[]
    from membership
    where agency_id = ${agencyId}
      and person_id = ${personId}
    on conflict (agency_id, person_id) do update
    set kinds = excluded.kinds
    returning person_id
  `;
  return rows.length === 1;
}
