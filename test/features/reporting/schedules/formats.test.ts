import { beforeEach, expect, test } from "bun:test";
import { createDatabaseArtifactStore } from "../../../../service/features/reporting/exports/database-artifact-store.ts";
import {
  createRenderPool,
  type RenderPool,
} from "../../../../service/features/reporting/exports/render-pool.ts";
import { reportMailWriter } from "../../../../service/features/reporting/mails/report-mail.ts";
import { sendReport } from "../../../../service/features/reporting/mails/send-report.ts";
import { createSchedule } from "../../../../service/features/reporting/schedules/create-schedule.ts";
import { findSchedule } from "../../../../service/features/reporting/schedules/list-schedules.ts";
import { mailScheduledReport } from "../../../../service/features/reporting/schedules/mail-scheduled-report.ts";
import { queueScheduledFiles } from "../../../../service/features/reporting/schedules/queue-scheduled-files.ts";
import { runNextSchedule } from "../../../../service/features/reporting/schedules/run-next-schedule.ts";
import { scheduleQueue } from "../../../../service/features/reporting/schedules/sql.ts";
import { listFaults } from "../../../../service/features/today/faults-sql.ts";
import { createMailer } from "../../../../service/floor/mail/mailer.ts";
import { createTurns } from "../../../../service/floor/queues/take-turns.ts";
import { createLog } from "../../../../service/log.ts";
import { insertViews } from "../../../edges/dashboard/reports/support.ts";
import { announceAll } from "../../../support/announce-all.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { errorOf } from "../../../support/error-of.ts";
import { startMailServer } from "../../../support/mail-server.ts";
import { readMail } from "../../../support/read-mail.ts";
import { testSeal } from "../../../support/seal.ts";
import { sendMails } from "../../../support/send-mails.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { processNextExport } from "../exports/process-next-export.ts";

const actor = { type: "operator", id: null } as const;
const never = new AbortController().signal;
/** More jobs than any of these tests queues. */
const jobsMax = 20;

const { service, atEnd } = serviceScene();
const mailServer = given(() => startMailServer());
let agencyId: number;
let releaseId: number;
const mailer = given(async () =>
  createMailer({ smtpUrl: mailServer.url, mailFrom: "Dienst <dienst@nordlicht.example>" }),
);
const renderer = given(async () => createRenderPool());
beforeEach(async () => {
  ({ agencyId } = await createTestAgency(service.sql));
  releaseId = (await createTestRelease(service.sql, agencyId)).pressReleaseId;
  await insertViews(service.sql, agencyId, releaseId);
  await service.sql`delete from mail`;
  mailServer.received.length = 0;
});
atEnd(async () => {
  mailer.close();
  await renderer.close();
  await mailServer.stop();
});

test("a schedule of three formats makes one report, a file of each, and one mail with all of them", async () => {
  const { id } = await create(["json", "pdf", "csv", "pdf"], ["anna@mueller.example"]);
  expect(await findSchedule(service.sql, agencyId, { id, clientIds: null })).toMatchObject({
    format: "pdf",
    formats: ["pdf", "csv", "json"],
  });
  await makeFiles();
  const [report] = await reports();
  expect(await reports()).toHaveLength(1);
  expect([...(await jobs())]).toEqual(
    ["csv", "json", "pdf"].map((format) => ({ format, status: "completed", reportId: report?.id })),
  );
  await sendDue();
  expect(mailServer.received).toHaveLength(1);
  const { source = "" } = mailServer.received[0] ?? {};
  expect(readMail(source)).toContain("Der ganze Bericht hängt als PDF, CSV und JSON an.");
  const names = [...source.matchAll(/filename=(\S+?)[;\r\n]/g)].map(([, name = ""]) =>
    name.split(".").at(-1),
  );
  expect(names).toEqual(["pdf", "csv", "json"]);
  await makeFiles();
  expect([(await reports()).length, (await jobs()).length]).toEqual([2, 6]);
});

test("a report full of zeros goes to nobody by itself, and stands on Heute until a person sends it", async () => {
  await service.sql`delete from hit_day where agency_id = ${agencyId}`;
  await create(["pdf"], ["anna@mueller.example"]);
  await makeFiles();
  await sendDue();
  expect(mailServer.received).toHaveLength(0);
  const [report] = await reports();
  const heldReports = async () => {
    const faults = await listFaults(service.sql, agencyId, { clientIds: null, canMail: true });
    return faults.filter(({ kind }) => kind === "zeros").map(({ id }) => id);
  };
  expect(await heldReports()).toEqual([report?.id]);
  const input = { reportId: String(report?.id), recipients: ["anna@mueller.example"], actor };
  await sendReport(service.sql, agencyId, { ...input, acceptZeros: true });
  expect(await heldReports()).toEqual([]);
  await sendDue();
  expect(mailServer.received).toHaveLength(1);
});

test("an attempt that fails after the report was frozen makes no second report and queues no file twice", async () => {
  await create(["pdf", "csv"], ["anna@mueller.example"]);
  const broken: RenderPool = {
    ...renderer,
    render: () => {
      throw new Error("the disk is full");
    },
  };
  await makeFiles({ renderer: broken });
  expect([(await reports()).length, (await jobs()).length]).toEqual([1, 2]);
  await service.sql`update export_job set due_at = now() - interval '1 second' where agency_id = ${agencyId} and due_at is not null`;
  await drainExports();
  expect((await jobs()).map(({ format, status }) => [format, status])).toEqual([
    ["csv", "completed"],
    ["pdf", "completed"],
  ]);
  expect(await reports()).toHaveLength(1);
  await sendDue();
  expect(mailServer.received).toHaveLength(1);
});

test("a schedule that a program of before wrote makes its one file, and a mail with the PDF and that file", async () => {
  const id = crypto.randomUUID();
  await service.sql`
    insert into report_schedule (
      agency_id, id, scope_type, scope_id, format, days, rhythm, on_day, at_time, recipients, next_run_at
    )
    values (
      ${agencyId}, ${id}, 'article', ${String(releaseId)}, 'csv', 7, 'weekly', 1, '07:00', '{anna@mueller.example}', now()
    )
  `;
  expect(await findSchedule(service.sql, agencyId, { id, clientIds: null })).toMatchObject({
    format: "csv",
    formats: ["csv"],
  });
  await makeFiles();
  expect((await jobs()).map(({ format, status }) => [format, status])).toEqual([["csv", "completed"]]);
  await sendDue();
  expect(readMail(mailServer.received[0]?.source ?? "")).toContain("hängt als PDF und CSV an.");
});

test("no format and an unknown one are refused with the field, and programs of before read the first", async () => {
  for (const formats of [[], ["pdf", "docx"]]) {
    expect(await errorOf(create(formats))).toMatchObject({
      code: "invalid_parameters",
      details: { fieldErrors: { formats: [expect.any(String)] } },
    });
  }
  await create(["json", "csv"]);
  const [row] = await service.sql`select format from report_schedule where agency_id = ${agencyId}`;
  expect(row).toEqual({ format: "csv" });
});

const create = (formats: string[], recipients: string[] = []) =>
  createSchedule(service.sql, agencyId, {
    scopeType: "article",
    scopeId: String(releaseId),
    formats,
    days: 7,
    rhythm: "weekly",
    onDay: 1,
    atTime: "07:00",
    recipients,
  });

async function makeFiles(more: { renderer?: RenderPool } = {}): Promise<void> {
  await service.sql`update report_schedule set next_run_at = now() - interval '1 second' where agency_id = ${agencyId}`;
  await announceAll(service.sql);
  const turns = createTurns(service.sql, scheduleQueue);
  while ((await turns.take((id) => runNextSchedule(service.sql, id))) !== null);
  await drainExports(more);
}

async function drainExports(more: { renderer?: RenderPool } = {}): Promise<void> {
  const deps = {
    sql: service.sql,
    log: createLog("silent", () => {}),
    artifactStore: createDatabaseArtifactStore(service.sql),
    renderer,
    seal: await testSeal(),
    publicUrl: service.url,
    onFrozen: queueScheduledFiles,
    onCompleted: mailScheduledReport,
    ...more,
  };
  await announceAll(service.sql);
  for (let jobs = 0; jobs < jobsMax && (await processNextExport(deps, never)); jobs += 1)
    await announceAll(service.sql);
}

async function sendDue(): Promise<void> {
  await announceAll(service.sql);
  const { sql, url: publicUrl } = service;
  await sendMails(sql, mailer, [reportMailWriter({ sql, renderer, seal: await testSeal(), publicUrl })]);
}

const jobs = () => service.sql<{ format: string; status: string; reportId: string }[]>`
  select format, status, report_id as "reportId"
  from export_job
  where agency_id = ${agencyId}
  order by format
`;
const reports = () => service.sql`select id from publication_report where agency_id = ${agencyId}`;
