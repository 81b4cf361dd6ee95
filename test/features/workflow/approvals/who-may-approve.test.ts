import { expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { updateContact } from "../../../../service/features/clients/contacts.ts";
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

test("nobody joins the team by the address of a contact who approves", async () => {
  const contactEmail = `Anna-${uuidv7()}@mueller.example`;
  const own = await createWorkshop(service.sql, { contactEmail });
  const invitation = { email: contactEmail, role: "editor", clientIds: null } as const;
  expect(await refusalOf(inviteMember(service.sql, own.agencyId, invitation, operator))).toBe(
    "validation_error",
  );
});
