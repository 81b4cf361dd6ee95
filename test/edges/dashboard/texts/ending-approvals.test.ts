import { describe, expect, test } from "bun:test";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { serviceScene } from "../../../support/cast.ts";
import { context, draftInput, freshToken } from "../../../support/workflow.ts";

const { service, workshop, owner } = serviceScene();

describe.each([
  {
    state: "a request for approval",
    isApproved: false,
    before: "endet die laufende Anfrage um Freigabe",
    after: "Die Anfrage galt der vorigen Fassung und ist beendet",
  },
  {
    state: "an approval",
    isApproved: true,
    before: "endet die Freigabe",
    after: "Die Freigabe galt der vorigen Fassung und ist hinfällig",
  },
])("$state", ({ isApproved, before, after }) => {
  test("ends by saving, which its page says before and after", async () => {
    const path = `/app/meldungen/${await secondVersion(isApproved)}`;
    expect(await textAt(path)).toContain(before);
    const saved = await owner.post(path, {
      ...{ title: "Nach der Anfrage", bodyMarkdown: "Ganz anders.", language: "de" },
      expectedVersion: "2",
    });
    expect(noticeOf(saved)).toContain(after);
    expect(await textAt(path)).not.toContain(before);
  });

  test("ends by restoring an earlier version, which its page says before and after", async () => {
    const path = `/app/meldungen/${await secondVersion(isApproved)}/fassungen/1`;
    expect(await textAt(path)).toContain(before);
    expect(noticeOf(await owner.post(path, { expectedVersion: "2" }))).toContain(after);
    expect(await textAt(path)).not.toContain(before);
  });
});

test("nothing is said of an approval where nobody was asked", async () => {
  const { id } = await createDraft(service.sql, workshop.agencyId, draftInput(workshop.clientId), context);
  expect(await textAt(`/app/meldungen/${id}`)).not.toContain("Wenn Sie eine neue Fassung speichern");
});

/** A text whose second version the client is asked about, or has approved. */
async function secondVersion(isApproved: boolean): Promise<string> {
  const { sql } = service;
  const { agencyId, clientId } = workshop;
  const { id: draftId } = await createDraft(sql, agencyId, draftInput(clientId), context);
  await updateDraft(sql, agencyId, { draftId, expectedVersion: 1, title: "Zweite Fassung" }, context);
  const request = { draftId, draftVersion: 2, acceptWarnings: true };
  const { approvalId } = await sendApprovalRequest(sql, agencyId, request, context);
  const decision = { status: "approved", comment: null } as const;
  if (isApproved) await decideApproval(sql, await freshToken(sql, approvalId), decision);
  return draftId;
}

const textAt = async (path: string) => await (await owner.get(path)).text();

function noticeOf(answer: Response): string {
  expect(answer.status).toBe(303);
  const notice = /notice=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1] ?? "";
  return Buffer.from(notice, "base64").toString();
}
