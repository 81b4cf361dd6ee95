import { describe, expect, test } from "bun:test";
import { setApprovalRule } from "../../../service/features/clients/approval-rule.ts";
import { addClientContact } from "../../../service/features/clients/contacts.ts";
import { decideApproval } from "../../../service/features/workflow/approvals/decide-approval.ts";
import { issueApprovalLink } from "../../../service/features/workflow/approvals/issue-approval-link.ts";
import { sendApprovalRequest } from "../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../service/features/workflow/drafts/create-draft.ts";
import { serviceScene } from "../../support/cast.ts";
import { serviceKinds } from "../../support/service.ts";
import { context, createRequested, createWorkshop, draftInput, freshToken } from "../../support/workflow.ts";
import { todayReader } from "./support.ts";

describe.each(serviceKinds)("what needs a person today, on the %s database", (kind) => {
  const { service } = serviceScene(kind);
  const read = todayReader(service);

  test("a request that did not arrive stays a fault though its reminder failed too, until one arrives or the link is handed over", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId } = workshop;
    const { approvalId } = await createRequested(service.sql, workshop);
    const isFault = async () => (await read(agencyId)).faults.some((each) => each.kind === "mail");
    await setMail(approvalId, { kind: "approval_request", status: "failed", minutesAgo: 60 });
    await linkOf(approvalId, 30);
    expect(await isFault()).toBe(false);
    // A reminder has made the link, and has not arrived either.
    await setMail(approvalId, { kind: "approval_reminder", status: "failed", minutesAgo: 29 });
    expect(await isFault()).toBe(true);
    await setMail(approvalId, { kind: "approval_reminder", status: "waiting", minutesAgo: 29 });
    expect(await isFault()).toBe(true);
    await setMail(approvalId, { kind: "approval_reminder", status: "sent", minutesAgo: 29 });
    expect(await isFault()).toBe(false);
    // The request was sent once more after it.
    await setMail(approvalId, { kind: "approval_request", status: "failed", minutesAgo: 10 });
    expect(await isFault()).toBe(true);
    await freshToken(service.sql, approvalId);
    expect(await isFault()).toBe(false);
  });

  test("a request that was cancelled while its client was archived is a fault, and none that an operator's link has cancelled", async () => {
    const workshop = await createWorkshop(service.sql);
    const isFault = async () => (await read(workshop.agencyId)).faults.some(({ kind }) => kind === "mail");
    const { approvalId } = await createRequested(service.sql, workshop);
    await setMail(approvalId, { kind: "approval_request", status: "waiting", minutesAgo: 0 });
    await freshToken(service.sql, approvalId);
    expect(await isFault()).toBe(false);
    // The contact has the link, whatever becomes of the reminder.
    await setMail(approvalId, { kind: "approval_reminder", status: "failed", minutesAgo: -1 });
    expect(await isFault()).toBe(false);
    await setMail(approvalId, { kind: "approval_request", status: "cancelled", minutesAgo: -1 });
    expect(await isFault()).toBe(true);
  });

  test("a link that is handed over after a request failed ends its reminder, which would go to the same address, and no other", async () => {
    const workshop = await createWorkshop(service.sql);
    const isFault = async () => (await read(workshop.agencyId)).faults.some(({ kind }) => kind === "mail");
    const reminderOf = async (id: string) =>
      (await service.sql`select status from mail where about_id = ${id} and kind = 'approval_reminder'`)[0];
    const { approvalId } = await createRequested(service.sql, workshop);
    await setMail(approvalId, { kind: "approval_request", status: "sent", minutesAgo: 60 });
    await freshToken(service.sql, approvalId);
    expect(await reminderOf(approvalId)).toEqual({ status: "waiting" });
    await setMail(approvalId, { kind: "approval_request", status: "failed", minutesAgo: 60 });
    // It was tried once, and is to be tried again.
    await setMail(approvalId, { kind: "approval_reminder", status: "waiting", minutesAgo: 0 });
    expect(await isFault()).toBe(true);
    await freshToken(service.sql, approvalId);
    expect(await reminderOf(approvalId)).toEqual({ status: "cancelled" });
    expect(await isFault()).toBe(false);
  });

  test("in a round of several a request that did not reach the second is a fault, whoever else has a link", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId, clientId } = workshop;
    const actor = { type: "operator", id: null } as const;
    const add = async (name: string) => {
      const input = { clientId, name, email: `${name.toLowerCase()}@mueller.example`, canApprove: true };
      return (await addClientContact(service.sql, agencyId, input, actor)).id;
    };
    const people = [await add("Fachfrau"), await add("Vorstand")];
    const rule = { clientId, contactIds: people, isInOrder: false, allowsRecorded: false };
    await setApprovalRule(service.sql, agencyId, rule, actor);
    const draft = await createDraft(service.sql, agencyId, draftInput(clientId), context);
    const request = { draftId: draft.id, draftVersion: 1, acceptWarnings: true };
    const { approvalId } = await sendApprovalRequest(service.sql, agencyId, request, context);
    const faults = async () => (await read(agencyId)).faults.map((each) => each.kind);
    const [first = "", second = ""] = people;
    for (const once of people)
      await setMail(approvalId, { kind: "approval_request", status: "sent", minutesAgo: 60, once });
    expect(await faults()).toEqual([]);
    await setMail(approvalId, { kind: "approval_request", status: "failed", minutesAgo: 60, once: second });
    expect(await faults()).toEqual(["mail"]);
    await issueApprovalLink(service.sql, approvalId, context.publicUrl, first);
    expect(await faults()).toEqual(["mail"]);
    const { url } = await issueApprovalLink(service.sql, approvalId, context.publicUrl, second);
    expect(await faults()).toEqual([]);
    // Who has answered misses no mail.
    await setMail(approvalId, { kind: "approval_request", status: "failed", minutesAgo: -1, once: second });
    expect(await faults()).toEqual(["mail"]);
    const token = url.slice(url.lastIndexOf("/") + 1);
    await decideApproval(service.sql, token, { status: "approved", comment: null });
    expect(await faults()).toEqual([]);
  });

  async function setMail(
    approvalId: string,
    mail: { kind: string; status: string; minutesAgo: number; once?: string },
  ): Promise<void> {
    const { kind: name, status, minutesAgo, once = "" } = mail;
    const { count } = await service.sql`
      update mail
      set
        status = ${status}, attempts = 1, last_error = ${status === "sent" ? null : "EENVELOPE 550"},
        due_at = ${status === "waiting" ? service.sql`now()` : null},
        finished_at = ${status === "waiting" ? null : service.sql`now() - ${minutesAgo} * interval '1 minute'`}
      where about_id = ${approvalId} and kind = ${name} and once = ${once}`;
    expect(count).toBe(1);
  }

  /** The one working link, made so long ago. */
  async function linkOf(approvalId: string, minutesAgo: number): Promise<void> {
    const { count } = await service.sql`
      update approval_link
      set created_at = now() - ${minutesAgo} * interval '1 minute'
      where approval_id = ${approvalId}`;
    expect(count).toBe(1);
  }
});
