import { describe, expect, test } from "bun:test";
import { moveDatedClippings } from "../../../../service/features/insights/clippings/dated-sql.ts";
import { changeAgency } from "../../../../service/features/reporting/schedules/change-agency.ts";
import { listSchedulePage } from "../../../../service/features/reporting/schedules/list-schedules.ts";
import { insertSchedule, pauseSchedule } from "../../../../service/features/reporting/schedules/sql.ts";
import { databaseScene } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { thrownBy } from "../../../support/error-of.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { insertMention } from "../../insights/support.ts";

const actor = { type: "operator", id: null } as const;
const zones = ["America/New_York", "Pacific/Auckland"];

forEachDatabase((_name, open) => {
  const { sql } = databaseScene(open);

  describe.each(zones)("an agency that goes from Berlin to %s", (timeZone) => {
    test("keeps the days of its clippings, and the moments of those that have one", async () => {
      const { agencyId, clientId } = await agencyOf();
      const stranger = await agencyOf();
      const dated = { published_on: "2026-11-01", published_at: new Date("2026-10-31T23:00:00Z") };
      for (const each of [{ agencyId, clientId }, stranger])
        await insertMention(sql, each.agencyId, { client_id: each.clientId, ...dated });
      await insertMention(sql, agencyId, { client_id: clientId, published_at: dated.published_at });
      await changeAgency(sql, agencyId, { update: { timeZone }, actor });
      const moments = async (id: number) => {
        const rows = await sql<{ day: string | null; at: Date; midnight: Date }[]>`
          select published_on::text as day, published_at as at, '2026-11-01'::timestamp at time zone ${timeZone} as midnight
          from media_mention where agency_id = ${id} order by published_on nulls last
        `;
        return rows.map(({ day, at, midnight }) => [day, at.getTime() === midnight.getTime(), at]);
      };
      expect(await moments(agencyId)).toEqual([
        ["2026-11-01", true, expect.any(Date)],
        [null, false, dated.published_at],
      ]);
      expect(await moments(stranger.agencyId)).toEqual([["2026-11-01", false, dated.published_at]]);
    });

    test("keeps the days of more clippings than one statement takes", async () => {
      const { agencyId, clientId } = await agencyOf();
      const dated = { published_on: "2026-11-01", published_at: new Date("2026-10-31T23:00:00Z") };
      for (const published_on of [dated.published_on, null, dated.published_on, dated.published_on])
        await insertMention(sql, agencyId, { client_id: clientId, ...dated, published_on });
      const left = async () => {
        const rows = await sql`
          select from media_mention
          where agency_id = ${agencyId} and published_at <> published_on::timestamp at time zone ${timeZone}`;
        return rows.length;
      };
      expect(await left()).toBe(3);
      await moveDatedClippings(sql, agencyId, { timeZone, rowsAtOnce: 2 });
      expect(await left()).toBe(0);
    });

    test("has its schedules run at the hour of the new zone, on the day on which they would have", async () => {
      const { agencyId, releaseId } = await agencyOf();
      const [running, paused] = [crypto.randomUUID() as string, crypto.randomUUID() as string];
      for (const id of [running, paused])
        await insertSchedule(sql, agencyId, { ...weekly(releaseId), id, after: ranAt });
      await pauseSchedule(sql, agencyId, paused);
      await sql`delete from agency_work where agency_id = ${agencyId}`;
      await changeAgency(sql, agencyId, { update: { timeZone }, actor });
      const [row] = await sql<
        { at: Date }[]
      >`select '2099-11-09T07:00'::timestamp at time zone ${timeZone} as at`;
      const { schedules: listed } = await listSchedulePage(sql, agencyId, { clientIds: null });
      expect(new Map<string, Date | null>(listed.map(({ id, nextRunAt }) => [id, nextRunAt]))).toEqual(
        new Map([
          [running, row?.at ?? null],
          [paused, null],
        ]),
      );
      const due = await sql`select due_at from agency_work where agency_id = ${agencyId}`;
      expect(due.map(({ due_at }) => due_at)).toEqual([row?.at]);
    });

    test("keeps both where the zone is named again, or the change is refused", async () => {
      const { agencyId, clientId, releaseId } = await agencyOf();
      await insertSchedule(sql, agencyId, { ...weekly(releaseId), id: crypto.randomUUID(), after: ranAt });
      const odd = new Date("2026-11-01T12:00:00Z");
      await insertMention(sql, agencyId, {
        client_id: clientId,
        published_on: "2026-11-01",
        published_at: odd,
      });
      const kept = async () => [
        ...(await sql`select published_at from media_mention where agency_id = ${agencyId}`),
        ...(await sql`select next_run_at from report_schedule where agency_id = ${agencyId}`),
      ];
      const before = await kept();
      await changeAgency(sql, agencyId, { update: { timeZone: "Europe/Berlin", name: "Nord" }, actor });
      const update = { timeZone, colorPrimary: "no colour" };
      expect(await thrownBy(changeAgency(sql, agencyId, { update, actor }))).toThrow();
      expect(await kept()).toEqual(before);
    });
  });

  async function agencyOf() {
    const { agencyId } = await createTestAgency(sql);
    const { clientId, pressReleaseId: releaseId } = await createTestRelease(sql, agencyId);
    return { agencyId, clientId, releaseId };
  }
});

/** Just after the run of a Monday. */
const ranAt = new Date("2099-11-02T06:01:00Z");

const weekly = (releaseId: number) => ({
  ...{ scopeType: "article" as const, scopeId: String(releaseId), formats: ["json" as const], days: 7 },
  ...{ rhythm: "weekly" as const, onDay: 1, atTime: "07:00", recipients: [] },
});
