import { ensureComingPartitions } from "../../../../service/features/measurement/partitions.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { forgetSums } from "../../../support/forget-sums.ts";
import { createTestAgency, createTestRelease, type TestRelease } from "../../../support/service.ts";

/** Two agencies, with a release each. */
export async function twoAgencies(
  sql: Sql,
): Promise<{ agencyId: number; strangerId: number; own: TestRelease; theirs: TestRelease }> {
  await ensureComingPartitions(sql);
  const { agencyId } = await createTestAgency(sql);
  const { agencyId: strangerId } = await createTestAgency(sql);
  const own = await createTestRelease(sql, agencyId, { title: "Werk eröffnet" });
  const theirs = await createTestRelease(sql, strangerId, { title: "Fremd" });
  return { agencyId, strangerId, own, theirs };
}

export async function localDayOf(sql: Sql, back: number): Promise<string> {
  const [row] = await sql`
    select ((now() at time zone 'Europe/Berlin')::date - ${back}::integer)::text as day
  `;
  return String(row?.day);
}

/** A release of the same client that appeared `back` days ago at noon, with this many views on its first day. */
export async function earlierRelease(
  sql: Sql,
  { agencyId, clientId }: { agencyId: number; clientId: number },
  { back, views, levels = 2 }: { back: number; views: number; levels?: number | undefined },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into release (agency_id, client_id, slug, title, body_markdown, status, published_at)
    values (
      ${agencyId}, ${clientId}, ${`frueher-${back}`}, ${`Früher ${back}`}, 'x', 'published',
      ((now() at time zone 'Europe/Berlin')::date - ${back}::integer + time '12:00') at time zone 'Europe/Berlin'
    )
    returning id
  `;
  const id = row?.id ?? 0;
  await sql`
    insert into hit_day (
      agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
      scroll_25, scroll_50, scroll_75, scroll_100, levels
    )
    values (${agencyId}, ${id}, ${await localDayOf(sql, back)}::date, 0, ${views}, 1, 1, 0, 0, 0, 0, 0, 0, 0, ${levels})
  `;
  await forgetSums(sql, agencyId);
  return id;
}
