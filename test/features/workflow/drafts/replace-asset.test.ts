import { describe, expect, test } from "bun:test";
import { getAsset, listAssets } from "../../../../service/features/media/list-assets.ts";
import { updateAsset } from "../../../../service/features/media/update-asset.ts";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { draftOf } from "../../../../service/features/workflow/drafts/find-draft.ts";
import { replaceAsset } from "../../../../service/features/workflow/drafts/replace-asset.ts";
import { contentHash } from "../../../../service/features/workflow/drafts/rules.ts";
import { correctRelease } from "../../../../service/features/workflow/releases/correct-release.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { serviceKinds } from "../../../support/service.ts";
import {
  context,
  createApproved,
  createRequested,
  createWorkshop,
  draftInput,
  refusalOf,
} from "../../../support/workflow.ts";
import { drawPng } from "../../media/support/draw.ts";
import { add, inPieces, openTestMedia } from "../../media/support/media.ts";
import { todayReader } from "../../today/support.ts";

describe.each(serviceKinds)("a file is replaced, %s", (kind) => {
  const { service, atEnd, owner, workshop: own } = serviceScene(kind);
  const { actor } = context;
  const media = given(async () => openTestMedia(service.sql));
  const foreign = given(() => createWorkshop(service.sql));
  atEnd(() => media.close());

  let colours = 0;

  test("texts in work get it as their next version, with picture, files and addresses, and it keeps what was said", async () => {
    const [old, other] = [await addPicture(), await addPicture()];
    await updateAsset(service.sql, own.agencyId, {
      ...{ assetId: old.assetId, caption: "Am Montag", focus: { x: 20, y: 70 }, actor },
    });
    const small = old.url.replace(".png", "-800.webp");
    const bodyMarkdown = `Text\n\n![Werk](${small} "Zeile")\n\n[Original](${old.url}?download) ![](${other.url})`;
    const draftId = await newDraft({
      ...{ title: "Titel", subtitle: "Unterzeile", keywords: ["a"], topics: ["Bau"], dateline: "Köln" },
      ...{ imageAssetId: old.assetId, assetIds: [other.assetId, old.assetId], bodyMarkdown },
    });
    const without = await newDraft({ imageAssetId: other.assetId });
    const before = await read(draftId);

    const replaced = await replace(old.assetId);
    expect(replaced).toMatchObject({ fileName: "neu.png", draftsChanged: 1 });
    const asset = await getAsset(service.sql, own.agencyId, replaced.assetId);
    expect(asset).toMatchObject({
      ...{ clientId: own.clientId, alt: "Ein Werk", credit: "Foto: Müller", caption: "Am Montag" },
      focus: { x: 20, y: 70 },
    });
    const after = await read(draftId);
    expect([after.version, after.status]).toEqual([2, "draft"]);
    expect(after.content).toEqual({
      ...before.content,
      imageAssetId: asset.id,
      assetIds: [other.assetId, asset.id],
      bodyMarkdown: bodyMarkdown
        // The copy that the editor would choose.
        .replace(small, asset.url.replace(".png", "-1600.webp"))
        .replace(old.url, asset.url),
    });
    expect(Buffer.from(after.contentHash).equals(contentHash(after.content))).toBe(true);
    expect(Buffer.from(after.contentHash).equals(before.contentHash)).toBe(false);
    expect((await read(without)).version).toBe(1);
    const [first] = await auditOf(old.assetId, "asset.replaced");
    expect(first).toMatchObject({
      before: { assetId: old.assetId, fileName: old.fileName },
      after: { assetId: asset.id, fileName: "neu.png", sha256: asset.sha256 },
      drafts: 1,
    });
    expect(await auditOf(draftId, "draft.updated")).toMatchObject([
      { version: 2, assetReplaced: old.assetId },
    ]);
  });

  test("texts that are asked for, approved, planned or published keep the old one with their approval", async () => {
    const old = await addPicture();
    const input = { imageAssetId: old.assetId };
    const { draftId: asked, approvalId } = await createRequested(service.sql, own, input);
    const approved = await createApproved(service.sql, own, input);
    const planned = await createApproved(service.sql, own, input);
    const published = await createApproved(service.sql, own, input);
    const publish = (draftId: string, more = {}) =>
      publishRelease(
        service.sql,
        own.agencyId,
        { draftId, approvedVersion: 1, maxCredits: 5, ...more },
        context,
      );
    await publish(planned, { publishAt: new Date(Date.now() + 3_600_000).toISOString() });
    const { pressReleaseId } = await publish(published);
    expect((await replace(old.assetId)).draftsChanged).toBe(0);
    for (const [draftId, status] of [
      [asked, "in_approval"],
      [approved, "approved"],
      [planned, "scheduled"],
      [published, "published"],
    ] as const) {
      const draft = await read(draftId);
      expect([draft.status, draft.version, draft.content.imageAssetId]).toEqual([status, 1, old.assetId]);
    }
    const [approval] = await service.sql`select status from approval where id = ${approvalId}`;
    expect(approval?.status).toBe("pending");

    const correction = { pressReleaseId, note: "Die Zahl.", bodyMarkdown: "Neuer Text." };
    await correctRelease(service.sql, own.agencyId, correction, context);
    const { assetId, draftsChanged } = await replace(old.assetId);
    expect(draftsChanged).toBe(1);
    expect((await read(published)).content).toMatchObject({
      imageAssetId: assetId,
      correctionNote: "Die Zahl.",
    });
    const [release] = await service.sql`
      select image_asset_id as "imageAssetId" from release
      where agency_id = ${own.agencyId} and id = ${pressReleaseId}`;
    expect(release?.imageAssetId).toBe(old.assetId);
  });

  test("a text whose client wishes changes stays one, and what needs a person today goes on naming it", async () => {
    const old = await addPicture();
    const asked = await createRequested(service.sql, own, { imageAssetId: old.assetId });
    await decideApproval(service.sql, asked.token, { status: "changes_requested", comment: "Kürzer" });
    expect((await replace(old.assetId)).draftsChanged).toBe(1);
    const draft = await read(asked.draftId);
    expect([draft.version, draft.status]).toEqual([2, "changes_requested"]);
    const { work } = await todayReader(service)(own.agencyId);
    const wish = work.find(({ draftId }) => draftId === asked.draftId);
    expect(wish).toMatchObject({ kind: "changes", approvalId: asked.approvalId, comment: "Kürzer" });
    const page = await (await owner.get(`/app/meldungen/${asked.draftId}/freigabe`)).text();
    expect(page).toContain("wünscht Änderungen. <a href");
    const request = { draftId: asked.draftId, draftVersion: 2, acceptWarnings: true };
    await sendApprovalRequest(service.sql, own.agencyId, request, context);
    expect((await read(asked.draftId)).status).toBe("in_approval");
  });

  test("the same file, one of another kind and another agency's are refused, and nothing is kept", async () => {
    const bytes = png();
    const old = await add(media, own.agencyId, { clientId: own.clientId, bytes });
    const draftId = await newDraft({ imageAssetId: old.assetId });
    const count = await countAssets();
    expect(await refusalOf(replace(old.assetId, bytes))).toBe("no_changes");
    const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
    expect(await refusalOf(replace(old.assetId, pdf))).toBe("file_type_refused");
    expect(await refusalOf(replace(old.assetId, png(), foreign.agencyId))).toBe("not_found");
    expect(await refusalOf(replace(crypto.randomUUID()))).toBe("not_found");
    expect(await countAssets()).toBe(count);
    expect((await read(draftId)).version).toBe(1);
  });

  test("a hundred texts are changed at once, one more is refused and changes none", async () => {
    const old = await addPicture();
    const draftId = await newDraft({ imageAssetId: old.assetId });
    await service.sql`
      with copied as (
        insert into draft (agency_id, id, client_id)
        select ${own.agencyId}, gen_random_uuid(), ${own.clientId} from generate_series(1, 100)
        returning id
      )
      insert into draft_version (
        agency_id, draft_id, version, title, body_markdown, language, keywords, image_asset_id, content_hash
      )
      select ${own.agencyId}, id, 1, 'Kopie', 'Text', 'de', '{}', ${old.assetId}, sha256('a')
      from copied`;
    const count = await countAssets();
    expect(await refusalOf(replace(old.assetId))).toBe("invalid_parameters");
    expect([(await read(draftId)).version, await countAssets()]).toEqual([1, count]);
    await service.sql`
      update draft set status = 'in_approval' where agency_id = ${own.agencyId} and id = ${draftId}`;
    expect((await replace(old.assetId)).draftsChanged).toBe(100);
    expect((await read(draftId)).version).toBe(1);
  });

  /** A picture that no other one of this file is. */
  const png = (width = 900) => {
    colours += 1;
    const colour = colours * 4_099;
    return drawPng(width, 40, () => colour);
  };
  const addPicture = () => add(media, own.agencyId, { clientId: own.clientId, bytes: png() });
  const replace = (assetId: string, bytes: Uint8Array = png(), agencyId = own.agencyId) =>
    replaceAsset(media, agencyId, { assetId, fileName: "neu.png", chunks: inPieces(bytes), actor });
  const read = (draftId: string) => draftOf(service.sql, own.agencyId, draftId);
  const newDraft = async (input = {}) =>
    (await createDraft(service.sql, own.agencyId, draftInput(own.clientId, input), context)).id;
  const auditOf = async (subjectId: string, action: string) =>
    (
      await service.sql`
        select details from audit
        where agency_id = ${own.agencyId} and subject_id = ${subjectId} and action = ${action}`
    ).map(({ details }) => details);
  const countAssets = async () =>
    (await listAssets(service.sql, own.agencyId, { clientId: own.clientId, limit: 100 })).assets.length;
});
