import { expect, test } from "bun:test";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { mailQueues } from "../../../../service/floor/mail/outbox/sql.ts";
import { claimRow } from "../../../../service/floor/queues/leased-rows.ts";
import { serviceScene } from "../../../support/cast.ts";
import { context, createWorkshop, draftInput } from "../../../support/workflow.ts";

const { service } = serviceScene();

const mails = 3;

/** An agency with mails that wait to be sent. */
async function agencyWithMails(): Promise<number> {
  const { sql } = service;
  const { agencyId, clientId } = await createWorkshop(sql);
  for (let mail = 0; mail < mails; mail += 1) {
    const { id: draftId } = await createDraft(sql, agencyId, draftInput(clientId), context);
    await sendApprovalRequest(sql, agencyId, { draftId, draftVersion: 1, acceptWarnings: true }, context);
  }
  return agencyId;
}

test("a claim takes one mail, whatever plan the database makes", async () => {
  const { sql } = service;
  await agencyWithMails();
  await sql`analyze mail`;
  // The statistics know nothing of this agency, so a plan that reads its rows first looks as good as any.
  const agencyId = await agencyWithMails();
  await sql.begin(async (transaction) => {
    // With the agency's id known the planner expects one row of it, and reads the mails before it asks which is due.
    await transaction`select set_config('plan_cache_mode', 'force_custom_plan', true)`;
    await claimRow(transaction, mailQueues.personal, agencyId);
    const leased = await transaction`
      select id
      from mail
      where agency_id = ${agencyId}
        and lease_token is not null
    `;
    expect(leased.length).toBe(1);
  });
});
