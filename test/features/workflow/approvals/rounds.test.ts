import { beforeAll, describe, expect, test } from "bun:test";
import { setApprovalRule } from "../../../../service/features/clients/approval-rule.ts";
import {
  addClientContact,
  removeClientContact,
  updateClientContact,
} from "../../../../service/features/clients/contacts.ts";
import { checkApprovalStatus } from "../../../../service/features/workflow/approvals/check-approval-status.ts";
import {
  type Decision,
  decideApproval,
} from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { issueApprovalLink } from "../../../../service/features/workflow/approvals/issue-approval-link.ts";
import { passOnApproval } from "../../../../service/features/workflow/approvals/pass-on-approval.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { listDrafts } from "../../../../service/features/workflow/drafts/list-drafts.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { serviceKinds } from "../../../support/service.ts";
import {
  context,
  createRequested,
  createWorkshop,
  draftInput,
  listenToEverything,
  refusalOf,
} from "../../../support/workflow.ts";

const operator = { type: "operator", id: null } as const;
const yes: Decision = { status: "approved", comment: null };
const no: Decision = { status: "changes_requested", comment: "Bitte ohne die Zahl." };

describe.each(serviceKinds.map((kind) => [kind]))("a round of several people on the %s database", (kind) => {
  const { service, workshop } = serviceScene(kind);
  const stranger = given(() => createWorkshop(service.sql));
  let people: { expert: string; board: string; deputy: string };
  beforeAll(async () => {
    await listenToEverything(service.sql, workshop.agencyId);
    const add = async (name: string, by = workshop) => {
      const email = `${name.toLowerCase()}@mueller.example`;
      const input = { clientId: by.clientId, name, email, canApprove: true };
      return (await addClientContact(service.sql, by.agencyId, input, operator)).id;
    };
    people = { expert: await add("Fachfrau"), board: await add("Vorstand"), deputy: await add("Vertretung") };
  });

  test("in order: the second is asked after the first, and only the last yes publishes and is told, once", async () => {
    await rule([people.expert, people.board], true);
    const { draftId, approvalId } = await ask();
    expect(await mailedTo(approvalId)).toEqual([people.expert]);
    expect(await refusalOf(tokenOf(approvalId, people.board))).toBe("not_found");
    const first = await tokenOf(approvalId);
    expect((await page(first)).text).toContain("kommt danach");
    expect(await decideApproval(service.sql, first, { ...yes, comment: "Fachlich gut." })).toBe(true);
    expect(await decideApproval(service.sql, first, yes)).toBe(false);
    expect(await statusOf(draftId)).toMatchObject({
      status: "pending",
      publishable: false,
      approvers: [
        { name: "Fachfrau", status: "approved", comment: "Fachlich gut." },
        { name: "Vorstand", status: "asked" },
      ],
    });
    const { drafts } = await listDrafts(service.sql, workshop.agencyId, { draftId });
    expect(drafts[0]?.approvers).toEqual((await statusOf(draftId)).approvers);
    const publish = { draftId, approvedVersion: 1, maxCredits: 1 };
    expect(await refusalOf(publishRelease(service.sql, workshop.agencyId, publish, context))).toBe(
      "not_approved",
    );
    expect((await page(first)).text).toContain("erst, wenn alle freigegeben haben");
    expect(await mailedTo(approvalId)).toEqual([people.expert, people.board]);
    expect((await events(approvalId)).map(({ type }) => type)).toEqual(["approval.requested"]);
    const second = await tokenOf(approvalId);
    expect(second).not.toBe(first);
    expect(await decideApproval(service.sql, second, yes)).toBe(true);
    expect(await statusOf(draftId)).toMatchObject({
      status: "approved",
      publishable: true,
      decidedBy: "Vorstand",
    });
    const told = await events(approvalId);
    expect(told.map(({ type }) => type)).toEqual(["approval.requested", "approval.granted"]);
    expect(told[0]?.data).toMatchObject({ approvers: ["Fachfrau", "Vorstand"] });
    expect(told[1]?.data).toMatchObject({
      decidedBy: "Vorstand",
      approvers: [
        { name: "Fachfrau", status: "approved" },
        { name: "Vorstand", status: "approved" },
      ],
    });
    const published = await publishRelease(service.sql, workshop.agencyId, publish, context);
    expect(published.status).toBe("published");
  });

  test("at once: all are asked, in any order, and one wish for changes ends the round for everybody", async () => {
    await rule([people.expert, people.board], false);
    const { draftId, approvalId } = await ask();
    expect((await mailedTo(approvalId)).toSorted()).toEqual([people.expert, people.board].toSorted());
    const [expert, board] = [
      await tokenOf(approvalId, people.expert),
      await tokenOf(approvalId, people.board),
    ];
    expect((await page(expert)).status).toBe(200);
    expect(await decideApproval(service.sql, board, no)).toBe(true);
    expect(await decideApproval(service.sql, expert, yes)).toBe(false);
    expect(await page(expert)).toMatchObject({ status: 410 });
    expect((await page(expert)).text).toContain("schon entschieden");
    expect(await statusOf(draftId)).toMatchObject({
      status: "changes_requested",
      decidedBy: "Vorstand",
      comment: no.comment,
    });
    expect((await events(approvalId)).map(({ type }) => type)).toEqual([
      "approval.requested",
      "approval.changes_requested",
    ]);
  });

  test("at once: of two decisions at the same moment both count, and the approval is told once", async () => {
    await rule([people.expert, people.board], false);
    const { draftId, approvalId } = await ask();
    const tokens = [await tokenOf(approvalId, people.expert), await tokenOf(approvalId, people.board)];
    const decided = await Promise.all(
      [...tokens, ...tokens].map((token) => decideApproval(service.sql, token, yes)),
    );
    expect(decided.filter(Boolean)).toHaveLength(2);
    expect((await statusOf(draftId)).status).toBe("approved");
    expect((await events(approvalId)).filter(({ type }) => type === "approval.granted")).toHaveLength(1);
  });

  test("any change of the text undoes what some have said", async () => {
    await rule([people.expert, people.board], true);
    const { draftId, approvalId } = await ask();
    const first = await tokenOf(approvalId);
    await decideApproval(service.sql, first, yes);
    const second = await tokenOf(approvalId);
    const change = { draftId, expectedVersion: 1, subtitle: "Neu" };
    const { approvalInvalidated } = await updateDraft(service.sql, workshop.agencyId, change, context);
    expect(approvalInvalidated).toBe(true);
    expect(await decideApproval(service.sql, second, yes)).toBe(false);
    expect((await page(second)).text).toContain("inzwischen geändert");
    const again = { draftId, draftVersion: 2, acceptWarnings: true };
    const next = await sendApprovalRequest(service.sql, workshop.agencyId, again, context);
    expect(await mailedTo(next.approvalId)).toEqual([people.expert]);
  });

  test("an approval that one of the release before writes for all is refused by the database", async () => {
    await rule([people.expert, people.board], false);
    const { approvalId } = await ask();
    const old = service.sql`update approval set status = 'approved', decided_at = now() where id = ${approvalId}`;
    expect(
      await old.then(
        () => "written",
        (error: Error) => error.message,
      ),
    ).toContain("approval_of_all");
  });

  test("a contact passes it on to another approver on file, whose link is another, and nobody is asked twice", async () => {
    await rule([], true);
    const { draftId, approvalId } = await ask({ contactId: people.expert });
    const token = await tokenOf(approvalId);
    const [{ id: foreign = "" } = {}] = await service.sql`
      select id from client_contact where agency_id = ${stranger.agencyId} and can_approve`;
    for (const to of [foreign, people.expert, "x"])
      expect(await passOnApproval(service.sql, token, to)).toBe(false);
    expect((await page(token)).text).toContain("Jemand anderes soll entscheiden");
    const passOn = async (form: Record<string, string>) =>
      fetch(`${service.url}/approvals/${token}`, {
        method: "POST",
        body: new URLSearchParams({ an: people.deputy, ...form }),
        redirect: "manual",
      });
    const remark = { stelle: "0", zitat: "", anmerkung: "Bitte ohne Ausrufezeichen." };
    const asked = await passOn({ decision: "pass_on", comment: "Die Zahl stimmt nicht.", ...remark });
    expect(asked.status).toBe(200);
    const question = await asked.text();
    for (const kept of ["Die Zahl stimmt nicht.", remark.anmerkung, `value="${people.deputy}" selected`])
      expect(question).toContain(kept);
    expect((await statusOf(draftId)).approvers).toBeUndefined();
    const passed = await passOn({ decision: "pass_on_alone", comment: "Die Zahl stimmt nicht.", ...remark });
    expect(passed.status).toBe(303);
    expect((await page(token)).text).toContain("Sie haben diese Freigabe weitergegeben");
    expect(await decideApproval(service.sql, token, yes)).toBe(false);
    const deputy = await tokenOf(approvalId);
    expect(await passOnApproval(service.sql, deputy, people.expert)).toBe(false);
    expect((await statusOf(draftId)).approvers).toMatchObject([
      { name: "Fachfrau", status: "passed_on" },
      { name: "Vertretung", status: "asked" },
    ]);
    expect(await decideApproval(service.sql, deputy, yes)).toBe(true);
    expect(await statusOf(draftId)).toMatchObject({ publishable: true, decidedBy: "Vertretung" });
  });

  test("a rule holds for everybody who asks; an owner's exception asks one person and stands in the log", async () => {
    await rule([people.expert, people.board], true);
    expect(await refusalOf(ask({ contactId: people.deputy }))).toBe("validation_error");
    expect(await mailedTo((await ask({ contactId: people.board })).approvalId)).toEqual([people.expert]);
    const { approvalId, draftId } = await ask({ contactId: people.deputy, exceptsRule: true });
    const [entry] = await service.sql`
      select details from audit where subject_id = ${approvalId} and action = 'approval.requested'`;
    expect(entry?.details).toMatchObject({ exceptsRule: true });
    await decideApproval(service.sql, await tokenOf(approvalId), yes);
    expect((await statusOf(draftId)).publishable).toBe(true);
    await updateClientContact(
      service.sql,
      workshop.agencyId,
      { contactId: people.board, canApprove: false },
      operator,
    );
    expect(await refusalOf(ask())).toBe("no_approver");
    await updateClientContact(
      service.sql,
      workshop.agencyId,
      { contactId: people.board, canApprove: true },
      operator,
    );
    expect(
      await refusalOf(removeClientContact(service.sql, workshop.agencyId, people.board, operator)),
    ).toMatch(/validation_error|approval_pending/);
  });

  test("a rule takes five approvers on file, and no sixth, stranger or repeated one", async () => {
    expect(await refusalOf(rule([people.expert, people.expert], true))).toBe("validation_error");
    const more = await Promise.all(
      ["Vier", "Fuenf", "Sechs"].map(async (name) => {
        const input = { clientId: workshop.clientId, name, email: `${name}@x.example`, canApprove: true };
        return (await addClientContact(service.sql, workshop.agencyId, input, operator)).id;
      }),
    );
    const six = [people.expert, people.board, people.deputy, ...more];
    expect(await refusalOf(rule(six, true))).toBe("validation_error");
    await rule(six.slice(0, 5), true);
    const [{ id: foreign = "" } = {}] = await service.sql`
      select id from client_contact where agency_id = ${stranger.agencyId} and can_approve`;
    expect(await refusalOf(rule([foreign], true))).toBe("validation_error");
    const theirs = { clientId: workshop.clientId, contactIds: [], isInOrder: true, allowsRecorded: false };
    expect(await refusalOf(setApprovalRule(service.sql, stranger.agencyId, theirs, operator))).toBe(
      "not_found",
    );
    await rule([], true);
  });

  test("a link of the release before, which names no contact, still decides", async () => {
    const { token, approvalId, draftId } = await createRequested(service.sql, workshop);
    await service.sql`update approval_link set contact_id = null where approval_id = ${approvalId}`;
    expect((await page(token)).status).toBe(200);
    expect(await decideApproval(service.sql, token, yes)).toBe(true);
    expect((await statusOf(draftId)).publishable).toBe(true);
  });

  const rule = async (contactIds: string[], isInOrder: boolean, allowsRecorded = false) =>
    setApprovalRule(
      service.sql,
      workshop.agencyId,
      { clientId: workshop.clientId, contactIds, isInOrder, allowsRecorded },
      operator,
    );
  const ask = async (input: { contactId?: string; exceptsRule?: boolean } = {}) => {
    const { agencyId, clientId } = workshop;
    const { id: draftId } = await createDraft(service.sql, agencyId, draftInput(clientId), context);
    const request = { draftId, draftVersion: 1, acceptWarnings: true, ...input };
    const { approvalId } = await sendApprovalRequest(service.sql, agencyId, request, context);
    return { draftId, approvalId };
  };
  const tokenOf = async (approvalId: string, contactId?: string) => {
    const { url } = await issueApprovalLink(service.sql, approvalId, context.publicUrl, contactId);
    return url.slice(url.lastIndexOf("/") + 1);
  };
  const statusOf = (draftId: string) => checkApprovalStatus(service.sql, workshop.agencyId, { draftId });
  const mailedTo = async (approvalId: string) =>
    (
      await service.sql<{ contactId: string }[]>`
        select details->>'contactId' as "contactId" from mail
        where about_id = ${approvalId} and kind = 'approval_request' order by created_at, once`
    ).map(({ contactId }) => contactId);
  const events = async (approvalId: string) =>
    await service.sql<{ type: string; data: Record<string, unknown> }[]>`
      select event_type as type, payload::jsonb->'data' as data from webhook_message
      where agency_id = ${workshop.agencyId} and payload::jsonb->'data'->>'approvalId' = ${approvalId} order by created_at, id`;
  const page = async (token: string) => {
    const answer = await fetch(`${service.url}/approvals/${token}`);
    return { status: answer.status, text: await answer.text() };
  };
});
