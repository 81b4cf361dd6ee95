import { expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { setApprovalRule } from "../../../../service/features/clients/approval-rule.ts";
import {
  addClientContact,
  listClientContacts,
  removeClientContact,
  updateClientContact,
} from "../../../../service/features/clients/contacts.ts";
import { createClient, type NewClient } from "../../../../service/features/clients/create-client.ts";
import { setClientStatus } from "../../../../service/features/clients/update-client.ts";
import { inviteMember } from "../../../../service/features/people/invite-member.ts";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { recordApproval } from "../../../../service/features/workflow/approvals/record-approval.ts";
import { resendApprovalMail } from "../../../../service/features/workflow/approvals/resend-approval-mail.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { createDashboardUser } from "../../../edges/dashboard/support.ts";
import { serviceScene } from "../../../support/cast.ts";
import { countLockWaits } from "../../../support/lock-waits.ts";
import { until } from "../../../support/until.ts";
import {
  context,
  createRequested,
  createWorkshop,
  draftInput,
  refusalOf,
} from "../../../support/workflow.ts";

const operator = { type: "operator", id: null } as const;
const yes = { status: "approved", comment: null } as const;
const { service } = serviceScene();

test("who may not approve any more decides nothing by an older link", async () => {
  const own = await createWorkshop(service.sql);
  const { token, approvalId } = await createRequested(service.sql, own);
  const [row] = await service.sql`select contact_id from approval where id = ${approvalId}`;
  const change = { contactId: String(row?.contact_id), canApprove: false };
  await updateClientContact(service.sql, own.agencyId, change, operator);
  expect((await fetch(`${service.url}/approvals/${token}`)).status).toBe(410);
  expect(await decideApproval(service.sql, token, yes)).toBe(false);
});

test("a request that nobody can answer any more says so, sends no mail, and makes room for another", async () => {
  const own = await createWorkshop(service.sql);
  const { draftId, approvalId, token } = await createRequested(service.sql, own);
  const [row] = await service.sql`select contact_id, contact_name from approval where id = ${approvalId}`;
  const deputy = { clientId: own.clientId, name: "Vertretung", email: "v@mueller.example", canApprove: true };
  const { id: contactId } = await addClientContact(service.sql, own.agencyId, deputy, operator);
  const ask = () =>
    sendApprovalRequest(
      service.sql,
      own.agencyId,
      { draftId, draftVersion: 1, contactId, acceptWarnings: true },
      context,
    );
  expect(await refusalOf(ask())).toBe("approval_pending");
  const user = await createDashboardUser(service, own.agencyId);
  const page = async () => await (await user.get(`/app/meldungen/${draftId}/freigabe`)).text();
  expect(await page()).not.toContain("darf bei diesem Kunden nicht mehr freigeben");
  const change = { contactId: String(row?.contact_id), canApprove: false };
  await updateClientContact(service.sql, own.agencyId, change, operator);
  const resent = resendApprovalMail(service.sql, own.agencyId, { approvalId }, { actor: operator });
  expect(await refusalOf(resent)).toBe("no_approver");
  expect(await (await user.get("/app")).text()).toContain("darf nicht mehr freigeben");
  const text = await page();
  expect(text).toContain(`${row?.contact_name} darf bei diesem Kunden nicht mehr freigeben`);
  expect(text).toContain('name="contactId"');
  const closed = async () => await (await fetch(`${service.url}/approvals/${token}`)).text();
  expect(await closed()).toContain("Sie sind für Freigaben nicht mehr eingetragen");
  const { approvalId: second } = await ask();
  expect(await closed()).toContain("Sie sind für Freigaben nicht mehr eingetragen");
  const body = new URLSearchParams({ comment: "Es sind 130." });
  const lost = await (await fetch(`${service.url}/approvals/${token}`, { method: "POST", body })).text();
  expect(lost).toContain("Es sind 130.");
  expect(lost).toContain("Kopieren Sie es in eine Nachricht an die Agentur.");
  const rows =
    await service.sql`select id, status from approval where draft_id = ${draftId} order by requested_at`;
  expect([...rows]).toEqual([
    { id: approvalId, status: "superseded" },
    { id: second, status: "pending" },
  ]);
  const asked = await page();
  expect(asked).not.toContain("darf bei diesem Kunden nicht mehr freigeben");
  expect(asked).toContain("<strong>Beendet: neu angefragt</strong>");
  expect(asked).not.toContain("der Text wurde geändert");
});

test("a contact who is removed at this moment is not asked, and gives no approval that is recorded", async () => {
  const own = await createWorkshop(service.sql);
  const { id: draftId } = await createDraft(service.sql, own.agencyId, draftInput(own.clientId), context);
  const rule = { clientId: own.clientId, contactIds: [], isInOrder: false, allowsRecorded: true };
  await setApprovalRule(service.sql, own.agencyId, rule, operator);
  const person = { type: "person", id: uuidv7(), sessionId: uuidv7() } as const;
  const input = { draftId, draftVersion: 1, acceptWarnings: true };
  const acts = [
    () => sendApprovalRequest(service.sql, own.agencyId, input, context),
    (contactId: string) =>
      recordApproval(
        service.sql,
        own.agencyId,
        { ...input, contactId, givenAt: new Date(), how: "telephone", note: "Sagt ja." },
        person,
      ),
  ];
  for (const act of acts) {
    const { contacts } = await listClientContacts(service.sql, own.agencyId, own.clientId);
    const { id } = contacts.find(({ canApprove }) => canApprove) ?? { id: "" };
    const { acting } = await service.sql.begin(async (transaction) => {
      await removeClientContact(transaction, own.agencyId, id, operator);
      const acting = refusalOf(act(id));
      // It has read whom it may ask, and waits for the end of the removal.
      await until(async () => (await countLockWaits(service.sql)) > 0);
      return { acting };
    });
    expect(["no_approver", "not_found"]).toContain(await acting);
    const next = { clientId: own.clientId, name: "Neu", email: "neu@mueller.example", canApprove: true };
    await addClientContact(service.sql, own.agencyId, next, operator);
  }
});

test("who was asked for a client that is archived now reads that nothing is left to do", async () => {
  const own = await createWorkshop(service.sql);
  const { token } = await createRequested(service.sql, own);
  await setClientStatus(service.sql, own.agencyId, { clientId: own.clientId, status: "archived" }, operator);
  const answer = await fetch(`${service.url}/approvals/${token}`);
  expect(answer.status).toBe(410);
  const page = await answer.text();
  expect(page).toContain("wird nicht mehr gebraucht");
  expect(page).not.toContain("die Agentur, die Ihnen den Link geschickt hat");
});

test("nobody becomes the approver of a client by creating it with an address of the own team", async () => {
  const own = await createWorkshop(service.sql);
  const email = `ben-${uuidv7()}@agentur.example`;
  await inviteMember(service.sql, own.agencyId, { email, role: "editor", clientIds: null }, operator);
  const create = (more: Partial<NewClient>) =>
    createClient(service.sql, own.agencyId, {
      ...{
        name: "Neu",
        slugs: [`neu-${uuidv7()}`],
        persona: null,
        contactEmail: email.toUpperCase(),
        ...more,
      },
    });
  const contactsOf = async (clientId: number) =>
    (await listClientContacts(service.sql, own.agencyId, clientId)).contacts;
  expect(await contactsOf((await create({})).clientId)).toEqual([]);
  const persona = (contact: { email?: string }) => ({
    contacts: [{ name: "Anna", canApprove: true, ...contact }],
  });
  const waiting = await contactsOf((await create({ persona: persona({}) })).clientId);
  expect(waiting).toMatchObject([{ name: "Anna", canApprove: true, email: null }]);
  expect(await refusalOf(create({ persona: persona({ email }) }))).toBe("validation_error");
  const stranger = await createWorkshop(service.sql);
  const { clientId } = await createClient(service.sql, stranger.agencyId, {
    ...{ name: "Neu", slugs: [`neu-${uuidv7()}`], persona: null, contactEmail: email },
  });
  const theirs = (await listClientContacts(service.sql, stranger.agencyId, clientId)).contacts;
  expect(theirs).toMatchObject([{ email, canApprove: true }]);
});

test("nobody joins the team by the address of a contact who approves", async () => {
  const contactEmail = `Anna-${uuidv7()}@mueller.example`;
  const own = await createWorkshop(service.sql, { contactEmail });
  const invitation = { email: contactEmail, role: "editor", clientIds: null } as const;
  expect(await refusalOf(inviteMember(service.sql, own.agencyId, invitation, operator))).toBe(
    "validation_error",
  );
});
