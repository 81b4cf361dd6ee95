import { describe, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { setApprovalRule } from "../../../service/features/clients/approval-rule.ts";
import { addClientContact } from "../../../service/features/clients/contacts.ts";
import { setClientStatus } from "../../../service/features/clients/update-client.ts";
import { readToday } from "../../../service/features/today/read-today.ts";
import { decideApproval } from "../../../service/features/workflow/approvals/decide-approval.ts";
import { expireNextApproval } from "../../../service/features/workflow/approvals/expire-next-approval.ts";
import { sendApprovalRequest } from "../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../service/features/workflow/drafts/create-draft.ts";
import { updateDraft } from "../../../service/features/workflow/drafts/update-draft.ts";
import { publishRelease } from "../../../service/features/workflow/releases/publish-release.ts";
import { publishSoon } from "../../../service/features/workflow/releases/publish-soon.ts";
import { createDashboardUser } from "../../edges/dashboard/support.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency, serviceKinds, startTestService } from "../../support/service.ts";
import {
  context,
  createApproved,
  createRequested,
  createWorkshop,
  draftInput,
} from "../../support/workflow.ts";
import { todayReader } from "./support.ts";

const dayMs = 86_400_000;

describe.each(serviceKinds)("what needs a person today, on the %s database", (kind) => {
  const { service } = serviceScene(kind);

  const read = todayReader(service);

  test("open and answered approvals and scheduled releases, for all clients, for one, and for none", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId, clientId } = workshop;
    const open = await createRequested(service.sql, workshop);
    const answered = await createRequested(service.sql, workshop);
    await decideApproval(service.sql, answered.token, { status: "changes_requested", comment: "Kürzer" });
    const scheduled = await createApproved(service.sql, workshop);
    const publishAt = new Date(Date.now() + dayMs).toISOString();
    const input = { draftId: scheduled, approvedVersion: 1, maxCredits: 1, publishAt };
    await publishRelease(service.sql, agencyId, input, context);
    for (const clientIds of [null, [clientId]]) {
      const { work } = await read(agencyId, { clientIds });
      const of = (which: string) => work.filter((item) => item.kind === which).map(({ draftId }) => draftId);
      expect(of("open")).toEqual([open.draftId]);
      expect(of("changes")).toEqual([answered.draftId]);
      expect(of("scheduled")).toEqual([scheduled]);
    }
    expect((await read(agencyId, { clientIds: [clientId + 1] })).work).toEqual([]);
    const foreign = await createTestAgency(service.sql);
    expect((await read(foreign.agencyId)).work).toEqual([]);
  });

  test("an approved text waits for its publication, and is gone from there once it is planned", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId } = workshop;
    const draftId = await createApproved(service.sql, workshop);
    const [first] = (await read(agencyId)).work;
    expect(first).toMatchObject({
      kind: "approved",
      draftId,
      approverName: "Anna Müller",
      isCorrection: false,
    });
    const user = await createDashboardUser(service, agencyId);
    const page = await (await user.get("/app")).text();
    expect(page).toContain(`href="/app/meldungen/${draftId}/veroeffentlichen"`);
    expect(page).toContain(`href="/app/meldungen/${draftId}/veroeffentlichen?wann=termin"`);
    await publishSoon(service.sql, agencyId, { draftId, approvedVersion: 1, maxCredits: 1 }, context);
    expect((await read(agencyId)).work.map((item) => item.kind)).toEqual(["scheduled"]);
  });

  test("texts of an archived client are no work until it is back", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId, clientId } = workshop;
    await createRequested(service.sql, workshop);
    await createApproved(service.sql, workshop);
    const answered = await createRequested(service.sql, workshop);
    await decideApproval(service.sql, answered.token, { status: "changes_requested", comment: "Kürzer" });
    await createDraft(service.sql, agencyId, draftInput(clientId), {
      ...context,
      actor: { type: "api_key", id: workshop.keyId },
    });
    const mailFaults = async () =>
      (await read(agencyId, { canMail: false })).faults.filter((each) => each.kind === "mail").length;
    await service.sql`
      update mail set status = 'waiting', due_at = now() - interval '1 second', finished_at = null
      where agency_id = ${agencyId} and kind = 'approval_request'`;
    const kinds = async () => (await read(agencyId)).work.map((item): string => item.kind).sort();
    const all = ["agent", "approved", "changes", "open"];
    expect([await kinds(), await mailFaults()]).toEqual([all, 1]);
    const set = (status: "active" | "archived") =>
      setClientStatus(service.sql, agencyId, { clientId, status }, context.actor);
    await set("archived");
    expect([await kinds(), await mailFaults()]).toEqual([[], 0]);
    expect((await read(agencyId, { clientIds: [clientId] })).work).toEqual([]);
    await set("active");
    expect([await kinds(), await mailFaults()]).toEqual([all, 1]);
  });

  test("an overdue approval stands apart with the button that reminds", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId } = workshop;
    const [late, early] = [
      await createRequested(service.sql, workshop),
      await createRequested(service.sql, workshop),
    ];
    await service.sql`
      update approval set respond_by = now() - interval '1 hour' where agency_id = ${agencyId} and id = ${late.approvalId}`;
    expect((await read(agencyId)).work.map(({ draftId }) => draftId)).toEqual([late.draftId, early.draftId]);
    const user = await createDashboardUser(service, agencyId);
    const page = await (await user.get("/app")).text();
    const [overdue, waiting] = [page.indexOf("Freigabe überfällig"), page.indexOf("Wartet auf den Kunden")];
    expect(overdue).toBeGreaterThan(0);
    expect(waiting).toBeGreaterThan(overdue);
    expect(page.slice(overdue, waiting)).toContain(late.draftId);
    expect(page.slice(waiting)).toContain(early.draftId);
  });

  test.each([
    [19, false],
    [25, true],
  ])(
    "of %p open requests, eight of them overdue, it is said whether some are left out: %p",
    async (count, isCut) => {
      const workshop = await createWorkshop(service.sql);
      const { agencyId, clientId } = workshop;
      const { draftId } = await createRequested(service.sql, workshop);
      await service.sql`
      insert into draft (agency_id, id, client_id, status)
      select ${agencyId}, gen_random_uuid(), ${clientId}, 'in_approval' from generate_series(2, ${count})`;
      await service.sql`
      insert into draft_version (agency_id, draft_id, version, title, body_markdown, language, keywords, content_hash)
      select agency_id, id, 1, 'Entwurf', 'Text', 'de', '{}', decode(repeat('00', 32), 'hex')
      from draft where agency_id = ${agencyId} and id <> ${draftId}`;
      await service.sql`
      insert into approval (
        agency_id, id, draft_id, draft_version, content_hash, contact_id, contact_name, respond_by, expires_at
      )
      select
        ${agencyId}::integer, gen_random_uuid(), d.id, 1, a.content_hash, a.contact_id, a.contact_name,
        case when row_number() over (order by d.id) <= 8 then now() - interval '1 hour' end, a.expires_at
      from draft d, approval a
      where d.agency_id = ${agencyId} and a.agency_id = ${agencyId} and a.draft_id = ${draftId} and d.id <> ${draftId}`;
      const user = await createDashboardUser(service, agencyId);
      const page = await (await user.get("/app")).text();
      const waiting = page.indexOf("Wartet auf den Kunden");
      const overdue = page.slice(page.indexOf("Freigabe überfällig"), waiting);
      const hint = "Hier stehen die 20 dringendsten offenen Anfragen.";
      expect([overdue.includes("dringendsten"), page.slice(waiting).includes(hint)]).toEqual([false, isCut]);
      await service.sql`update approval set respond_by = now() - interval '1 hour' where agency_id = ${agencyId}`;
      const late = await (await user.get("/app")).text();
      expect([late.includes("Wartet auf den Kunden"), late.includes(hint)]).toEqual([false, isCut]);
    },
  );

  test("a request that ran out stays here until somebody asks again or changes the text", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId } = workshop;
    const { draftId } = await createRequested(service.sql, workshop);
    await service.sql`update approval set expires_at = now() - interval '1 minute' where agency_id = ${agencyId}`;
    expect(await expireNextApproval(service.sql, agencyId)).toBe(draftId);
    expect((await read(agencyId)).work).toMatchObject([{ kind: "expired", draftId }]);
    const user = await createDashboardUser(service, agencyId);
    const page = await (await user.get("/app")).text();
    expect(page).toContain("Anfrage abgelaufen");
    expect(page).toContain("Neu anfragen");
    const edit = { draftId, expectedVersion: 1, title: "Ein anderer Titel" };
    await updateDraft(service.sql, agencyId, edit, context);
    expect((await read(agencyId)).work).toEqual([]);
  });

  test("in a round at once each who has not answered is reminded by a button of their own", async () => {
    const mailing = await startTestService(kind, {
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_FROM: "a@example.org",
    });
    const { sql } = mailing;
    const { agencyId, clientId } = await createWorkshop(sql);
    const contactIds: string[] = [];
    for (const name of ["Fachfrau", "Vorstand", "Vertretung"]) {
      const input = { clientId, name, email: `${name.toLowerCase()}@mueller.example`, canApprove: true };
      contactIds.push((await addClientContact(sql, agencyId, input, context.actor)).id);
    }
    await setApprovalRule(
      sql,
      agencyId,
      { clientId, contactIds, isInOrder: false, allowsRecorded: false },
      context.actor,
    );
    const { id: draftId } = await createDraft(sql, agencyId, draftInput(clientId), context);
    const round = await sendApprovalRequest(
      sql,
      agencyId,
      { draftId, draftVersion: 1, acceptWarnings: true },
      context,
    );
    await sql`
      update approval_approver set status = 'approved', decided_at = now()
      where agency_id = ${agencyId} and approval_id = ${round.approvalId} and contact_name = 'Fachfrau'`;
    const [item] = (
      await readToday(sql, agencyId, { clientIds: null, timeZone: "Europe/Berlin", canMail: true })
    ).work;
    expect(item?.asked?.map(({ name }) => name).sort()).toEqual(["Vertretung", "Vorstand"]);
    const user = await createDashboardUser(mailing, agencyId);
    const page = await (await user.get("/app")).text();
    expect(page).toContain("Vorstand erinnern");
    expect(page).toContain(`name="contactId" value="${contactIds[2]}"`);
    expect(page).not.toContain("Fachfrau erinnern");
    await mailing.stop();
  });

  test("what an agent wrote, until a person saves a version or asks for its approval", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId, keyId } = workshop;
    const agent = { ...context, actor: { type: "api_key", id: keyId } as const };
    const [kept, taken, asked] = [
      await createDraft(service.sql, agencyId, draftInput(workshop.clientId), agent),
      await createDraft(service.sql, agencyId, draftInput(workshop.clientId), agent),
      await createDraft(service.sql, agencyId, draftInput(workshop.clientId), agent),
    ];
    const change = { draftId: taken.id, expectedVersion: 1, title: "Von Hand" };
    await updateDraft(service.sql, agencyId, change, {
      ...context,
      actor: { type: "person", id: uuidv7(), sessionId: uuidv7() },
    });
    await sendApprovalRequest(service.sql, agencyId, { draftId: asked.id, draftVersion: 1 }, agent);
    const { work } = await read(agencyId);
    const drafts = work.filter((item) => item.kind === "agent").map(({ draftId }) => draftId);
    expect(drafts).toEqual([kept.id]);
    expect((await read(agencyId, { clientIds: [workshop.clientId + 1] })).work).toEqual([]);
  });
});
