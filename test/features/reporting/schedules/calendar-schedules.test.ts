import { beforeAll, describe, expect, test } from "bun:test";
import { draftForClients } from "../../../../service/features/reporting/drafts/change-drafts.ts";
import { sendReport } from "../../../../service/features/reporting/mails/send-report.ts";
import { keptPortfolio } from "../../../../service/features/reporting/portfolios/kept-portfolio.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { createSchedule } from "../../../../service/features/reporting/schedules/create-schedule.ts";
import { publicHolidays } from "../../../../service/features/reporting/schedules/public-holidays.ts";
import { runNextSchedule } from "../../../../service/features/reporting/schedules/run-next-schedule.ts";
import { businessDayMax, type NewSchedule } from "../../../../service/features/reporting/schedules/schema.ts";
import {
  deleteSchedule,
  finishRun,
  insertSchedule,
} from "../../../../service/features/reporting/schedules/sql.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { errorOf } from "../../../support/error-of.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";

describe("the public holidays of all of Germany", () => {
  // Easter Sundays: PTB, "Wann ist Ostern?".
  test.each([
    [2024, "2024-03-29", "2024-04-01", "2024-05-09", "2024-05-20"],
    [2025, "2025-04-18", "2025-04-21", "2025-05-29", "2025-06-09"],
    [2026, "2026-04-03", "2026-04-06", "2026-05-14", "2026-05-25"],
    [2027, "2027-03-26", "2027-03-29", "2027-05-06", "2027-05-17"],
    [2038, "2038-04-23", "2038-04-26", "2038-06-03", "2038-06-14"],
  ])("of %d", (year, friday, monday, ascension, whit) => {
    const fixed = ["01-01", "05-01", "10-03", "12-25", "12-26"].map((day) => `${year}-${day}`);
    expect(publicHolidays(year).toSorted()).toEqual([...fixed, friday, monday, ascension, whit].toSorted());
  });
});

forEachDatabase((_name, open) => {
  let sql: Sql;
  let agencyId: number;
  let monthly: NewSchedule;

  beforeAll(async () => {
    ({ sql } = (await open()).database);
    ({ agencyId } = await createTestAgency(sql));
    const { clientId } = await createTestRelease(sql, agencyId);
    const { type, id } = await keptPortfolio(sql, agencyId, clientId);
    monthly = {
      scopeType: type,
      scopeId: id,
      formats: ["pdf"],
      days: 30,
      rhythm: "monthly",
      onDay: 3,
      isBusinessDay: true,
      atTime: "08:00",
      recipients: ["anna@mueller.example"],
      period: "month",
      comparison: "previous_period",
      isLookedThrough: true,
    };
  });

  /** The days of the first runs after a moment. */
  async function daysOf(schedule: NewSchedule, after: string, count: number): Promise<string[]> {
    const id = crypto.randomUUID();
    const inserted = await insertSchedule(sql, agencyId, { ...schedule, id, after: new Date(after) });
    const runs = [inserted.nextRunAt];
    for (let at = inserted.nextRunAt; runs.length < count; runs.push(at))
      ({ nextRunAt: at } = await finishRun(sql, { agencyId, id }, { jobId: null, error: null, after: at }));
    await deleteSchedule(sql, agencyId, id);
    return runs.map((run) => run.toISOString().slice(0, 16));
  }

  test("the third business day leaves out weekends and holidays, at the agency's hour in summer and winter", async () => {
    expect(await daysOf(monthly, "2026-02-28T00:00:00Z", 12)).toEqual([
      "2026-03-04T07:00",
      "2026-04-07T06:00",
      "2026-05-06T06:00",
      "2026-06-03T06:00",
      "2026-07-03T06:00",
      "2026-08-05T06:00",
      "2026-09-03T06:00",
      "2026-10-05T06:00",
      "2026-11-04T07:00",
      "2026-12-03T07:00",
      "2027-01-06T07:00",
      "2027-02-03T07:00",
    ]);
  });

  test("every month has the last business day that can be chosen", async () => {
    expect(await daysOf({ ...monthly, onDay: businessDayMax }, "2026-01-01T00:00:00Z", 24)).toHaveLength(24);
    const late = createSchedule(sql, agencyId, { ...monthly, onDay: businessDayMax + 1 });
    expect(await errorOf(late)).toMatchObject({ code: "invalid_parameters" });
  });

  test.each([1, 10])("a week has no business day %d to be reported on", async (onDay) => {
    const weekly = { ...monthly, rhythm: "weekly", period: null, comparison: null, onDay } as const;
    const refused = await errorOf(createSchedule(sql, agencyId, { ...weekly, isLookedThrough: false }));
    expect(refused).toMatchObject({
      code: "invalid_parameters",
      message: "Business days are counted in a month: take a monthly schedule.",
    });
  });

  test.each([
    ["quarter", ["2026-10-05T06:00", "2027-01-06T07:00", "2027-04-05T06:00", "2027-07-05T06:00"]],
    ["half_year", ["2027-01-06T07:00", "2027-07-05T06:00"]],
    ["year", ["2027-01-06T07:00", "2028-01-05T07:00"]],
  ] as const)("a %s is reported in the month after it", async (period, runs) => {
    expect(await daysOf({ ...monthly, period }, "2026-07-10T00:00:00Z", runs.length)).toEqual([...runs]);
  });

  test("a leap year is reported in two halves, as it is a day too long for one report", async () => {
    const { agencyId: other } = await createTestAgency(sql);
    const { clientId } = await createTestRelease(sql, other);
    const { id: scopeId } = await keptPortfolio(sql, other, clientId);
    const { id } = await createSchedule(sql, other, { ...monthly, scopeId, period: "year" });
    for (const due of ["2025-01-06 08:00+01", "2026-01-06 08:00+01"]) {
      await sql`update report_schedule set next_run_at = ${due} where agency_id = ${other} and id = ${id}`;
      await runNextSchedule(sql, other);
    }
    const drafts = await sql`select period from report_draft where agency_id = ${other} order by id`;
    expect(drafts.map(({ period }) => String(period))).toEqual(["2024-H1", "2024-H2", "2025"]);
  });

  test("a week belongs to a day of the week, and a month to one of the month", async () => {
    for (const wrong of [{ period: "week" as const }, { rhythm: "weekly" as const }])
      expect(await errorOf(createSchedule(sql, agencyId, { ...monthly, ...wrong }))).toMatchObject({
        code: "invalid_parameters",
      });
  });

  test("what is due late still makes the draft of the period that it was due for, once", async () => {
    const { id } = await createSchedule(sql, agencyId, monthly);
    await sql`
      update report_schedule
      set next_run_at = '2026-07-03 08:00+02'
      where agency_id = ${agencyId} and id = ${id}
    `;
    expect(await runNextSchedule(sql, agencyId)).toBe(id);
    expect(await runNextSchedule(sql, agencyId)).toBeNull();
    const drafts = await sql`select * from report_draft where agency_id = ${agencyId}`;
    expect(drafts).toHaveLength(1);
    expect(drafts[0]).toMatchObject({
      scope_id: monthly.scopeId,
      period: "2026-06",
      comparison: "previous_period",
      recipients: ["anna@mueller.example"],
      issue_at: null,
      report_id: null,
      created_by: `schedule:${id}`,
    });
    expect(await sql`select from export_job where agency_id = ${agencyId}`).toHaveLength(0);
    await sql`
      update report_schedule
      set next_run_at = now() - interval '1 second', looked_through = false
      where agency_id = ${agencyId} and id = ${id}
    `;
    await runNextSchedule(sql, agencyId);
    const ordered =
      await sql`select from report_draft where agency_id = ${agencyId} and issue_at is not null`;
    expect(ordered).toHaveLength(1);
  });

  test("nobody gets a month twice: not where a person has made its draft, nor from a schedule that runs again", async () => {
    const { agencyId: other } = await createTestAgency(sql);
    const { clientId } = await createTestRelease(sql, other);
    const { id: scopeId } = await keptPortfolio(sql, other, clientId);
    const actor = { type: "operator", id: null } as const;
    const draft = { period: "2026-06", comparison: null, formats: ["pdf" as const], clientIds: [clientId] };
    expect(await draftForClients(sql, other, draft, actor)).toBe(1);
    const { id } = await createSchedule(sql, other, { ...monthly, scopeId, isLookedThrough: false });
    const periods = async () =>
      (await sql`select period from report_draft where agency_id = ${other} order by id`).map((row) =>
        String(row.period),
      );
    const run = async (due: string, scheduleId = id) => {
      await sql`update report_schedule set next_run_at = ${due} where agency_id = ${other} and id = ${scheduleId}`;
      expect(await runNextSchedule(sql, other)).toBe(scheduleId);
    };
    await run("2026-07-03 08:00+02");
    expect(await periods()).toEqual(["2026-06"]);
    for (let times = 0; times < 2; times += 1) await run("2026-08-05 08:00+02");
    expect(await periods()).toEqual(["2026-06", "2026-07"]);
    // It may have other readers.
    const second = await createSchedule(sql, other, { ...monthly, scopeId });
    await run("2026-08-05 08:00+02", second.id);
    expect(await periods()).toEqual(["2026-06", "2026-07", "2026-07"]);
    expect(await draftForClients(sql, other, { ...draft, period: "2026-07" }, actor)).toBe(0);
  });

  test("a report that somebody has made without a draft and sent keeps its readers from a second: not one that went to nobody", async () => {
    const actor = { type: "operator", id: null } as const;
    const made = async ({ createdBy, cancelled }: { createdBy: string; cancelled: boolean }) => {
      const { agencyId: other } = await createTestAgency(sql);
      const { clientId } = await createTestRelease(sql, other);
      const { type: scopeType, id: scopeId } = await keptPortfolio(sql, other, clientId);
      const report = await createPublicationReport(sql, other, {
        ...{ scopeType, scopeId, period: "2026-06", comparison: "none" as const, createdBy },
        ...{ publicUrl: "http://x", seal: await testSeal() },
      });
      const { id } = await createSchedule(sql, other, { ...monthly, scopeId });
      const drafts = async () => {
        await sql`update report_schedule set next_run_at = '2026-07-03 08:00+02' where agency_id = ${other} and id = ${id}`;
        await runNextSchedule(sql, other);
        const [ofSchedule] = await sql`delete from report_draft where agency_id = ${other} returning id`;
        const asked = {
          period: "2026-06",
          comparison: null,
          formats: ["pdf" as const],
          clientIds: [clientId],
        };
        const ofPerson = await draftForClients(sql, other, asked, actor);
        await sql`delete from report_draft where agency_id = ${other}`;
        return [ofSchedule === undefined ? 0 : 1, ofPerson];
      };
      const unsent = await drafts();
      const recipients = ["anna@mueller.example"];
      await sendReport(sql, other, { reportId: report.id, recipients, actor, acceptZeros: true });
      if (cancelled)
        await sql`update mail set status = 'cancelled', due_at = null, finished_at = now() where agency_id = ${other}`;
      return { unsent, sent: await drafts() };
    };
    const person = { createdBy: "person:0195", cancelled: false };
    expect(await made(person)).toEqual({ unsent: [1, 1], sent: [0, 0] });
    expect(await made({ ...person, cancelled: true })).toEqual({ unsent: [1, 1], sent: [1, 1] });
    // Another schedule may have other readers.
    expect(await made({ ...person, createdBy: "schedule:0195" })).toEqual({ unsent: [1, 1], sent: [1, 1] });
  });

  test("a report of the month that still runs keeps nobody from the whole one: not the schedule, not a person", async () => {
    const actor = { type: "operator", id: null } as const;
    const made = async (issuedAt: string | null) => {
      const { agencyId: other } = await createTestAgency(sql);
      const { clientId } = await createTestRelease(sql, other);
      const { id: scopeId } = await keptPortfolio(sql, other, clientId);
      const draft = { period: "2026-06", comparison: null, formats: ["pdf" as const], clientIds: [clientId] };
      const issue = async () => {
        await draftForClients(sql, other, draft, actor);
        await sql`
          update report_draft
          set issued_at = ${issuedAt}, report_id = ${issuedAt === null ? null : crypto.randomUUID()}
          where agency_id = ${other}
        `;
      };
      await issue();
      const again = await draftForClients(sql, other, draft, actor);
      await sql`delete from report_draft where agency_id = ${other}`;
      await issue();
      const { id } = await createSchedule(sql, other, { ...monthly, scopeId });
      await sql`update report_schedule set next_run_at = '2026-07-03 08:00+02' where agency_id = ${other} and id = ${id}`;
      await runNextSchedule(sql, other);
      const drafts = await sql`select from report_draft where agency_id = ${other}`;
      return { issuedAt, again, drafts: drafts.length };
    };
    for (const issuedAt of ["2026-06-10 12:00+02", "2026-06-30 23:59+02"])
      expect(await made(issuedAt)).toEqual({ issuedAt, again: 1, drafts: 2 });
    // The first of July in Berlin, the last of June in UTC. One that waits becomes the report of the whole month.
    for (const issuedAt of ["2026-07-01 00:01+02", null])
      expect(await made(issuedAt)).toEqual({ issuedAt, again: 0, drafts: 1 });
  });
});
