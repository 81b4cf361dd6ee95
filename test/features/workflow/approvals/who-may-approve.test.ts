import { expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { updateContact } from "../../../../service/features/clients/contacts.ts";
import { setClientStatus } from "../../../../service/features/clients/update-client.ts";
import { inviteMember } from "../../../../service/features/people/invite-member.ts";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createRequested, createWorkshop, refusalOf } from "../../../support/workflow.ts";

const operator = { type: "operator", id: null } as const;
const yes = { status: "approved", comment: null } as const;
const { service } = serviceScene("server", { LOOPS: "off" });

test("who may not approve any more decides nothing by an older link", async () => {
  const own = await createWorkshop(service.sql);
  const { token, approvalId } = await createRequested(service.sql, own);
  const [row] = await service.sql`select contact_id from approval where id = ${approvalId}`;
  const change = { contactId: String(row?.contact_id), canApprove: false };
  await updateContact(service.sql, own.agencyId, change, operator);
  expect((await fetch(`${service.url}/approvals/${token}`)).status).toBe(410);
  expect(await decideApproval(service.sql, token, yes)).toBe(false);
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

test("nobody joins the team by the address of a contact who approves", async () => {
  const contactEmail = `Anna-${uuidv7()}@mueller.example`;
  const own = await createWorkshop(service.sql, { contactEmail });
  const invitation = { email: contactEmail, role: "editor", clientIds: null } as const;
  expect(await refusalOf(inviteMember(service.sql, own.agencyId, invitation, operator))).toBe(
    "validation_error",
  );
});
