import { beforeEach, expect, test } from "bun:test";
import { addClientContact } from "../../../../service/features/clients/contacts.ts";
import {
  addDraft,
  dropDraft,
  orderDrafts,
  saveDraft,
} from "../../../../service/features/reporting/drafts/change-drafts.ts";
import { draftRetentionLoop } from "../../../../service/features/reporting/drafts/issue-drafts.ts";
import { sendReport } from "../../../../service/features/reporting/mails/send-report.ts";
import { keptPortfolio } from "../../../../service/features/reporting/portfolios/kept-portfolio.ts";
import { createSchedule } from "../../../../service/features/reporting/schedules/create-schedule.ts";
import { removeClientContactAndReader } from "../../../../service/features/reporting/schedules/remove-readers.ts";
import { runNextSchedule } from "../../../../service/features/reporting/schedules/run-next-schedule.ts";
import { listFaults } from "../../../../service/features/today/faults-sql.ts";
import { stampOf } from "../../../../service/floor/web/seen-stamp.ts";
import { databaseScene } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { errorOf } from "../../../support/error-of.ts";
import { createTestAgency } from "../../../support/service.ts";
import { createTestImport, insertSample, insertSearch } from "../../insights/support.ts";
import { actor, createWhose, draftCalls, never, period } from "./draft-calls.ts";

forEachDatabase((_name, open) => {
  const { sql } = databaseScene(open);
  let agencyId: number;
  let clientIds: number[];
  beforeEach(async () => {
    ({ agencyId, clientIds } = await createWhose(sql));
  });
  const { many, list, order, issue, rowsOf } = draftCalls(sql, () => ({ agencyId, clientIds }));

  test("an issued draft is one report with its comment, comparison, files and mails, however often it is ordered", async () => {
    await many();
    const drafts = await list();
    const draft = drafts.find(({ recipients }) => recipients.length > 0);
    if (draft === undefined) throw new Error("no draft");
    const recipients = ["anna@mueller.example", "b@c.example"];
    const seenStamp = stampOf({ comment: draft.comment, recipients: draft.recipients });
    const saved = { draftId: draft.id, comment: " Gut **gelaufen**. ", recipients, seenStamp };
    await saveDraft(sql, agencyId, saved, actor);
    expect(await order()).toBe(2);
    expect(await errorOf(order())).toMatchObject({ code: "not_found" });
    await Promise.all([issue(), issue()]);
    expect(await many()).toBe(0);
    const reports = await rowsOf("publication_report");
    expect(reports).toHaveLength(2);
    const after = (await list()).find(({ id }) => id === draft.id);
    const report = JSON.parse(String(reports.find(({ id }) => id === after?.reportId)?.content));
    expect(report).toMatchObject({
      createdBy: "operator",
      comment: "Gut **gelaufen**.",
      scope: { type: "portfolio", clientId: clientIds[0] },
      comparison: { kind: "previous_year", totals: { views: 0, uniqueVisitors: { value: 0 } } },
    });
    const mails = await rowsOf("mail");
    expect(mails.map(({ recipient }) => String(recipient)).toSorted()).toEqual(recipients);
    expect(mails[0]?.details).toMatchObject({ replyTo: "ich@agentur.example", formats: ["pdf"] });
    expect(await rowsOf("export_job")).toHaveLength(2);
    const late = saveDraft(sql, agencyId, { ...saved, comment: "Zu spät" }, actor);
    expect(await errorOf(late)).toMatchObject({ code: "not_found" });
    expect(await errorOf(dropDraft(sql, agencyId, draft.id, actor))).toMatchObject({ code: "not_found" });
  });

  test("people send 200 mails a day, those of drafts that are being issued counted: a part goes, and the rest waits", async () => {
    const person = { type: "person", id: crypto.randomUUID(), sessionId: crypto.randomUUID() } as const;
    const readers = (count: number) => Array.from({ length: count }, (_, index) => `wer-${index}@k.example`);
    const scope = await keptPortfolio(sql, agencyId, clientIds[0] ?? 0);
    const add = async (recipients: string[]) =>
      addDraft(
        sql,
        agencyId,
        { scope, period, comparison: null, formats: ["pdf"], recipients, isOrdered: false },
        actor,
      );
    for (let drafts = 0; drafts < 11; drafts += 1) await add(readers(20));
    await add([]);
    const waiting = async () =>
      (await list()).filter(({ isOrdered, reportId }) => !isOrdered && reportId === null);
    const send = async () => {
      const draftIds = (await waiting()).map(({ id }) => id);
      return await orderDrafts(sql, agencyId, { draftIds, replyTo: null }, person);
    };
    expect(await send()).toBe(11);
    const [last, ...others] = await waiting();
    expect([last?.recipients.length, others]).toEqual([20, []]);
    expect(await errorOf(send())).toMatchObject({
      code: "validation_error",
      message: expect.stringContaining("0 are"),
    });
    await issue();
    expect(await rowsOf("mail")).toHaveLength(200);
    expect(await errorOf(send())).toMatchObject({ code: "validation_error" });
    expect(await order()).toBe(1);
  });

  test("an issued draft goes 30 days after it was issued, however long it waited before", async () => {
    await many();
    const [first] = await list();
    await sql`update report_draft set created_at = now() - interval '90 days' where agency_id = ${agencyId}`;
    await order([first?.id ?? ""]);
    await issue();
    // The same form once more on the same day, in the year that runs.
    expect(await many()).toBe(0);
    const retention = draftRetentionLoop(sql);
    await retention.run(never);
    expect(await list()).toHaveLength(2);
    const issuedBefore = (days: number) =>
      sql`update report_draft set issued_at = now() - ${days} * interval '1 day' where agency_id = ${agencyId}`;
    await issuedBefore(29);
    await retention.run(never);
    expect(await list()).toHaveLength(2);
    await issuedBefore(31);
    await retention.run(never);
    expect((await list()).map(({ reportId }) => reportId)).toEqual([null]);
  });

  test("two contacts with one address get one mail, however it is written", async () => {
    const [clientId = 0] = clientIds;
    await addClientContact(sql, agencyId, { clientId, name: "Büro", email: "Anna@Mueller.example" }, actor);
    await many();
    await order();
    await issue();
    expect(await rowsOf("mail")).toHaveLength(1);
  });

  test("who leaves while a report is being made does not get it", async () => {
    await many();
    const drafts = await list();
    const draft = drafts.find(({ recipients }) => recipients.length > 0);
    const recipients = ["anna@mueller.example", "b@c.example"];
    await saveDraft(sql, agencyId, { draftId: draft?.id ?? "", comment: null, recipients }, actor);
    const [anna] = await sql`select id from client_contact where agency_id = ${agencyId}`;
    await order([draft?.id ?? ""]);
    await issue(async () => {
      await removeClientContactAndReader(sql, agencyId, String(anna?.id), actor);
      return sql;
    });
    expect((await rowsOf("mail")).map(({ recipient }) => recipient)).toEqual(["b@c.example"]);
  });

  test("a report full of zeros is issued and goes to nobody by itself", async () => {
    await sql`delete from hit_day where agency_id = ${agencyId}`;
    await many();
    await order();
    await issue();
    expect(await rowsOf("mail")).toHaveLength(0);
    expect(new Set((await list()).map(({ error }) => error))).toEqual(new Set([null, "only_zeros"]));
  });

  test("a report with conversions, mentions in AI answers or clicks from a search alone is not full of zeros", async () => {
    await sql`delete from hit_day where agency_id = ${agencyId}`;
    const [release] = await sql`
      select id from release where agency_id = ${agencyId} and client_id = ${clientIds[0] ?? 0}`;
    const release_id = Number(release?.id);
    const import_id = await createTestImport(sql, agencyId);
    const imported = { release_id, import_id };
    for (const [of, add, table] of [
      [
        "conversions",
        () => sql`
          insert into conversion (agency_id, event_id, id, release_id, kind, occurred_at)
          values (${agencyId}, 'eins', gen_random_uuid(), ${release_id}, 'lead', now())
        `,
        "conversion",
      ],
      ["AI answers", () => insertSample(sql, agencyId, imported), "ai_visibility_run"],
      ["searches", () => insertSearch(sql, agencyId, imported), "search_visibility"],
    ] as const) {
      await add();
      await many();
      await order();
      await issue();
      expect([of, (await rowsOf("mail")).length]).toEqual([of, 1]);
      for (const each of [table, "mail", "report_draft"])
        await sql`delete from ${sql(each)} where agency_id = ${agencyId}`;
    }
  });

  test("what a schedule issues full of zeros stands on Heute for seven days, until a person sends it", async () => {
    await sql`delete from hit_day where agency_id = ${agencyId}`;
    const scope = await keptPortfolio(sql, agencyId, clientIds[0] ?? 0);
    const asked = { scopeType: scope.type, scopeId: scope.id, formats: ["pdf"] as const, days: 30 };
    const rhythm = { rhythm: "monthly", onDay: 3, atTime: "08:00", period: "month" } as const;
    await createSchedule(sql, agencyId, { ...asked, ...rhythm, recipients: ["anna@mueller.example"] });
    await sql`update report_schedule set next_run_at = now() - interval '1 second' where agency_id = ${agencyId}`;
    await runNextSchedule(sql, agencyId);
    await issue();
    const [draft] = await list();
    const reportId = draft?.reportId ?? "";
    expect(draft).toMatchObject({ error: "only_zeros" });
    const held = async (of = agencyId, seen: number[] | null = null) =>
      (await listFaults(sql, of, { clientIds: seen, canMail: true }))
        .filter(({ kind }) => kind === "zeros")
        .map(({ id }) => id);
    const issuedAgo = (ago: string) => sql`
      update report_draft set issued_at = now() - ${ago}::interval where agency_id = ${agencyId}`;
    await issuedAgo("6 days 23 hours");
    expect(await held()).toEqual([reportId]);
    expect(await held(agencyId, [clientIds[1] ?? 0])).toEqual([]);
    expect(await held((await createTestAgency(sql)).agencyId)).toEqual([]);
    await issuedAgo("7 days 1 second");
    expect(await held()).toEqual([]);
    await issuedAgo("1 day");
    const sending = { reportId, recipients: ["anna@mueller.example"], actor, acceptZeros: true };
    await sendReport(sql, agencyId, sending);
    expect(await held()).toEqual([]);
  });

  test("what can't be issued waits again with the reason", async () => {
    const scope = await keptPortfolio(sql, agencyId, clientIds[0] ?? 0);
    const draft = {
      scope,
      period,
      comparison: null,
      formats: ["pdf" as const],
      recipients: [],
      isOrdered: true,
    };
    const id = await addDraft(sql, agencyId, draft, actor);
    await sql`delete from portfolio where agency_id = ${agencyId}`;
    await issue();
    expect(await list()).toEqual([
      expect.objectContaining({
        id,
        error: "scope_not_found",
        isOrdered: false,
        reportId: null,
        title: null,
      }),
    ]);
  });
});
