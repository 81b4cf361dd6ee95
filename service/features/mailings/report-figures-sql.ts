import { integerArray, textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { dimensions } from "../measurement/dimensions.ts";
import { valueIdOf } from "./figures-sql.ts";
import { campaignOf } from "./rules.ts";
import { isReleaseOf } from "./sql.ts";

/** Of one report; a client with more press mailings in a year reads of the latest. */
const mailingsMax = 100;

/** Releases of a report, and its time. */
export type ReportedReleases = {
  releaseIds: readonly number[];
  window: { from: string; to: string; timezone: string };
};

/** Subjects of mailings about these releases by the campaigns of their links, which are clicked long after a mailing went out. */
export async function readSubjects(
  sql: Queryable,
  agencyId: number,
  { releaseIds, campaigns }: { releaseIds: readonly number[]; campaigns: readonly string[] },
): Promise<Map<string, string>> {
  if (campaigns.length === 0) return new Map();
  // A campaign is made of the end of its mailing's id, see `campaignOf`.
  const rows = await sql<{ id: string; subject: string }[]>`
    select m.id, m.subject
    from mailing m
    join release r on ${isReleaseOf(sql)}
    where m.agency_id = ${agencyId}
      and r.agency_id = ${agencyId}
      and r.id = any (${integerArray(releaseIds)}::integer[])
      and m.prepared_at is not null
      and 'aussand-' || right(m.id::text, 12) = any (${textArray(campaigns)}::text[])
    limit ${campaigns.length}
  `;
  return new Map(rows.map(({ id, subject }) => [campaignOf(id).campaign, subject]));
}

/** Press mailings about the releases that began to go out in the window, newest first. */
export async function listMailingsOf(
  sql: Queryable,
  agencyId: number,
  { releaseIds, window }: ReportedReleases,
) {
  return await sql<{ id: string; releaseId: number; subject: string; sentAt: Date }[]>`
    select m.id, m.subject, r.id as "releaseId", m.prepared_at as "sentAt"
    from mailing m
    join release r on ${isReleaseOf(sql)}
    where m.agency_id = ${agencyId}
      and r.agency_id = ${agencyId}
      and r.id = any (${integerArray(releaseIds)}::integer[])
      and m.prepared_at >= ${window.from}::date::timestamp at time zone ${window.timezone}
      and m.prepared_at < (${window.to}::date + 1)::timestamp at time zone ${window.timezone}
    order by m.prepared_at desc, m.id
    limit ${mailingsMax}
  `;
}

/** Views of the releases in the window by links of the mailings, by campaign. */
export async function sumClicks(
  sql: Queryable,
  agencyId: number,
  { releaseIds, window, mailingIds }: ReportedReleases & { mailingIds: readonly string[] },
): Promise<Map<string, number>> {
  const asked = mailingIds.flatMap((id) =>
    (["release", "pictures"] as const).map((target) => ({
      campaign: campaignOf(id).campaign,
      value_id: valueIdOf(id, target),
    })),
  );
  const rows = await sql<{ campaign: string; clicks: number }[]>`
    select asked.campaign, sum(hits.count)::integer as clicks
    from jsonb_to_recordset(${sql.json(asked)}) as asked (campaign text, value_id bigint)
    join hit_day_dimension hits on hits.agency_id = ${agencyId} and hits.value_id = asked.value_id
    where hits.release_id = any (${integerArray(releaseIds)}::integer[])
      and hits.dimension = ${dimensions.campaign}
      and hits.day between ${window.from}::date and ${window.to}::date
    group by asked.campaign
  `;
  return new Map(rows.map(({ campaign, clicks }) => [campaign, clicks]));
}
