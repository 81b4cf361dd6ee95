import { expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { removeAsset } from "../../../../service/features/media/remove-asset.ts";
import { withoutPictures } from "../../../../service/features/media/text-pictures.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { duplicateDraft } from "../../../../service/features/workflow/drafts/duplicate-draft.ts";
import { draftOf } from "../../../../service/features/workflow/drafts/find-draft.ts";
import { moveDraft } from "../../../../service/features/workflow/drafts/move-draft.ts";
import { serviceScene } from "../../../support/cast.ts";
import { insertTestAssets } from "../../../support/test-assets.ts";
import { context, createWorkshop, draftInput, refusalOf, type Workshop } from "../../../support/workflow.ts";

const { actor } = context;
const { service } = serviceScene();

test("a text that moves leaves its pictures behind, whatever their captions hold", async () => {
  const own = await createWorkshop(service.sql);
  const other = await createWorkshop(service.sql, { agency: own });
  const assetId = await picture(own);
  const at = `/media/${assetId}/0123456789abcdef.png`;
  for (const mark of [
    `![Werk](${at} "Anna Müller (links), Foto: ACME")`,
    `![Werk \\[Nord\\]](${at})`,
    `![Werk](<${at}>)`,
    `![Werk](${at} "${"lang ".repeat(60)}")`,
  ]) {
    const input = draftInput(own.clientId, { bodyMarkdown: `Davor.\n\n${mark}\n\nDanach.` });
    const { id } = await createDraft(service.sql, own.agencyId, input, context);
    await moveDraft(service.sql, own.agencyId, { draftId: id, clientId: other.clientId }, actor);
    const { bodyMarkdown } = (await draftOf(service.sql, own.agencyId, id)).content;
    expect(bodyMarkdown.replace(/\s+/g, " ")).toBe("Davor. Danach.");
  }
});

test("a text of pictures alone does not move, and stays as it is", async () => {
  const own = await createWorkshop(service.sql);
  const other = await createWorkshop(service.sql, { agency: own });
  const bodyMarkdown = `![Werk](/media/${await picture(own)}/0123456789abcdef.png)`;
  const input = draftInput(own.clientId, { bodyMarkdown });
  const { id } = await createDraft(service.sql, own.agencyId, input, context);
  const moving = moveDraft(service.sql, own.agencyId, { draftId: id, clientId: other.clientId }, actor);
  expect(await refusalOf(moving)).toBe("validation_error");
  expect((await draftOf(service.sql, own.agencyId, id)).content.bodyMarkdown).toBe(bodyMarkdown);
});

test("a text is copied without a picture that was removed from the library", async () => {
  const own = await createWorkshop(service.sql);
  const assetId = await picture(own);
  const bodyMarkdown = `Text.\n\n![Werk](/media/${assetId}/0123456789abcdef.png)`;
  const input = draftInput(own.clientId, { bodyMarkdown });
  const { id } = await createDraft(service.sql, own.agencyId, input, context);
  await removeAsset(service.sql, own.agencyId, { assetId, actor });
  const copying = { draftId: id, idempotencyKey: uuidv7() };
  const copy = await duplicateDraft(service.sql, own.agencyId, copying, context);
  const { bodyMarkdown: copied } = (await draftOf(service.sql, own.agencyId, copy.id)).content;
  expect(copied.trim()).toBe("Text.");
});

test("pictures are found in time, whatever stands around them", () => {
  const address = "/media/018f4f0e-1111-7000-8000-000000000000/0123456789abcdef.png";
  for (const part of ["![", "![a\\", `![a](${address} "`, `![a](${address} "\\" `, `![a](<${address}`]) {
    const text = part.repeat(Math.ceil(100_000 / part.length));
    const startedAtMs = performance.now();
    expect(withoutPictures(text, () => true)).toBe(text);
    // Some milliseconds; half a minute where it looks again and again.
    expect(performance.now() - startedAtMs).toBeLessThan(2_000);
  }
});

const picture = async (own: Workshop) => {
  const assetId = uuidv7();
  await insertTestAssets(service.sql, own, [assetId]);
  return assetId;
};
