import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { refusal, refuseFields } from "../../../floor/web/refuse-fields.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { findClient } from "../../clients/sql.ts";
import { assetIdsIn, withoutPictures } from "../../media/text-pictures.ts";
import { findLatestApproval } from "../approvals/sql.ts";
import { heldDraftOf, refuseNewerVersion, type SeenDraft } from "./find-draft.ts";
import { contentHash } from "./rules.ts";
import { type DraftRow, insertNextVersion, setDraftClient } from "./sql.ts";

export type MovedDraft = {
  clientName: string /** Picture, files or original stayed with the client that has them. */;
  leftBehind: boolean;
};

/**
 * Gives a text to another client, as long as nobody was asked about it. Picture, files and the original of a translation belong to the
 * client: where there are some, the text goes on without them as its next version.
 * Throws `not_found`, `validation_error` for a client that can't have it, `release_status_conflict`, and `version_conflict` where
 * `expectedVersion` is another one.
 */
export async function moveDraft(
  sql: Sql,
  agencyId: number,
  { draftId, expectedVersion, clientId }: SeenDraft & { clientId: number },
  actor: AuditActor,
): Promise<MovedDraft> {
  return await sql.begin(async (transaction) => {
    const draft = await heldDraftOf(transaction, agencyId, draftId);
    refuseNewerVersion(draft, expectedVersion);
    if (!(await canMove(transaction, agencyId, draft))) {
      throw refusal("release_status_conflict", {
        german:
          "Um die Freigabe dieses Textes wurde schon gebeten, er bleibt deshalb bei seinem Kunden. Duplizieren Sie ihn.",
        english:
          "Somebody was asked to approve this draft, so it stays with its client. Make a copy instead.",
      });
    }
    const client = await findClient(transaction, agencyId, clientId);
    if (client === null || client.status !== "active" || clientId === draft.clientId) {
      refuseFields({
        field: "clientId",
        german: "Bitte wählen Sie einen anderen, nicht archivierten Kunden.",
        english: "Name another client of the agency that is active.",
      });
    }
    await setDraftClient(transaction, agencyId, { draftId: draft.id, clientId });
    const leftBehind = await leaveBehind(transaction, agencyId, { draft, actor });
    await insertAudit(transaction, agencyId, {
      actor,
      action: "draft.moved",
      subject: { type: "draft", id: draft.id },
      details: { before: { clientId: draft.clientId }, after: { clientId }, leftBehind },
    });
    return { clientName: client?.name ?? "", leftBehind };
  });
}

/** Nobody was asked for this text, and no publication of it was planned. */
export async function canMove(
  sql: Queryable,
  agencyId: number,
  { id, status, releaseId }: Pick<DraftRow, "id" | "status" | "releaseId">,
): Promise<boolean> {
  return status === "draft" && releaseId === null && (await findLatestApproval(sql, agencyId, id)) === null;
}

async function leaveBehind(
  transaction: Queryable,
  agencyId: number,
  { draft, actor }: { draft: DraftRow; actor: AuditActor },
): Promise<boolean> {
  const bodyMarkdown = withoutPictures(draft.content.bodyMarkdown, () => true);
  // Readers would get addresses that open nothing, and nobody could save the text.
  if (bodyMarkdown.trim() === "" || assetIdsIn(bodyMarkdown).length > 0) {
    throw refusal("validation_error", {
      german:
        "Im Text stehen Bilder oder Dateien des bisherigen Kunden, die sich nicht von selbst herausnehmen lassen. Nehmen Sie sie zuerst heraus.",
      english:
        "The text shows files of its client that can't be taken out by themselves. Take them out first.",
    });
  }
  const content = { ...draft.content, bodyMarkdown, imageAssetId: null, assetIds: [], translationOf: null };
  const hash = contentHash(content);
  if (Buffer.compare(hash, draft.contentHash) === 0) return false;
  const version = draft.version + 1;
  await insertNextVersion(transaction, agencyId, {
    draftId: draft.id,
    version,
    content,
    contentHash: hash,
    author: actor,
  });
  return true;
}
