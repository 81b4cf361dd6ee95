import { Type } from "@sinclair/typebox";
import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { refusal } from "../../../floor/web/refuse-fields.ts";
import { type AuditActor, insertAudits } from "../../audit/sql.ts";
import { addAsset, type MediaDeps } from "../../media/add-asset.ts";
import { getAsset } from "../../media/list-assets.ts";
import { mediaTypeOf } from "../../media/media-types.ts";
import type { Asset } from "../../media/schema.ts";
import { listShownAssets, type ShownAsset } from "../../media/shown-asset-sql.ts";
import { lockAssets, updateAssetRows } from "../../media/sql.ts";
import { withOtherAsset } from "../../media/text-pictures.ts";
import { checkInput } from "../check-input.ts";
import { type DraftInWork, insertVersionsWithAsset, lockDraftsInWork } from "./replace-asset-sql.ts";
import { contentHash, updatedContent } from "./rules.ts";
import { DraftChangeInput } from "./schema.ts";

/** Texts that one act writes anew: their contents stand in memory together. */
const draftsMax = 100;
const changedFields = Type.Pick(DraftChangeInput, ["bodyMarkdown"]);

export type Replacement = { assetId: string; fileName: string; draftsChanged: number };

/**
 * Puts a new picture or file in the place of an old one and copies the old one's alternative text, credit, caption and focus to it.
 * Drafts that people still write get a next version with it. Texts that somebody was asked about or approved, and those that are
 * scheduled or published, keep the old file until they get a new version by hand, because an approval is of what was seen; so does the
 * newsroom. The old file stays in the library.
 * Throws what `addAsset` throws, `file_type_refused` for a file of another kind, `no_changes` for the same one, and
 * `invalid_parameters` where more than `draftsMax` texts would change.
 */
export async function replaceAsset(
  deps: MediaDeps,
  agencyId: number,
  input: { assetId: string; fileName: string; chunks: AsyncIterable<Uint8Array>; actor: AuditActor },
): Promise<Replacement> {
  const { assetId: oldId, fileName, chunks, actor } = input;
  const { clientId } = await getAsset(deps.sql, agencyId, oldId);
  let draftsChanged = 0;
  const added = await addAsset(deps, agencyId, {
    clientId,
    fileName,
    chunks,
    actor,
    async alongside(transaction, newId) {
      draftsChanged = await putInPlace(transaction, agencyId, { oldId, newId, actor });
    },
  });
  return { assetId: added.assetId, fileName: added.fileName, draftsChanged };
}

/** Returns how many texts have the new file. */
async function putInPlace(
  transaction: Queryable,
  agencyId: number,
  { oldId, newId, actor }: { oldId: string; newId: string; actor: AuditActor },
): Promise<number> {
  const found = await lockAssets(transaction, agencyId, [oldId, newId]);
  const before = found.find(({ id }) => id === oldId.toLowerCase());
  const after = found.find(({ id }) => id === newId);
  if (before === undefined || after === undefined)
    throw new ServiceError("not_found", `The agency has no asset ${oldId}.`);
  refuseOther(before, after);
  const { clientId, alt, credit, caption, focus } = before;
  // The old asset's words as they are now: somebody may have changed them while the file was uploaded.
  await updateAssetRows(transaction, agencyId, [{ assetId: newId, alt, credit, caption, focus }]);
  const [shown] = await listShownAssets(transaction, agencyId, { clientId, assetIds: [newId] });
  if (shown === undefined) throw new Error("A new asset is not shown.");
  const limit = draftsMax + 1;
  const held = await lockDraftsInWork(transaction, agencyId, { clientId, assetId: before.id, limit });
  if (held.length > draftsMax) throw tooMany();
  const drafts = held.map((draft) => withAsset(draft, { from: before.id, to: shown }));
  if (drafts.length > 0) await insertVersionsWithAsset(transaction, agencyId, { drafts, author: actor });
  await insertAudits(transaction, agencyId, [
    {
      actor,
      action: "asset.replaced",
      subject: { type: "asset", id: before.id },
      details: { clientId, before: namedOf(before), after: namedOf(after), drafts: drafts.length },
    },
    ...drafts.map(({ draftId, version }) => ({
      actor,
      action: "draft.updated",
      subject: { type: "draft", id: draftId },
      details: { version: version + 1, approvalInvalidated: false, assetReplaced: before.id },
    })),
  ]);
  return drafts.length;
}

function namedOf({ id, fileName, sha256 }: Asset) {
  return { assetId: id, fileName, sha256 };
}

/** What shows a picture can show no PDF. */
function refuseOther(before: Asset, after: Asset): void {
  if (before.sha256 === after.sha256) {
    throw refusal("no_changes", {
      german: "Das ist dieselbe Datei. Es wurde nichts ersetzt.",
      english: "This is the very same file. Nothing was replaced.",
    });
  }
  if (mediaTypeOf(before.mediaType)?.shownAs === mediaTypeOf(after.mediaType)?.shownAs) return;
  throw refusal("file_type_refused", {
    german:
      "Ein Bild lässt sich nur durch ein Bild ersetzen, ein Film durch einen Film, ein Ton durch einen Ton, eine Datei durch eine Datei.",
    english:
      "A picture is replaced by a picture, a film by a film, sound by sound, another file by another file.",
  });
}

function tooMany(): ServiceError {
  return refusal("invalid_parameters", {
    german: `Mehr als ${draftsMax} Texte in Arbeit zeigen diese Datei, so viele ändert niemand auf einmal. Laden Sie die neue Datei hoch und wählen Sie sie in den Texten aus.`,
    english: `More than ${draftsMax} drafts show this file. Add the new file and choose it in the drafts.`,
  });
}

/** The draft with its content after the change; its version is still the one that was read. */
function withAsset(
  draft: DraftInWork,
  { from, to }: { from: string; to: ShownAsset },
): DraftInWork & { contentHash: Uint8Array } {
  const { bodyMarkdown, imageAssetId, assetIds } = draft.content;
  const change = {
    draftId: draft.draftId,
    expectedVersion: draft.version,
    bodyMarkdown: withOtherAsset(bodyMarkdown, { from, to }),
    imageAssetId: imageAssetId === from ? to.id : imageAssetId,
    assetIds: assetIds.map((id) => (id === from ? to.id : id)),
  };
  checkInput(changedFields, change);
  const content = updatedContent(draft.content, change);
  return { ...draft, content, contentHash: contentHash(content) };
}
