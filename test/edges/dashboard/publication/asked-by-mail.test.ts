import { expect, test } from "bun:test";
import { setApprovalRule } from "../../../../service/features/clients/approval-rule.ts";
import { addClientContact } from "../../../../service/features/clients/contacts.ts";
import { issueApprovalLink } from "../../../../service/features/workflow/approvals/issue-approval-link.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { context, createRequested, createWorkshop, draftInput } from "../../../support/workflow.ts";

const { service, agency, owner } = serviceScene("server", {
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "Dienst <dienst@nordlicht.example>",
});
const workshop = given(() => createWorkshop(service.sql, { agency }));

test("a request that did not go asks to be sent again, and one whose link was handed over says so", async () => {
  const { draftId, approvalId } = await createRequested(service.sql, workshop);
  await cancel(approvalId);
  const cancelled = await pageOf(draftId);
  expect(cancelled).toContain("Es wurde keine Mail verschickt. Bitte senden Sie erneut.");
  expect(cancelled).toContain("Erneut senden");
  const path = `/app/meldungen/${draftId}/freigabe/erneut`;
  expect((await owner.post(path, { approvalId })).status).toBe(303);
  expect(await pageOf(draftId)).toContain("Die Mail wird gerade verschickt.");
  await issueApprovalLink(service.sql, approvalId, context.publicUrl);
  expect(await pageOf(draftId)).toContain("der Betreiber hat den Link weitergegeben");
});

test("a request that was cancelled needs no other one where the link was handed over later, or the reminder went", async () => {
  const [handed, reminded] = [
    await createRequested(service.sql, workshop),
    await createRequested(service.sql, workshop),
  ];
  for (const { approvalId } of [handed, reminded]) await cancel(approvalId);
  await issueApprovalLink(service.sql, handed.approvalId, context.publicUrl);
  expect(await pageOf(handed.draftId)).toContain("der Betreiber hat den Link weitergegeben");
  const { count } = await service.sql`
    update mail set status = 'sent', attempts = 1, due_at = null, finished_at = now()
    where about_id = ${reminded.approvalId} and kind = 'approval_reminder'`;
  expect(count).toBe(1);
  expect(await pageOf(reminded.draftId)).toContain("Die Mail ist verschickt.");
  // A reminder that does not arrive leaves a link that nobody has.
  await service.sql`
    update mail set status = 'failed', finished_at = now() + interval '1 second'
    where about_id = ${reminded.approvalId} and kind = 'approval_reminder'`;
  await service.sql`
    update approval_link set created_at = now() where approval_id = ${reminded.approvalId}`;
  expect(await pageOf(reminded.draftId)).toContain("Bitte senden Sie erneut.");
});

test("of a round it says for each who is asked what became of the mail", async () => {
  const { agencyId, clientId } = workshop;
  const add = async (name: string) => {
    const input = { clientId, name, email: `${name.toLowerCase()}@mueller.example`, canApprove: true };
    return (await addClientContact(service.sql, agencyId, input, context.actor)).id;
  };
  const contactIds = [await add("Fachfrau"), await add("Vorstand"), await add("Juristin")];
  const rule = { clientId, contactIds, isInOrder: false, allowsRecorded: false };
  await setApprovalRule(service.sql, agencyId, rule, context.actor);
  const { id: draftId } = await createDraft(service.sql, agencyId, draftInput(clientId), context);
  const request = { draftId, draftVersion: 1, acceptWarnings: true };
  const { approvalId } = await sendApprovalRequest(service.sql, agencyId, request, context);
  const [first = "", second = "", third = ""] = contactIds;
  await service.sql`
    update mail set status = 'failed', due_at = null, finished_at = now(), last_error = 'EENVELOPE 550'
    where about_id = ${approvalId} and kind = 'approval_request' and once = ${first}`;
  await service.sql`update client_contact set email = null where agency_id = ${agencyId} and id = ${second}`;
  await cancel(approvalId, third);
  const page = await pageOf(draftId);
  const of = (name: string) => new RegExp(`<li><div><p>${name}</p>.*?</li>`, "s").exec(page)?.[0] ?? "";
  expect(of("Fachfrau")).toContain("Der Mailserver hat die Adresse abgelehnt.");
  expect(of("Fachfrau")).toContain("Erneut senden");
  expect(of("Vorstand")).toContain("Für Vorstand ist keine E-Mail-Adresse eingetragen.");
  expect(of("Vorstand")).toContain(`pr-service approval link ${approvalId} --contact ${second}`);
  expect(of("Vorstand")).not.toContain("Erneut senden");
  expect(of("Juristin")).toContain("Es wurde keine Mail verschickt. Bitte senden Sie erneut.");
});

const pageOf = async (draftId: string) => (await owner.get(`/app/meldungen/${draftId}/freigabe`)).text();

/** As the service does where the client is archived when the mail is due. */
async function cancel(approvalId: string, once = ""): Promise<void> {
  const { count } = await service.sql`
    update mail set status = 'cancelled', due_at = null, finished_at = now()
    where about_id = ${approvalId} and kind = 'approval_request' and once = ${once}`;
  expect(count).toBe(1);
}
