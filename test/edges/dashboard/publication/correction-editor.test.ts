import { expect, test } from "bun:test";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { draftOf } from "../../../../service/features/workflow/drafts/find-draft.ts";
import { contentHash } from "../../../../service/features/workflow/drafts/rules.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { correctRelease } from "../../../../service/features/workflow/releases/correct-release.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { serviceScene } from "../../../support/cast.ts";
import { context, createApproved, freshToken, refusalOf } from "../../../support/workflow.ts";

const { service, workshop, owner } = serviceScene();
const dayMs = 86_400_000;

test("a correction takes no embargo and no address, by no way", async () => {
  const { draftId } = await corrected();
  const update = (change: object) =>
    updateDraft(service.sql, workshop.agencyId, { draftId, expectedVersion: 2, ...change }, context);
  const embargoUntil = new Date(Date.now() + dayMs).toISOString();
  expect(await refusalOf(update({ embargoUntil }))).toBe("validation_error");
  expect(await refusalOf(update({ embargoUntil: null }))).toBe("validation_error");
  expect(await refusalOf(update({ slug: "anders" }))).toBe("validation_error");
  const page = await (await owner.get(`/app/meldungen/${draftId}`)).text();
  expect(page).not.toContain("Sperrfrist");
  expect(page).not.toContain("Ende der Adresse");
});

test("its form keeps both as they were, with proposals for search engines too", async () => {
  const { draftId } = await corrected();
  const path = `/app/meldungen/${draftId}`;
  const page = await (await owner.get(path)).text();
  const hidden = (name: string) =>
    new RegExp(`type="hidden"[^>]* name="${name}" value="([^"]*)"`).exec(page)?.[1];
  const form = {
    ...{ expectedVersion: "2", correctionNote: "130 Plätze.", language: "de", title: "Berichtigter Titel" },
    ...{ bodyMarkdown: "Ein Wort folgt. ".repeat(30), embargoUntil: hidden("embargoUntil") ?? "" },
    slug: hidden("slug") ?? "fehlt",
  };
  const proposed = await (await owner.post(`${path}/seo`, form)).text();
  expect(proposed).toContain('name="slug" value=""');
  expect((await owner.post(path, form)).status).toBe(303);
  const { content } = await draftOf(service.sql, workshop.agencyId, draftId);
  expect(content).toMatchObject({ title: "Berichtigter Titel", slug: null, embargoUntil: expect.any(Date) });
});

test("an earlier version comes back into a correction with the note that it has", async () => {
  const { draftId } = await corrected();
  const before = await draftOf(service.sql, workshop.agencyId, draftId);
  const back = await owner.post(`/app/meldungen/${draftId}/fassungen/1`, { expectedVersion: "2" });
  expect(back.status).toBe(303);
  const { content, version } = await draftOf(service.sql, workshop.agencyId, draftId);
  expect([version, content.correctionNote]).toEqual([3, before.content.correctionNote]);
  expect(content.bodyMarkdown).not.toBe(before.content.bodyMarkdown);
});

test("the approval of what readers have stays one in the history, and an open request ends with the text", async () => {
  const { draftId } = await corrected();
  const { agencyId } = workshop;
  const request = { draftId, draftVersion: 2, acceptWarnings: true };
  await sendApprovalRequest(service.sql, agencyId, request, context);
  const change = { draftId, expectedVersion: 2, title: "Noch einmal anders" };
  await updateDraft(service.sql, agencyId, change, context);
  const page = await (await owner.get(`/app/meldungen/${draftId}/freigabe`)).text();
  const [, open = "", granted = ""] = page.slice(page.indexOf('id="verlauf"')).split("<li>");
  expect(open).toContain("<strong>Überholt: der Text wurde geändert</strong>:");
  expect(granted).toContain("<strong>Freigegeben</strong> am ");
  expect(granted).toContain("Danach wurde der Text geändert.");
  const versions = await (await owner.get(`/app/meldungen/${draftId}/fassungen`)).text();
  expect(versions).toContain("freigegeben, veröffentlicht");
});

test("a version that readers had before a correction stays approved among the versions", async () => {
  const { draftId } = await corrected();
  const request = { draftId, draftVersion: 2, acceptWarnings: true };
  const { approvalId } = await sendApprovalRequest(service.sql, workshop.agencyId, request, context);
  const yes = { status: "approved", comment: null } as const;
  await decideApproval(service.sql, await freshToken(service.sql, approvalId), yes);
  await publishRelease(
    service.sql,
    workshop.agencyId,
    { draftId, approvedVersion: 2, maxCredits: 0 },
    context,
  );
  const versions = await (await owner.get(`/app/meldungen/${draftId}/fassungen`)).text();
  expect(versions.match(/freigegeben(?:, veröffentlicht)?/g)).toEqual([
    "freigegeben, veröffentlicht",
    "freigegeben",
  ]);
});

test("the client is promised no date: a correction appears at once", async () => {
  const { draftId } = await corrected();
  const request = { draftId, draftVersion: 2, acceptWarnings: true };
  const { approvalId } = await sendApprovalRequest(service.sql, workshop.agencyId, request, context);
  const token = await freshToken(service.sql, approvalId);
  const page = await (await fetch(`${service.url}/approvals/${token}`)).text();
  expect(page).toContain("<dt>Berichtigung</dt>");
  expect(page).not.toContain("erscheint nicht vor");
});

test("one that was approved with a date before waits for it", async () => {
  const { draftId } = await corrected();
  // As an editor of the release before this one wrote it.
  await service.sql`
    update draft_version set embargo_until = now() + interval '1 day' where draft_id = ${draftId} and version = 2`;
  const { content } = await draftOf(service.sql, workshop.agencyId, draftId);
  await service.sql`
    update draft_version set content_hash = ${Buffer.from(contentHash(content))} where draft_id = ${draftId} and version = 2`;
  const request = { draftId, draftVersion: 2, acceptWarnings: true };
  const { approvalId } = await sendApprovalRequest(service.sql, workshop.agencyId, request, context);
  const yes = { status: "approved", comment: null } as const;
  await decideApproval(service.sql, await freshToken(service.sql, approvalId), yes);
  const order = { draftId, approvedVersion: 2, maxCredits: 0 };
  expect(await refusalOf(publishRelease(service.sql, workshop.agencyId, order, context))).toBe(
    "embargo_active",
  );
});

/** The correction of a release whose embargo is over. */
async function corrected(): Promise<{ draftId: string }> {
  const { agencyId } = workshop;
  const embargoUntil = new Date(Date.now() - dayMs).toISOString();
  const draftId = await createApproved(service.sql, workshop, { embargoUntil });
  const order = { draftId, approvedVersion: 1, maxCredits: 1 };
  const { pressReleaseId } = await publishRelease(service.sql, agencyId, order, context);
  const correction = { pressReleaseId, note: "130 Plätze.", bodyMarkdown: "Es sind **130** Plätze." };
  await correctRelease(service.sql, agencyId, correction, context);
  return { draftId };
}
