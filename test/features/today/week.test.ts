import { describe, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { decideApproval } from "../../../service/features/workflow/approvals/decide-approval.ts";
import { updateDraft } from "../../../service/features/workflow/drafts/update-draft.ts";
import { archiveRelease } from "../../../service/features/workflow/releases/archive-release.ts";
import { publishRelease } from "../../../service/features/workflow/releases/publish-release.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency, createTestRelease, serviceKinds } from "../../support/service.ts";
import { context, createApproved, createRequested, createWorkshop } from "../../support/workflow.ts";
import { type Columns, createTestImport, insertMention } from "../insights/support.ts";
import { todayReader } from "./support.ts";

const dayMs = 86_400_000;

describe.each(serviceKinds)("what needs a person today, on the %s database", (kind) => {
  const { service } = serviceScene(kind);

  const read = todayReader(service);

  test("this week beside the last: views, clippings and approvals of the person's clients", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId, clientId } = workshop;
    const draftId = await createApproved(service.sql, workshop);
    const input = { draftId, approvedVersion: 1, maxCredits: 1 };
    const { pressReleaseId } = await publishRelease(service.sql, agencyId, input, context);
    await service.sql`
      insert into hit_day (
        agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
        scroll_25, scroll_50, scroll_75, scroll_100
      )
      select ${agencyId}, ${pressReleaseId}, date_trunc('week', now() at time zone 'Europe/Berlin')::date + ahead,
        class, requests, 1, 1, 0, 0, 0, 0, 0, 0, 0
      from (values (0, 0, 5), (-1, 0, 7), (-7, 0, 9), (-8, 0, 100), (0, 1, 100)) as counted (ahead, class, requests)`;
    const { week } = await read(agencyId);
    expect(week).toEqual({
      views: { thisWeek: 5, lastWeek: 16 },
      clippings: { thisWeek: 0, lastWeek: 0 },
      approvals: { thisWeek: 1, lastWeek: 0 },
      lostHits: [],
      isCut: false,
    });
    const others = (await read(agencyId, { clientIds: [clientId + 1] })).week;
    expect([others.views.thisWeek, others.approvals.thisWeek]).toEqual([0, 0]);
    // As in all other figures, what was read is not unread by archiving it.
    await archiveRelease(service.sql, agencyId, { pressReleaseId, actor: context.actor });
    expect((await read(agencyId)).week).toEqual(week);
    expect((await read(agencyId, { clientIds: [clientId + 1] })).week.views.thisWeek).toBe(0);
  });

  test("an approval of last week still counts when its text is changed, and an answer or a request that was none does not", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId } = workshop;
    const approved = await createApproved(service.sql, workshop);
    const { draftId: answered, token } = await createRequested(service.sql, workshop);
    await decideApproval(service.sql, token, { status: "changes_requested", comment: "Kürzer" });
    const { draftId: open } = await createRequested(service.sql, workshop);
    await service.sql`
      update approval set decided_at = now() - interval '7 days' where agency_id = ${agencyId} and decided_at is not null`;
    const approvals = async () => (await read(agencyId)).week.approvals;
    expect(await approvals()).toEqual({ thisWeek: 0, lastWeek: 1 });
    for (const draftId of [approved, answered, open]) {
      const change = { draftId, expectedVersion: 1, title: "Anderer Titel" };
      await updateDraft(service.sql, agencyId, change, context);
    }
    expect(await approvals()).toEqual({ thisWeek: 0, lastWeek: 1 });
  });

  test("clippings of the week are those of the person's clients that count, with a release or without one", async () => {
    const { sql } = service;
    const { agencyId } = await createTestAgency(sql);
    const { clientId, pressReleaseId } = await createTestRelease(sql, agencyId);
    const other = await createTestRelease(sql, agencyId, { clientName: "Anders" });
    const insert = (columns: Columns) => insertMention(sql, agencyId, { client_id: clientId, ...columns });
    const halfStored = await createTestImport(sql, agencyId);
    await sql`
      update insight_import set state = 'storing', lease_until = now() + interval '1 minute'
      where agency_id = ${agencyId} and id = ${halfStored}`;
    await insert({ release_id: pressReleaseId });
    await insert({});
    await insert({ state: "rejected" });
    await insert({ merged_into: uuidv7() });
    await insert({ published_at: new Date(Date.now() + dayMs) });
    await insert({ published_at: new Date(Date.now() - 14 * dayMs) });
    // Rows of a file that is being stored don't count yet, those that it replaces still do.
    await insert({ release_id: pressReleaseId, import_id: halfStored });
    await insert({ import_id: halfStored });
    await insert({ release_id: pressReleaseId, superseded_by: halfStored });
    await insert({ client_id: other.clientId });
    await insert({ client_id: other.clientId, release_id: other.pressReleaseId });
    // A paper that breaks an embargo.
    const early = await createTestRelease(sql, agencyId, { clientName: "Anders", title: "Vorab" });
    await sql`update release set status = 'scheduled' where agency_id = ${agencyId} and id = ${early.pressReleaseId}`;
    await insert({ client_id: early.clientId, release_id: early.pressReleaseId });
    const clippings = async (clientIds: readonly number[] | null) =>
      (await read(agencyId, { clientIds })).week.clippings.thisWeek;
    expect([await clippings(null), await clippings([clientId]), await clippings([other.clientId])]).toEqual([
      6, 3, 2,
    ]);
    expect(await clippings([early.clientId])).toBe(1);
    expect([await clippings([]), await clippings([clientId + other.clientId])]).toEqual([0, 0]);
    const foreign = await createTestAgency(sql);
    expect((await read(foreign.agencyId)).week.clippings.thisWeek).toBe(0);
  });
});
