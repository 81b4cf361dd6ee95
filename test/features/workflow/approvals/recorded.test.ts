import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { updateAgency } from "../../../../service/features/agencies/settings/update-agency.ts";
import { setApprovalRule } from "../../../../service/features/clients/approval-rule.ts";
import { addClientContact } from "../../../../service/features/clients/contacts.ts";
import { removeUnusedFiles } from "../../../../service/features/media/cleanup.ts";
import { createDatabaseFileStore } from "../../../../service/features/media/database-file-store.ts";
import { privateFileBytesMax } from "../../../../service/features/media/private-file.ts";
import { checkApprovalStatus } from "../../../../service/features/workflow/approvals/check-approval-status.ts";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { issueApprovalLink } from "../../../../service/features/workflow/approvals/issue-approval-link.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { createDashboardUser, type DashboardUser } from "../../../edges/dashboard/support.ts";
import { samplePng } from "../../../support/sample-png.ts";
import { serviceKinds, startTestService, type TestService } from "../../../support/service.ts";
import {
  context,
  createWorkshop,
  draftInput,
  listenToEverything,
  refusalOf,
  type Workshop,
} from "../../../support/workflow.ts";

const operator = { type: "operator", id: null } as const;
const yes = { status: "approved", comment: null } as const;
const pdfOf = (bytes: number) => {
  const file = new Uint8Array(bytes).fill(0x20);
  file.set(new TextEncoder().encode("%PDF-1.7\n"));
  return new File([file], "Freigabe ../unterschrieben.pdf", { type: "application/pdf" });
};

describe.each(serviceKinds.map((kind) => [kind]))("recorded approvals on the %s database", (kind) => {
  let service: TestService;
  let workshop: Workshop;
  let stranger: DashboardUser;
  let owner: DashboardUser;
  let editor: DashboardUser;
  let people: { expert: string; board: string };
  beforeAll(async () => {
    service = await startTestService(kind);
    workshop = await createWorkshop(service.sql);
    const { agencyId, clientId } = workshop;
    stranger = await createDashboardUser(service, (await createWorkshop(service.sql)).agencyId);
    owner = await createDashboardUser(service, agencyId);
    editor = await createDashboardUser(service, agencyId, { role: "editor" });
    await listenToEverything(service.sql, agencyId);
    const add = async (name: string) => {
      const email = `${name.toLowerCase()}@mueller.example`;
      return (
        await addClientContact(service.sql, agencyId, { clientId, name, email, canApprove: true }, operator)
      ).id;
    };
    people = { expert: await add("Fachfrau"), board: await add("Vorstand") };
    const contactIds = [people.expert, people.board];
    const rule = { clientId, contactIds, isInOrder: true, allowsRecorded: true };
    await setApprovalRule(service.sql, agencyId, rule, operator);
  });
  afterAll(() => service.stop());

  const ask = async () => {
    const { agencyId, clientId } = workshop;
    const { id: draftId } = await createDraft(service.sql, agencyId, draftInput(clientId), context);
    const request = { draftId, draftVersion: 1, acceptWarnings: true };
    const { approvalId } = await sendApprovalRequest(service.sql, agencyId, request, context);
    return { draftId, approvalId };
  };
  const tokenOf = async (approvalId: string) => {
    const { url } = await issueApprovalLink(service.sql, approvalId, context.publicUrl);
    return url.slice(url.lastIndexOf("/") + 1);
  };
  const page = async (token: string) => {
    const answer = await fetch(`${service.url}/approvals/${token}`);
    return { status: answer.status, text: await answer.text() };
  };
  const record = async (
    user: DashboardUser,
    draftId: string,
    contactId: string,
    file: File | null = null,
  ) => {
    const form = new FormData();
    const givenAt = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 16);
    const fields = { version: "1", contactId, givenAt, how: "telephone", note: "Rief um zehn an." };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    if (file !== null) form.set("datei", file);
    return await fetch(`${service.url}/app/meldungen/${draftId}/freigabe/vermerken`, {
      method: "POST",
      body: form,
      headers: { cookie: user.cookie, "sec-fetch-site": "same-origin" },
      redirect: "manual",
    });
  };
  const statusOf = (draftId: string) => checkApprovalStatus(service.sql, workshop.agencyId, { draftId });
  const publish = async (user: DashboardUser, draftId: string) =>
    (
      await user.post(`/app/meldungen/${draftId}/veroeffentlichen`, {
        version: "1",
        credits: "1",
        when: "now",
      })
    ).status;
  const typesOf = async (approvalId: string) =>
    (
      await service.sql<{ type: string }[]>`
        select event_type as type from webhook_message
        where agency_id = ${workshop.agencyId} and payload::jsonb->'data'->>'approvalId' = ${approvalId} order by created_at, id`
    ).map(({ type }) => type);

  test("one of a round by telephone: the next is asked, it says so everywhere, and somebody else publishes", async () => {
    const { draftId, approvalId } = await ask();
    const first = await tokenOf(approvalId);
    const path = `/app/meldungen/${draftId}/freigabe`;
    expect((await record(editor, draftId, people.board)).status).toBe(409);
    expect((await record(editor, draftId, people.expert)).status).toBe(303);
    expect((await record(editor, draftId, people.expert)).status).toBe(409);
    expect(await statusOf(draftId)).toMatchObject({
      status: "pending",
      publishable: false,
      approvers: [
        { name: "Fachfrau", status: "approved", kind: "recorded" },
        { name: "Vorstand", status: "asked" },
      ],
    });
    expect((await page(first)).text).toContain("Ihre Freigabe ist vermerkt");
    expect(await decideApproval(service.sql, first, yes)).toBe(false);
    const second = await tokenOf(approvalId);
    expect((await page(second)).text).toContain("freigegeben, von der Agentur vermerkt");
    expect(await (await owner.get(path)).text()).toContain("Von der Agentur vermerkt");
    expect(await typesOf(approvalId)).toEqual(["approval.requested"]);
    expect(await decideApproval(service.sql, second, yes)).toBe(true);
    expect((await page(second)).text).toContain("Vielen Dank");
    expect(await statusOf(draftId)).toMatchObject({
      status: "approved",
      publishable: false,
      kind: "recorded",
    });
    expect(await typesOf(approvalId)).toEqual(["approval.requested", "approval.granted"]);
    for (const at of ["/app", path, `/app/meldungen/${draftId}/veroeffentlichen`]) {
      const [own, others] = [await (await editor.get(at)).text(), await (await owner.get(at)).text()];
      for (const [text, isOwn] of [
        [own, true],
        [others, false],
      ] as const) {
        expect(text.includes("muss deshalb jemand anderes")).toBe(isOwn);
        expect(/Jetzt veröffentlichen<|Veröffentlichen (…|\(1 Credit\))/.test(text)).toBe(!isOwn);
      }
    }
    expect(await publish(editor, draftId)).toBe(409);
    expect(await publish(owner, draftId)).toBe(303);
    const [release] = await service.sql`
      select id from release where agency_id = ${workshop.agencyId} and draft_id = ${draftId}
    `;
    for (const at of [
      "/app",
      path,
      `/app/meldungen/${draftId}`,
      `/app/meldungen/erschienen/${release?.id}`,
    ]) {
      expect(await (await owner.get(at)).text()).toContain("Termin verschieben");
      expect(await (await editor.get(at)).text()).not.toContain("Termin verschieben");
    }
    expect(await (await editor.get("/app")).text()).toContain("den Termin ändern muss deshalb jemand");
  });

  test("the last of a round: it ends it, and neither of two who recorded publishes", async () => {
    const { draftId, approvalId } = await ask();
    expect((await record(editor, draftId, people.expert)).status).toBe(303);
    expect((await record(owner, draftId, people.board)).status).toBe(303);
    expect(await statusOf(draftId)).toMatchObject({ status: "approved", decidedBy: "Vorstand" });
    expect(await typesOf(approvalId)).toEqual(["approval.requested", "approval.granted"]);
    for (const user of [editor, owner]) expect(await publish(user, draftId)).toBe(409);
    const third = await createDashboardUser(service, workshop.agencyId, { role: "editor" });
    expect(await publish(third, draftId)).toBe(303);
  });

  test("what somebody said by telephone is no version that this contact has read", async () => {
    const { draftId } = await ask();
    await record(editor, draftId, people.expert);
    const change = { draftId, expectedVersion: 1, subtitle: "Neu" };
    await updateDraft(service.sql, workshop.agencyId, change, context);
    const request = { draftId, draftVersion: 2, acceptWarnings: true };
    const { approvalId } = await sendApprovalRequest(service.sql, workshop.agencyId, request, context);
    const shown = await page(await tokenOf(approvalId));
    expect(shown.text).toContain("Bitte prüfen Sie diese Pressemitteilung");
  });

  test("a file proves it, up to ten megabytes, for the agency alone, and goes with the text", async () => {
    const { sql } = service;
    const { draftId, approvalId } = await ask();
    const room = async () => {
      const [row] = await sql<{ used: string }[]>`
        select coalesce(max(bytes_used), 0)::text as used from media_quota where agency_id = ${workshop.agencyId}`;
      return Number(row?.used);
    };
    const before = await room();
    const proof = `/app/meldungen/${draftId}/freigabe/beleg/${approvalId}/${people.expert}`;
    const tooLarge = await record(editor, draftId, people.expert, pdfOf(privateFileBytesMax + 1));
    expect([tooLarge.status, await tooLarge.text()]).toEqual([413, expect.stringContaining("bis 10 MB")]);
    const script = new File(["<script>alert(1)</script>"], "blatt.pdf", { type: "application/pdf" });
    expect((await record(editor, draftId, people.expert, script)).status).toBe(415);
    expect((await owner.get(proof)).status).toBe(404);
    expect((await record(editor, draftId, people.expert, pdfOf(privateFileBytesMax))).status).toBe(303);
    expect(await room()).toBe(before + privateFileBytesMax);
    expect(await (await owner.get(`/app/meldungen/${draftId}/freigabe`)).text()).toContain(proof);
    const answer = await owner.get(proof);
    expect(answer.headers.get("content-disposition")).toStartWith(
      'attachment; filename="unterschrieben.pdf"',
    );
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect((await answer.arrayBuffer()).byteLength).toBe(privateFileBytesMax);
    expect((await stranger.get(proof)).status).toBe(404);
    await updateDraft(sql, workshop.agencyId, { draftId, expectedVersion: 1, subtitle: "Neu" }, context);
    const deleted = await owner.post(`/app/meldungen/${draftId}/verwalten/loeschen`);
    expect(deleted.status).toBe(303);
    expect((await owner.get(proof)).status).toBe(404);
    expect(await room()).toBe(before);
    await removeUnusedFiles({ sql, fileStore: createDatabaseFileStore(sql) });
    const left = await sql`select from media_chunk where agency_id = ${workshop.agencyId}`;
    expect(left.length).toBe(0);
  });

  test("the approval page and its receipt show the agency's logo and name, by this link alone", async () => {
    const { agencyId } = workshop;
    const png = new Uint8Array(samplePng(40, 20));
    await updateAgency(service.sql, agencyId, {
      update: { logo: png, colorPrimary: "#1a4d8f" },
      actor: operator,
    });
    const { approvalId } = await ask();
    const token = await tokenOf(approvalId);
    const { text } = await page(token);
    const src = new RegExp(`src="(/approvals/${token}/logo/[0-9a-f]{64})"`).exec(text)?.[1] ?? "";
    expect(text).toContain("--accent:#1a4d8f");
    const logo = await fetch(service.url + src);
    expect([logo.status, logo.headers.get("content-type"), logo.headers.get("cache-control")]).toEqual([
      200,
      "image/png",
      "no-store",
    ]);
    await logo.arrayBuffer();
    for (const other of [src.replace(token, "x".repeat(43)), src.replace(/.{64}$/, "0".repeat(64))])
      expect((await fetch(service.url + other)).status).toBe(404);
    await decideApproval(service.sql, token, yes);
    expect((await page(token)).text).toContain(src);
  });

  test("where several approve, nobody records before all were asked", async () => {
    const { agencyId, clientId } = workshop;
    const { id } = await createDraft(service.sql, agencyId, draftInput(clientId), context);
    expect((await record(editor, id, people.expert)).status).toBe(409);
    expect(await (await editor.get(`/app/meldungen/${id}/freigabe`)).text()).toContain(
      "Bitten Sie zuerst alle",
    );
    expect(await refusalOf(statusOf("00000000-0000-4000-8000-000000000000"))).toBe("not_found");
  });
});
