import type { Queryable } from "../../floor/db/open.ts";

/** Somebody who comes back within this time goes on with the same visit, so that what is new stays there when the page is loaded again. */
const visitMinutes = 30;

/** Notes that a person looks at the page Heute; returns when the visit before this one ended, null at the first. */
export async function noteTodayVisit(
  sql: Queryable,
  agencyId: number,
  personId: string,
): Promise<Date | null> {
  const [row] = await sql<{ seenBefore: Date | null }[]>`
    update membership
    set
      today_seen_before = case
        when today_seen_at < visit.began then today_seen_at
        else today_seen_before
      end,
      today_seen_at = now()
    -- A cluster takes no moment inside a "case".
    from (select now() - ${visitMinutes} * interval '1 minute' as began) as visit
    where agency_id = ${agencyId}
      and person_id = ${personId}
    returning today_seen_before as "seenBefore"
  `;
  return row?.seenBefore ?? null;
}
