import { expect } from "bun:test";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { berlinDay } from "../../../support/berlin-days.ts";
import { forgetSums } from "../../../support/forget-sums.ts";
import type { DashboardUser } from "../support.ts";

/** Views by people on each of the last 60 days: 1 today, 2 yesterday, and so on. */
export async function insertViews(sql: Sql, agencyId: number, releaseId: number): Promise<void> {
  await sql`
    insert into hit_day (
      agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
      scroll_25, scroll_50, scroll_75, scroll_100
    )
    select
      ${agencyId}::integer, ${releaseId}::integer, (now() at time zone 'Europe/Berlin')::date - back, 0, back + 1, 1, 1,
      0, 0, 0, 0, 0, 0, 0
    from generate_series(0, 59) as back
  `;
  await forgetSums(sql, agencyId);
}

/** The part of a page below its frame, without what differs each time. */
export async function mainOf(answer: Response): Promise<string> {
  const text = await answer.text();
  return text.match(/<main.*<\/main>/s)?.[0] ?? "";
}

/** What the form asks for the last thirty days. */
export function lastThirtyDays() {
  return { period: "free", from: berlinDay(-29), to: berlinDay(0), comparison: "none" };
}

/** Makes a report by the form and returns its path. */
export async function createReport(user: DashboardUser, given: Record<string, string>): Promise<string> {
  const fields = {
    ...lastThirtyDays(),
    comment: "Gut **gelaufen**.",
    ...given,
  };
  const answer = await user.post("/app/berichte/neu", { idempotencyKey: crypto.randomUUID(), ...fields });
  expect([answer.status, answer.headers.get("location") ?? ""]).toEqual([
    303,
    expect.stringContaining("/app/berichte/"),
  ]);
  return answer.headers.get("location") ?? "";
}
