import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { updateAgency } from "../../../../service/features/agencies/settings/update-agency.ts";
import { createRenderPool } from "../../../../service/features/reporting/exports/render-pool.ts";
import { reportMailWriter } from "../../../../service/features/reporting/mails/report-mail.ts";
import { sendReport } from "../../../../service/features/reporting/mails/send-report.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { createSchedule } from "../../../../service/features/reporting/schedules/create-schedule.ts";
import { mailScheduledReport } from "../../../../service/features/reporting/schedules/mail-scheduled-report.ts";
import { createMailer } from "../../../../service/floor/mail/mailer.ts";
import { insertViews } from "../../../edges/dashboard/reports/support.ts";
import { createDashboardUser } from "../../../edges/dashboard/support.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { errorOf, thrownBy } from "../../../support/error-of.ts";
import { startMailServer } from "../../../support/mail-server.ts";
import { testSeal } from "../../../support/seal.ts";
import { makeMailsDue, sendMails } from "../../../support/send-mails.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";

const actor = { type: "operator", id: null } as const;
const renderer = createRenderPool();

const { service, atEnd, agency } = serviceScene();
const mailServer = given(() => startMailServer());
let report: PublicationReport;
const logged: string[] = [];

const mailer = given(async () =>
  createMailer({ smtpUrl: mailServer.url, mailFrom: "Dienst <dienst@nordlicht.example>" }),
);

beforeAll(async () => {
  const { pressReleaseId } = await createTestRelease(service.sql, agency.agencyId);
  await insertViews(service.sql, agency.agencyId, pressReleaseId);
  report = await createPublicationReport(service.sql, agency.agencyId, {
    scopeType: "article",
    scopeId: pressReleaseId,
    createdBy: "operator",
    seal: await testSeal(),
    comment: "Gut **gelaufen**. <script>alert(1)</script>",
  });
});
beforeEach(async () => {
  await service.sql`delete from report_link`;
  await service.sql`delete from mail`;
  mailServer.received.length = 0;
  mailServer.answer = null;
  logged.length = 0;
});
atEnd(async () => {
  mailer.close();
  await renderer.close();
  await mailServer.stop();
});

describe("a report by mail", () => {
  test("asks first where no headline figure is above zero, and goes out once that is accepted", async () => {
    const { pressReleaseId } = await createTestRelease(service.sql, agency.agencyId);
    const empty = await createPublicationReport(service.sql, agency.agencyId, {
      scopeType: "article",
      scopeId: pressReleaseId,
      createdBy: "operator",
      seal: await testSeal(),
    });
    const refused = send({ reportId: empty.id });
    expect(await errorOf(refused)).toMatchObject({ code: "confirmation_required" });
    expect(await states()).toEqual([]);
    expect(await send({ reportId: empty.id, acceptZeros: true })).toEqual({ queued: 2 });
    const owner = await createDashboardUser(service, agency.agencyId);
    const path = `/app/berichte/${empty.id}/senden`;
    expect(await (await owner.get(path)).text()).toContain('name="acceptZeros"');
    const fields = { recipients: "anna@mueller.example", message: "Bleibt stehen" };
    const asked = await owner.post(path, fields);
    const text = await asked.text();
    expect([asked.status, /nur Nullen/.test(text), text.includes("Bleibt stehen")]).toEqual([
      400,
      true,
      true,
    ]);
    // The refusal names the box in the form's own words.
    expect(text.split("Auch mit lauter Nullen verschicken").length).toBe(3);
    expect((await owner.post(path, { ...fields, acceptZeros: "on" })).status).toBe(303);
    const counted = await owner.get(`/app/berichte/${report.id}/senden`);
    expect(await counted.text()).not.toContain('name="acceptZeros"');
  });

  test("goes to each recipient once, with three figures, the comment, the PDF and the sender's address", async () => {
    await updateAgency(service.sql, agency.agencyId, { update: { senderName: "Team Nordlicht" }, actor });
    const twice = ["anna@mueller.example", "ANNA@mueller.example", "bernd@mueller.example"];
    expect(
      await send({
        recipients: twice,
        message: "Guten Tag,\nanbei <b>Ihr</b> Bericht.",
        replyTo: "eva@nordlicht.example",
      }),
    ).toEqual({ queued: 2 });
    await sendAll();
    await sendAll();
    expect(mailServer.received.flatMap(({ to }) => to).toSorted()).toEqual([
      "ANNA@mueller.example",
      "bernd@mueller.example",
    ]);
    const source = mailServer.received[0]?.source ?? "";
    expect(source).toMatch(/^From: Team Nordlicht <dienst@nordlicht\.example>/m);
    expect(source).toMatch(/^Reply-To: .*<eva@nordlicht\.example>/m);
    expect(source).toContain("Content-Type: application/pdf");
    expect(source).toContain("JVBERi0");
    const text = decode(source);
    for (const words of [
      "Aufrufe: 465.",
      "Besucher: 30.",
      "Interaktionen: ",
      "Gut gelaufen.",
      report.id,
      report.integrity.contentHash,
    ])
      expect(text).toContain(words);
    expect(text).toContain("anbei &lt;b&gt;Ihr&lt;/b&gt; Bericht.");
    expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(text).toContain("prefers-color-scheme:dark");
    expect(await states()).toEqual(["sent", "sent"]);
  });

  test("waits while the server is away and is sent when it is back, one mail each", async () => {
    await send();
    await mailServer.goDown();
    for (let tries = 0; tries < 3; tries += 1) await sendAll();
    expect(await states()).toEqual(["waiting", "waiting"]);
    await mailServer.comeBack();
    await sendAll();
    await sendAll();
    expect(mailServer.received).toHaveLength(2);
    expect(await states()).toEqual(["sent", "sent"]);
    expect(logged.join("\n")).not.toContain("mueller.example");
  });

  test("is not tried again where the server refuses the recipient", async () => {
    mailServer.answer = { at: "recipient", code: 550 };
    await send({ recipients: ["anna@mueller.example"] });
    await sendAll();
    mailServer.answer = null;
    await sendAll();
    expect(mailServer.received).toEqual([]);
    expect(await states()).toEqual(["failed"]);
  });

  test("pauses longer after each failure", async () => {
    await send({ recipients: ["anna@mueller.example"] });
    mailServer.answer = { at: "data", code: 451 };
    const pauses: number[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      await sendAll();
      const [row] = await service.sql<{ pause: number }[]>`
        select round(extract(epoch from due_at - now()))::integer as pause from mail
      `;
      pauses.push(row?.pause ?? 0);
    }
    for (const [index, wanted] of [30, 60, 120].entries())
      expect(Math.abs((pauses[index] ?? 0) - wanted)).toBeLessThanOrEqual(5);
  });

  test("carries a link instead of a file that is too large; another attempt takes the earlier link back", async () => {
    await send({ recipients: ["anna@mueller.example"] });
    mailServer.answer = { at: "data", code: 451 };
    await sendAll({ attachmentBytesMax: 1 });
    mailServer.answer = null;
    await sendAll({ attachmentBytesMax: 1 });
    const text = decode(mailServer.received[0]?.source ?? "");
    expect(text).not.toContain("application/pdf");
    const url = new RegExp(`${service.url}/berichte/[\\w-]{43}`).exec(text)?.[0] ?? "";
    expect((await fetch(url)).status).toBe(200);
    const links = await service.sql<{ isOpen: boolean }[]>`
      select revoked_at is null as "isOpen" from report_link order by id
    `;
    expect(links.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });

  test("names what is wrong with recipients, message and address, and refuses another agency's report", async () => {
    const wrong = await send({
      recipients: ["keine"],
      message: "x".repeat(2_001),
      replyTo: "a@b.example\nBcc: c@d.example",
    }).catch((error: unknown) => error);
    expect(wrong).toMatchObject({ code: "validation_error" });
    expect(Object.keys(Reflect.get(Object(wrong), "details").fieldErrors)).toEqual([
      "recipients",
      "message",
      "replyTo",
    ]);
    const many = (count: number) => Array.from({ length: count }, (_, index) => `r${index}@mueller.example`);
    expect(await send({ recipients: many(20) })).toEqual({ queued: 20 });
    for (const recipients of [[], many(21)])
      expect(await errorOf(send({ recipients }))).toMatchObject({ code: "validation_error" });
    const { agencyId: stranger } = await createTestAgency(service.sql);
    const foreign = sendReport(service.sql, stranger, {
      reportId: report.id,
      recipients: ["a@b.example"],
      actor,
    });
    expect(await errorOf(foreign)).toMatchObject({ code: "not_found" });
  });
});

describe("a schedule's recipients", () => {
  test("get the report when it is made, with the transaction that completes its file", async () => {
    const { id } = await schedule(["anna@mueller.example", "bernd@mueller.example"]);
    const completed = { reportId: report.id, createdBy: `schedule:${id}` };
    const undone = service.sql.begin(async (transaction) => {
      await mailScheduledReport(transaction, agency.agencyId, completed);
      throw new Error("undone");
    });
    expect(await thrownBy(undone)).toThrow("undone");
    expect(await states()).toEqual([]);
    await service.sql.begin((transaction) => mailScheduledReport(transaction, agency.agencyId, completed));
    await service.sql.begin((transaction) =>
      mailScheduledReport(transaction, agency.agencyId, { reportId: report.id, createdBy: "api_key:1" }),
    );
    await sendAll();
    expect([await states(), logged]).toEqual([["sent", "sent"], []]);
    expect(mailServer.received.flatMap(({ to }) => to).toSorted()).toEqual([
      "anna@mueller.example",
      "bernd@mueller.example",
    ]);
  });

  test("are mail addresses, 20 at most", async () => {
    expect(await errorOf(schedule(["nein"]))).toMatchObject({
      details: { fieldErrors: { recipients: [expect.any(String)] } },
    });
    const addresses = Array.from({ length: 21 }, (_, index) => `r${index}@b.example`);
    const { id } = await schedule(addresses.slice(1));
    const [row] = await service.sql`select recipients from report_schedule where id = ${id}`;
    expect(row?.recipients).toEqual(addresses.slice(1));
    expect(await errorOf(schedule(addresses))).toMatchObject({
      code: "invalid_parameters",
      details: { fieldErrors: { recipients: [expect.stringContaining("20")] } },
    });
  });

  const schedule = (recipients: string[]) =>
    createSchedule(service.sql, agency.agencyId, {
      scopeType: "article",
      scopeId: report.scope.id,
      formats: ["csv"],
      days: 7,
      rhythm: "weekly",
      onDay: 1,
      atTime: "07:00",
      recipients,
    });
});

const send = (more: object = {}) =>
  sendReport(service.sql, agency.agencyId, {
    reportId: report.id,
    recipients: ["anna@mueller.example", "Bernd@Mueller.example"],
    actor,
    ...more,
  });

/** Sends what is due, as if the time of every pause had gone by. */
async function sendAll(more: { attachmentBytesMax?: number } = {}): Promise<void> {
  await makeMailsDue(service.sql);
  const { sql, url: publicUrl } = service;
  const writer = reportMailWriter({ sql, renderer, seal: await testSeal(), publicUrl, ...more });
  await sendMails(sql, mailer, [writer], { logged });
}

async function states(): Promise<string[]> {
  const rows = await service.sql<{ status: string }[]>`select status from mail order by recipient`;
  return rows.map(({ status }) => status);
}

function decode(source: string): string {
  const plain = source.replace(/=\r?\n/g, "");
  const bytes = plain.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}
