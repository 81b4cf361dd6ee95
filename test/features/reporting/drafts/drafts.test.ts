import { beforeEach, expect, test } from "bun:test";
import {
  addDraft,
  draftForClients,
  dropDraft,
  orderDrafts,
  saveDraft,
} from "../../../../service/features/reporting/drafts/change-drafts.ts";
import { listDrafts } from "../../../../service/features/reporting/drafts/list-drafts.ts";
import { draftsAtOnceMax } from "../../../../service/features/reporting/drafts/sql.ts";
import { keptPortfolio } from "../../../../service/features/reporting/portfolios/kept-portfolio.ts";
import { createSchedule } from "../../../../service/features/reporting/schedules/create-schedule.ts";
import { runNextSchedule } from "../../../../service/features/reporting/schedules/run-next-schedule.ts";
import { stampOf } from "../../../../service/floor/web/seen-stamp.ts";
import { databaseScene } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { errorOf } from "../../../support/error-of.ts";
import { createTestAgency } from "../../../support/service.ts";
import { actor, createWhose, draftCalls, period } from "./draft-calls.ts";

forEachDatabase((_name, open) => {
  const { sql } = databaseScene(open);
  let agencyId: number;
  let clientIds: number[];
  beforeEach(async () => {
    ({ agencyId, clientIds } = await createWhose(sql));
  });
  const { many, list, rowsOf } = draftCalls(sql, () => ({ agencyId, clientIds }));

  test("one act makes a draft for each client, for its contacts, and no report; the same again makes none", async () => {
    expect(await many()).toBe(2);
    expect(await many()).toBe(0);
    const drafts = await list();
    expect(drafts.flatMap(({ recipients }) => recipients)).toEqual(["anna@mueller.example"]);
    expect(new Set(drafts.map((draft) => draft.period))).toEqual(new Set([period]));
    for (const table of ["publication_report", "report_chain", "mail", "webhook_message", "export_job"])
      expect([table, (await rowsOf(table)).length]).toEqual([table, 0]);
  });

  test("two who make them at once make each once, and so does a schedule beside a person", async () => {
    const scope = await keptPortfolio(sql, agencyId, clientIds[0] ?? 0);
    for (let times = 0; times < 3; times += 1) {
      const counts = await Promise.all([many(), many(), many()]);
      expect(counts.toSorted((one, other) => one - other)).toEqual([0, 0, 2]);
      await sql`delete from report_draft where agency_id = ${agencyId}`;
      const asked = { scopeType: scope.type, scopeId: scope.id, formats: ["pdf"] as const, days: 30 };
      const rhythm = { rhythm: "monthly", onDay: 3, atTime: "08:00", period: "month" } as const;
      const { id } = await createSchedule(sql, agencyId, { ...asked, ...rhythm, recipients: [] });
      await sql`
        update report_schedule set next_run_at = '2026-07-03 08:00+02' where agency_id = ${agencyId} and id = ${id}`;
      const person = () => many({ period: "2026-06" });
      await Promise.all([person(), runNextSchedule(sql, agencyId), person()]);
      const about = (await list()).filter(({ scopeId }) => scopeId === scope.id);
      expect(about.map(({ period: of }) => of)).toEqual(["2026-06"]);
      await sql`delete from report_draft where agency_id = ${agencyId}`;
    }
  });

  test("of two who write at once the second is told what the first has saved, and overwrites it when they say so", async () => {
    const scope = await keptPortfolio(sql, agencyId, clientIds[0] ?? 0);
    const asked = { period, comparison: null, formats: ["pdf" as const], recipients: [], isOrdered: false };
    const draftId = await addDraft(sql, agencyId, { scope, ...asked }, actor);
    const stampNow = async () => {
      const { comment = null, recipients = [] } = (await list()).find(({ id }) => id === draftId) ?? {};
      return stampOf({ comment, recipients });
    };
    const seenStamp = await stampNow();
    const first = { draftId, comment: "Von Anna", recipients: ["a@k.example"], seenStamp };
    await saveDraft(sql, agencyId, first, actor);
    // A double click.
    await saveDraft(sql, agencyId, first, actor);
    const second = { draftId, comment: "Von Bert", recipients: ["a@k.example"], seenStamp };
    expect(await errorOf(saveDraft(sql, agencyId, second, actor))).toMatchObject({
      code: "version_conflict",
      details: { fieldErrors: { comment: ["Inzwischen gespeichert: „Von Anna“"] } },
    });
    const noReader = { ...second, comment: "Von Anna", recipients: [] };
    expect(await errorOf(saveDraft(sql, agencyId, noReader, actor))).toMatchObject({
      details: { fieldErrors: { recipients: ["Inzwischen gespeichert: „a@k.example“"] } },
    });
    expect((await list()).map(({ comment }) => comment)).toContain("Von Anna");
    await saveDraft(sql, agencyId, { ...second, seenStamp: await stampNow() }, actor);
    expect((await list()).map(({ comment }) => comment)).toContain("Von Bert");
    const log = await sql`
      select details, actor_type from audit where agency_id = ${agencyId} and action = 'report_draft.changed'`;
    expect([...log]).toEqual(Array(2).fill({ details: { recipients: 1 }, actor_type: "operator" }));
  });

  test.each([
    ["2024-01-01..2024-12-31", "365 days or fewer"],
    ["2024", "a leap year"],
    ["2999-01", "what has begun"],
    ["first-7-days", "a single release"],
  ])("no draft is made over %s: a report is about %s", async (wrong) => {
    expect(await errorOf(many({ period: wrong }))).toMatchObject({ code: "validation_error" });
    const scope = await keptPortfolio(sql, agencyId, clientIds[0] ?? 0);
    const draft = { scope, period: wrong, comparison: null, recipients: [], isOrdered: false };
    const added = addDraft(sql, agencyId, { ...draft, formats: ["pdf"] }, actor);
    expect(await errorOf(added)).toMatchObject({ code: "validation_error" });
    expect(await list()).toEqual([]);
  });

  test("the longest draft has 365 days", async () => {
    expect(await many({ period: "2025-01-01..2025-12-31" })).toBe(2);
    expect(await errorOf(many({ period: "2025-01-01..2026-01-01" }))).toMatchObject({
      code: "validation_error",
    });
  });

  test("another agency's drafts are unknown, and its clients get none", async () => {
    await many();
    const [draft] = await list();
    const stranger = (await createTestAgency(sql)).agencyId;
    const draftId = draft?.id ?? "";
    for (const attempt of [
      () => saveDraft(sql, stranger, { draftId, comment: null, recipients: [] }, actor),
      () => orderDrafts(sql, stranger, { draftIds: [draftId], replyTo: null }, actor),
      () => dropDraft(sql, stranger, draftId, actor),
    ])
      expect(await errorOf(attempt())).toMatchObject({ code: "not_found" });
    const input = { clientIds, period, comparison: null, formats: ["pdf"] as const };
    expect(await draftForClients(sql, stranger, input, actor)).toBe(0);
    expect((await listDrafts(sql, stranger, { clientIds: null })).drafts).toEqual([]);
    expect((await listDrafts(sql, agencyId, { clientIds: [clientIds[1] ?? 0] })).drafts).toHaveLength(1);
  });

  test("what is wrong is refused: too many clients, no period, a wrong address, a comment that is too long", async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1_000_000);
    expect(await errorOf(many({ clientIds: ids(draftsAtOnceMax + 1) }))).toMatchObject({
      code: "validation_error",
    });
    expect(await many({ clientIds: ids(draftsAtOnceMax) })).toBe(0);
    expect(await errorOf(many({ clientIds: [] }))).toMatchObject({ code: "validation_error" });
    expect(await errorOf(many({ period: "irgendwann" }))).toMatchObject({ code: "validation_error" });
    await many();
    const [draft] = await list();
    const save = (more: object) =>
      saveDraft(sql, agencyId, { draftId: draft?.id ?? "", comment: null, recipients: [], ...more }, actor);
    expect(await errorOf(save({ recipients: ["keine"] }))).toMatchObject({ code: "validation_error" });
    expect(await errorOf(save({ comment: "x".repeat(4_001) }))).toMatchObject({ code: "validation_error" });
    await save({ comment: "x".repeat(4_000) });
  });
});
