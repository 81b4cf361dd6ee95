import { describe, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { deleteAgency, restoreAgency } from "../../../../service/features/agencies/delete-agency.ts";
import { setClientStatus } from "../../../../service/features/clients/update-client.ts";
import { removeAsset } from "../../../../service/features/media/remove-asset.ts";
import { updateAsset } from "../../../../service/features/media/update-asset.ts";
import { listWork } from "../../../../service/features/today/work-sql.ts";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { readCredits } from "../../../../service/features/workflow/credits/sql.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { draftOf } from "../../../../service/features/workflow/drafts/find-draft.ts";
import { publicationQueue } from "../../../../service/features/workflow/drafts/sql.ts";
import { archiveRelease } from "../../../../service/features/workflow/releases/archive-release.ts";
import { correctRelease } from "../../../../service/features/workflow/releases/correct-release.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { publishScheduled } from "../../../../service/features/workflow/releases/publish-scheduled.ts";
import { publishSoon } from "../../../../service/features/workflow/releases/publish-soon.ts";
import { createTurns } from "../../../../service/floor/queues/take-turns.ts";
import { createLog } from "../../../../service/log.ts";
import { createDashboardUser } from "../../../edges/dashboard/support.ts";
import { announceAll } from "../../../support/announce-all.ts";
import { serviceScene } from "../../../support/cast.ts";
import { insertTestAssets } from "../../../support/test-assets.ts";
import {
  context,
  createApproved,
  createWorkshop,
  draftInput,
  freshToken,
  refusalOf,
  type Workshop,
} from "../../../support/workflow.ts";

const { actor } = context;
const { service } = serviceScene();

describe("a picture of a planned release", () => {
  test("can't be removed, and the release appears at its time", async () => {
    const own = await createWorkshop(service.sql);
    const { assetId, draftId } = await withPicture(own);
    await plan(own, draftId);
    const removing = removeAsset(service.sql, own.agencyId, { assetId, actor }).then(
      () => "removed",
      ({ code }) => code,
    );
    const outcome = await removing;
    await appear(draftId);
    expect([outcome, (await draftOf(service.sql, own.agencyId, draftId)).status]).toEqual([
      "asset_in_use",
      "published",
    ]);
  });

  test("keeps its alternative text and its credit", async () => {
    const own = await createWorkshop(service.sql);
    const { assetId, draftId } = await withPicture(own);
    await plan(own, draftId);
    const change = { assetId, alt: "", credit: "", actor };
    expect(await refusalOf(updateAsset(service.sql, own.agencyId, change))).toBe("asset_incomplete");
  });

  test("that was removed before is named on the page of publication, which leads to no 404", async () => {
    const own = await createWorkshop(service.sql);
    const user = await createDashboardUser(service, own.agencyId, { role: "editor" });
    const { assetId, draftId } = await withPicture(own);
    await removeAsset(service.sql, own.agencyId, { assetId, actor });
    const at = `/app/meldungen/${draftId}/veroeffentlichen`;
    expect(await (await user.get(at)).text()).toContain("nicht mehr in der Mediathek");
    const sent = await user.post(at, { version: "1", credits: "1", when: "now", publishAt: "" });
    expect(await sent.text()).toContain("nicht mehr in der Mediathek");
  });
});

describe("an archived client", () => {
  test("is none while a publication is planned: nothing is charged that nobody can see", async () => {
    const own = await createWorkshop(service.sql);
    const draftId = await createApproved(service.sql, own, { title: "Geplant" });
    await plan(own, draftId);
    expect(await refusalOf(archiveClient(own))).toBe("release_status_conflict");
  });

  test("has nothing published, and nobody is asked", async () => {
    const own = await createWorkshop(service.sql);
    const approved = await createApproved(service.sql, own, { title: "Freigegeben" });
    const { id } = await createDraft(service.sql, own.agencyId, draftInput(own.clientId), context);
    await archiveClient(own);
    expect(await refusalOf(publish(own, approved))).toBe("validation_error");
    const request = { draftId: id, draftVersion: 1, acceptWarnings: true };
    const asking = sendApprovalRequest(service.sql, own.agencyId, request, context);
    expect(await refusalOf(asking)).toBe("validation_error");
  });
});

test("an archived release whose picture is gone from the library does not come back with a hole, and is told which", async () => {
  const own = await createWorkshop(service.sql);
  const user = await createDashboardUser(service, own.agencyId);
  const assetId = await picture(own);
  const inText = `Text.\n\n![Bild](/media/${assetId}/0123456789abcdef.png)`;
  for (const [shown, where] of [
    [{ bodyMarkdown: inText }, "Bilder oder Dateien im Text"],
    [{ imageAssetId: await picture(own) }, "das Bild über dem Text"],
  ] as const) {
    const draftId = await createApproved(service.sql, own, { title: "Kommt wieder", ...shown });
    const { pressReleaseId } = await publish(own, draftId);
    const at = `/app/meldungen/erschienen/${pressReleaseId}/wiederherstellen`;
    await archiveRelease(service.sql, own.agencyId, { pressReleaseId, actor });
    expect((await user.post(at)).status).toBe(303);
    await archiveRelease(service.sql, own.agencyId, { pressReleaseId, actor });
    const gone = "imageAssetId" in shown ? shown.imageAssetId : assetId;
    // Nobody publishes a picture without them either.
    await updateAsset(service.sql, own.agencyId, { assetId: gone, credit: "", actor });
    const incomplete = await user.post(at);
    expect([incomplete.status, await incomplete.text()]).toEqual([
      409,
      expect.stringContaining("Bildnachweis"),
    ]);
    await removeAsset(service.sql, own.agencyId, { assetId: gone, actor });
    const refused = await user.post(at);
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(where)]);
    expect((await draftOf(service.sql, own.agencyId, draftId)).status).toBe("archived");
  }
});

test("a release is archived in the half minute before its correction appears", async () => {
  const own = await createWorkshop(service.sql);
  const draftId = await createApproved(service.sql, own, { title: "Countdown" });
  const { pressReleaseId } = await publish(own, draftId);
  const correction = { pressReleaseId, note: "130 Plätze.", bodyMarkdown: "Es sind 130." };
  await correctRelease(service.sql, own.agencyId, correction, context);
  const request = { draftId, draftVersion: 2, acceptWarnings: true };
  const { approvalId } = await sendApprovalRequest(service.sql, own.agencyId, request, context);
  await decideApproval(service.sql, await freshToken(service.sql, approvalId), {
    status: "approved",
    comment: null,
  });
  const soon = { draftId, approvedVersion: 2, maxCredits: 0 };
  await publishSoon(service.sql, own.agencyId, soon, context);
  await archiveRelease(service.sql, own.agencyId, { pressReleaseId, actor });
  expect((await draftOf(service.sql, own.agencyId, draftId)).status).toBe("archived");
});

test("what was to appear before its agency was restored waits on Heute for people, what comes later appears", async () => {
  const { sql } = service;
  const own = await createWorkshop(sql);
  const { agencyId } = own;
  const [passed, coming] = [await createApproved(sql, own), await createApproved(sql, own)];
  await plan(own, passed);
  await plan(own, coming);
  const [{ name } = { name: "" }] = await sql<
    { name: string }[]
  >`select name from agency where id = ${agencyId}`;
  await deleteAgency(sql, agencyId, { name, graceDays: 30, actor });
  // A column of milliseconds rounds now() up, perhaps behind the moment of the restoring.
  await sql`update draft set scheduled_for = now() - interval '1 second' where id = ${passed}`;
  await restoreAgency(sql, agencyId, { actor });
  await comeDue(coming);
  await publishDue();
  expect((await draftOf(sql, agencyId, coming)).status).toBe("published");
  expect((await draftOf(sql, agencyId, passed)).status).toBe("approved");
  expect(await listWork(sql, agencyId, { clientIds: null })).toMatchObject([
    { kind: "approved", draftId: passed },
  ]);
  expect(await readCredits(sql, agencyId)).toMatchObject({ reserved: 0 });
  const noted = await sql`
    select actor_type, subject_id from audit where agency_id = ${agencyId} and action = 'release.stopped'`;
  expect([...noted]).toEqual([{ actor_type: "service", subject_id: passed }]);
  await publish(own, passed);
});

const picture = async (own: Workshop) => {
  const assetId = uuidv7();
  await insertTestAssets(service.sql, own, [assetId]);
  return assetId;
};
const withPicture = async (own: Workshop) => {
  const assetId = await picture(own);
  const draftId = await createApproved(service.sql, own, { title: "Mit Bild", imageAssetId: assetId });
  return { assetId, draftId };
};
const publish = (own: Workshop, draftId: string, publishAt?: string) =>
  publishRelease(
    service.sql,
    own.agencyId,
    { draftId, approvedVersion: 1, maxCredits: 1, ...(publishAt !== undefined && { publishAt }) },
    context,
  );
const plan = (own: Workshop, draftId: string) =>
  publish(own, draftId, new Date(Date.now() + 3_600_000).toISOString());
const archiveClient = ({ agencyId, clientId }: Workshop) =>
  setClientStatus(service.sql, agencyId, { clientId, status: "archived" }, actor);
const appear = async (draftId: string) => {
  await comeDue(draftId);
  await publishDue();
};
const comeDue = async (draftId: string) => {
  await service.sql`update draft set scheduled_for = now() where id = ${draftId}`;
};
const publishDue = async () => {
  const { sql } = service;
  await announceAll(sql);
  const turns = createTurns(sql, publicationQueue);
  const deps = { sql, log: createLog("silent", () => {}), publicUrl: context.publicUrl, turns };
  await publishScheduled(deps, new AbortController().signal);
};
