import { describe, expect, test } from "bun:test";
import { insertCampaign } from "../../../../service/features/reporting/campaigns/sql.ts";
import { createSchedule } from "../../../../service/features/reporting/schedules/create-schedule.ts";
import { listSchedulePage } from "../../../../service/features/reporting/schedules/list-schedules.ts";
import { runNextSchedule } from "../../../../service/features/reporting/schedules/run-next-schedule.ts";
import type { NewSchedule } from "../../../../service/features/reporting/schedules/schema.ts";
import {
  deleteSchedule,
  finishRun,
  insertSchedule,
  scheduleQueue,
} from "../../../../service/features/reporting/schedules/sql.ts";
import { createTurns } from "../../../../service/floor/queues/take-turns.ts";
import { announceAll } from "../../../support/announce-all.ts";
import { databaseScene } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { errorOf } from "../../../support/error-of.ts";
import { createTestAgency } from "../../../support/service.ts";
import { changeTriggers } from "../../../support/triggers.ts";

forEachDatabase((_name, open) => {
  const { sql, agency, release } = databaseScene(open);

  describe("the times of a schedule", () => {
    test("keep the agency's local hour through both changes of the clock", async () => {
      const runs = await runsOf(weekly(), "2026-10-12T00:00:00Z", 28);
      const local = new Intl.DateTimeFormat("en-GB", {
        timeZone: "Europe/Berlin",
        weekday: "short",
        hour: "2-digit",
        minute: "2-digit",
      });
      expect(new Set(runs.map((run) => local.format(run)))).toEqual(new Set(["Mon 07:00"]));
      expect(runs[0]?.toISOString()).toBe("2026-10-12T05:00:00.000Z");
      expect(runs[1]?.toISOString()).toBe("2026-10-19T05:00:00.000Z");
      expect(runs[2]?.toISOString()).toBe("2026-10-26T06:00:00.000Z");
      expect(runs[27]?.toISOString()).toBe("2027-04-19T05:00:00.000Z");
    });

    test("that a change of the clock leaps over come an hour later, and those that come twice run once", async () => {
      const sunday = weekly({ onDay: 7, atTime: "02:30" });
      const spring = await runsOf(sunday, "2027-03-22T00:00:00Z", 2);
      expect(spring.map((run) => run.toISOString())).toEqual([
        "2027-03-28T01:30:00.000Z",
        "2027-04-04T00:30:00.000Z",
      ]);
      const autumn = await runsOf(sunday, "2026-10-19T00:00:00Z", 2);
      expect(autumn.map((run) => run.toISOString())).toEqual([
        "2026-10-25T01:30:00.000Z",
        "2026-11-01T01:30:00.000Z",
      ]);
    });

    test("of a month end on its last day where it is shorter, leap years too", async () => {
      const runs = await runsOf(
        weekly({ rhythm: "monthly", onDay: 31, atTime: "23:30" }),
        "2027-12-31T22:31:00Z",
        4,
      );
      expect(runs.map((run) => run.toISOString())).toEqual([
        "2028-01-31T22:30:00.000Z",
        "2028-02-29T22:30:00.000Z",
        "2028-03-31T21:30:00.000Z",
        "2028-04-30T21:30:00.000Z",
      ]);
    });

    test("are those of the agency's own time zone", async () => {
      await sql`update agency set time_zone = 'Pacific/Auckland' where id = ${agency.agencyId}`;
      const [run] = await runsOf(weekly(), "2026-11-20T00:00:00Z", 1);
      await sql`update agency set time_zone = 'Europe/Berlin' where id = ${agency.agencyId}`;
      expect(run?.toISOString()).toBe("2026-11-22T18:00:00.000Z");
    });
  });

  describe("a schedule that is due", () => {
    test("queues one export, also after an outage of many runs and with two replicas at once", async () => {
      const { id } = await createSchedule(sql, agency.agencyId, weekly());
      expect(await runDue()).toBe(0);
      await sql`update report_schedule set next_run_at = now() - interval '40 days' where id = ${id}`;
      await Promise.all([runDue(), runDue()]);
      const jobs =
        await sql`select id, format, days, scope_id from export_job where created_by = ${`schedule:${id}`}`;
      expect([...jobs]).toEqual([
        { id: expect.any(String), format: "json", days: 7, scope_id: String(release.pressReleaseId) },
      ]);
      const [listed] = (await listSchedulePage(sql, agency.agencyId, { clientIds: null })).schedules;
      expect(listed).toMatchObject({ ...weekly(), id, lastJobId: jobs[0]?.id, lastError: null });
      expect(listed?.nextRunAt?.getTime()).toBeGreaterThan(Date.now());
      await runDue();
      expect(await sql`select from export_job where created_by = ${`schedule:${id}`}`).toHaveLength(1);
      await deleteSchedule(sql, agency.agencyId, id);
    });

    test("says why when its scope is gone, and hinders no other", async () => {
      const campaignId = await insertCampaign(sql, agency.agencyId, {
        name: "Kurz",
        releaseIds: [release.pressReleaseId],
      });
      const gone = await createSchedule(
        sql,
        agency.agencyId,
        weekly({ scopeType: "campaign", scopeId: campaignId }),
      );
      const other = await createSchedule(sql, agency.agencyId, weekly());
      await sql`delete from campaign where id = ${campaignId}`;
      await sql`update report_schedule set next_run_at = now() - interval '1 second' where agency_id = ${agency.agencyId}`;
      await runDue();
      const { schedules: listed } = await listSchedulePage(sql, agency.agencyId, { clientIds: null });
      expect(listed.find(({ id }) => id === gone.id)).toMatchObject({
        lastError: "scope_not_found",
        lastJobId: null,
      });
      expect(listed.find(({ id }) => id === other.id)).toMatchObject({
        lastError: null,
        lastJobId: expect.any(String),
      });
    });

    test("makes nothing while its client is archived, and goes on once it is back", async () => {
      const { agencyId } = agency;
      const { id } = await createSchedule(sql, agencyId, weekly());
      const dueWhile = async (status: "active" | "archived") => {
        await sql`update client set status = ${status} where agency_id = ${agencyId}`;
        await sql`update report_schedule set next_run_at = now() - interval '1 second' where agency_id = ${agencyId} and id = ${id}`;
        await runDue();
        const { schedules } = await listSchedulePage(sql, agencyId, { clientIds: null });
        const listed = schedules.find((each) => each.id === id);
        expect(listed?.nextRunAt?.getTime()).toBeGreaterThan(Date.now());
        return listed;
      };
      expect(await dueWhile("archived")).toMatchObject({ lastError: "client_archived", lastJobId: null });
      expect(await dueWhile("active")).toMatchObject({ lastError: null, lastJobId: expect.any(String) });
      await deleteSchedule(sql, agencyId, id);
    });

    test("that fails for a reason of its own keeps its place in the list, and hinders no other", async () => {
      const broken = await createSchedule(sql, agency.agencyId, weekly());
      const other = await createSchedule(sql, agency.agencyId, weekly({ onDay: 2 }));
      await changeTriggers(sql, [
        "create function refuse_broken() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$",
        `create trigger refuse_broken before insert on export_job for each row
          when (new.created_by = 'schedule:${broken.id}') execute function refuse_broken()`,
      ]);
      await sql`update report_schedule set next_run_at = now() - interval '1 second' where agency_id = ${agency.agencyId}`;
      await runDue();
      const { schedules: listed } = await listSchedulePage(sql, agency.agencyId, { clientIds: null });
      expect(listed.find(({ id }) => id === broken.id)).toMatchObject({
        lastError: "internal_error",
        lastJobId: null,
      });
      expect(listed.find(({ id }) => id === other.id)).toMatchObject({
        lastError: null,
        lastJobId: expect.any(String),
      });
      await changeTriggers(sql, [
        "drop trigger refuse_broken on export_job",
        "drop function refuse_broken()",
      ]);
    });
  });

  test("a schedule is refused for a foreign scope and for a day that its rhythm has not, and deleted only by its agency", async () => {
    const stranger = (await createTestAgency(sql)).agencyId;
    expect(await errorOf(createSchedule(sql, stranger, weekly()))).toMatchObject({ code: "scope_not_found" });
    for (const wrong of [
      weekly({ onDay: 8 }),
      weekly({ onDay: 0 }),
      weekly({ rhythm: "monthly", onDay: 32 }),
    ]) {
      expect(await errorOf(createSchedule(sql, agency.agencyId, wrong))).toMatchObject({
        code: "invalid_parameters",
      });
    }
    const { id } = await createSchedule(sql, agency.agencyId, weekly({ rhythm: "monthly", onDay: 31 }));
    expect(await deleteSchedule(sql, stranger, id)).toBe(false);
    expect(await deleteSchedule(sql, agency.agencyId, id)).toBe(true);
  });

  const weekly = (more: Partial<NewSchedule> = {}): NewSchedule => ({
    scopeType: "article",
    scopeId: String(release.pressReleaseId),
    formats: ["json"],
    days: 7,
    rhythm: "weekly",
    onDay: 1,
    atTime: "07:00",
    recipients: [],
    ...more,
  });

  /** Runs what is due of all agencies, and returns how much that was. */
  async function runDue(): Promise<number> {
    await announceAll(sql);
    const turns = createTurns(sql, scheduleQueue);
    let runs = 0;
    while ((await turns.take((id) => runNextSchedule(sql, id))) !== null) runs += 1;
    return runs;
  }

  /** The first runs of a schedule, each after the one before. */
  async function runsOf(schedule: NewSchedule, after: string, count: number): Promise<Date[]> {
    const id = crypto.randomUUID();
    let { nextRunAt } = await insertSchedule(sql, agency.agencyId, {
      ...schedule,
      id,
      after: new Date(after),
    });
    const runs = [nextRunAt];
    while (runs.length < count) {
      ({ nextRunAt } = await finishRun(
        sql,
        { agencyId: agency.agencyId, id },
        { jobId: null, error: null, after: nextRunAt },
      ));
      runs.push(nextRunAt);
    }
    await deleteSchedule(sql, agency.agencyId, id);
    return runs;
  }
});
