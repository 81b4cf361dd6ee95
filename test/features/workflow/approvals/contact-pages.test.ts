import { beforeAll, expect, test } from "bun:test";
import { setApprovalRule } from "../../../../service/features/clients/approval-rule.ts";
import { addClientContact, updateClientContact } from "../../../../service/features/clients/contacts.ts";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { issueApprovalLink } from "../../../../service/features/workflow/approvals/issue-approval-link.ts";
import { recordApproval } from "../../../../service/features/workflow/approvals/record-approval.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { serviceScene } from "../../../support/cast.ts";
import { context, createRequested, draftInput } from "../../../support/workflow.ts";

// What a contact reads by a link that has done its work.

const operator = { type: "operator", id: null } as const;
const yes = { status: "approved", comment: null } as const;
const { service, workshop, owner } = serviceScene();
let people: { expert: string; board: string };
beforeAll(async () => {
  const add = async (name: string) => {
    const contact = { name, email: `${name.toLowerCase()}@mueller.example`, canApprove: true };
    const input = { ...contact, clientId: workshop.clientId };
    return (await addClientContact(service.sql, workshop.agencyId, input, operator)).id;
  };
  people = { expert: await add("Fachfrau"), board: await add("Vorstand") };
});

test("whose yes came before a colleague's wish reads that the text changes, not that it appears", async () => {
  await rule([people.expert, people.board]);
  const { approvalId } = await ask();
  const [first, second] = [await tokenOf(approvalId, people.expert), await tokenOf(approvalId, people.board)];
  await decideApproval(service.sql, first, yes);
  expect(await page(first)).toContain("wenn alle freigegeben haben");
  await decideApproval(service.sql, second, { status: "changes_requested", comment: "Bitte kürzer." });
  const text = await page(first);
  expect(text).toContain("Jemand anderes wünscht Änderungen.");
  expect(text).not.toContain("jetzt veröffentlichen");
});

test("whose yes was to a text that was changed since reads that it was for that version alone", async () => {
  await rule([]);
  const { draftId, token } = await createRequested(service.sql, workshop);
  await decideApproval(service.sql, token, yes);
  expect(await page(token)).toContain("kann diese Fassung jetzt veröffentlichen");
  const change = { draftId, expectedVersion: 1, title: "Ein anderer Titel" };
  await updateDraft(service.sql, workshop.agencyId, change, context);
  expect(await page(token)).toContain("Diese Freigabe galt nur für diese Fassung.");
});

test("who was asked reads of a colleague's yes by telephone, and not that it was the own one", async () => {
  await rule([]);
  const { draftId, approvalId } = await ask(people.expert);
  const token = await tokenOf(approvalId);
  const input = { draftId, draftVersion: 1, contactId: people.board, note: "Rief an." };
  const actor = { type: "person", id: owner.personId, sessionId: Bun.randomUUIDv7() } as const;
  const given = { ...input, givenAt: new Date(), how: "telephone" } as const;
  await recordApproval(service.sql, workshop.agencyId, given, actor);
  const text = await page(token);
  expect(text).toContain("Jemand anderes hat ihn freigegeben");
  expect(text).not.toContain("Ihre Freigabe ist vermerkt");
});

// The form said "choose another one", and has no choice where a rule says who approves.
test("a rule with somebody who may not approve any more is told to the account manager as what it is", async () => {
  await rule([people.expert, people.board]);
  const right = (canApprove: boolean) =>
    updateClientContact(service.sql, workshop.agencyId, { contactId: people.board, canApprove }, operator);
  await right(false);
  const { id } = await createDraft(service.sql, workshop.agencyId, draftInput(workshop.clientId), context);
  const answer = await owner.post(`/app/meldungen/${id}/freigabe`, { version: "1", acceptWarnings: "on" });
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain("ist nicht mehr vollständig");
  await right(true);
});

const rule = (contactIds: string[]) =>
  setApprovalRule(
    service.sql,
    workshop.agencyId,
    { clientId: workshop.clientId, contactIds, isInOrder: false, allowsRecorded: true },
    operator,
  );

async function ask(contactId?: string) {
  const { agencyId, clientId } = workshop;
  const { id: draftId } = await createDraft(service.sql, agencyId, draftInput(clientId), context);
  const request = { draftId, draftVersion: 1, acceptWarnings: true, ...(contactId && { contactId }) };
  const { approvalId } = await sendApprovalRequest(service.sql, agencyId, request, context);
  return { draftId, approvalId };
}

async function tokenOf(approvalId: string, contactId?: string) {
  const { url } = await issueApprovalLink(service.sql, approvalId, context.publicUrl, contactId);
  return url.slice(url.lastIndexOf("/") + 1);
}

const page = async (token: string) => await (await fetch(`${service.url}/approvals/${token}`)).text();
