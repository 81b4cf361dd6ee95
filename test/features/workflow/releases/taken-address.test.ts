import { expect, test } from "bun:test";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { getAgencyCredits } from "../../../../service/features/workflow/credits/get-agency-credits.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { stopRelease } from "../../../../service/features/workflow/releases/stop-release.ts";
import { serviceScene } from "../../../support/cast.ts";
import { countLockWaits } from "../../../support/lock-waits.ts";
import { until } from "../../../support/until.ts";
import { context, createApproved, createWorkshop, freshToken, refusalOf } from "../../../support/workflow.ts";

const { service } = serviceScene();

test("a stopped release whose new address is taken at that moment is refused with what to do, and goes out on the next try", async () => {
  const { sql } = service;
  const workshop = await createWorkshop(sql);
  const { agencyId } = workshop;
  const publish = (draftId: string, approvedVersion: number, publishAt?: string) =>
    publishRelease(
      sql,
      agencyId,
      { draftId, approvedVersion, maxCredits: 1, ...(publishAt && { publishAt }) },
      context,
    );
  const other = await publish(await createApproved(sql, workshop, { title: "Etwas anderes" }), 1);
  const draftId = await createApproved(sql, workshop, { title: "Vor dem Umzug" });
  await publish(draftId, 1, new Date(Date.now() + 3_600_000).toISOString());
  await stopRelease(sql, agencyId, { release: { draftId }, what: "schedule", actor: context.actor });
  await updateDraft(sql, agencyId, { draftId, expectedVersion: 1, title: "Nach dem Umzug" }, context);
  const request = { draftId, draftVersion: 2, acceptWarnings: true };
  const { approvalId } = await sendApprovalRequest(sql, agencyId, request, context);
  await decideApproval(sql, await freshToken(sql, approvalId), { status: "approved", comment: null });
  const before = await getAgencyCredits(sql, agencyId, {});

  const refusal = await sql.begin(async (transaction) => {
    await transaction`
      update release set slug = 'nach-dem-umzug' where agency_id = ${agencyId} and id = ${other.pressReleaseId}`;
    const refused = refusalOf(publish(draftId, 2));
    // It has found the address free and waits for this transaction.
    await until(async () => (await countLockWaits(sql)) > 0);
    return { refused };
  });
  expect(await refusal.refused).toBe("service_unavailable");
  expect(await getAgencyCredits(sql, agencyId, {})).toEqual({ ...before, asOf: expect.any(String) });
  expect((await publish(draftId, 2)).url).toEndWith("/nach-dem-umzug-2");
});
