import type { Sql } from "../../../floor/db/open.ts";
import { refusal } from "../../../floor/web/refuse-fields.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { deleteDraftRows, isReleaseReferred, listApprovedVersions } from "./delete-sql.ts";
import { heldDraftOf, refuseNewerVersion, type SeenDraft } from "./find-draft.ts";
import type { DraftRow } from "./sql.ts";

/**
 * Deletes a text that no reader has and no contact is asked about, with its versions and their approvals. The audit keeps its title, and
 * the hashes of what was approved. Throws `not_found`, `release_status_conflict` (also where figures refer to its release),
 * `approval_pending`, `version_conflict` where `expectedVersion` is another one, and `confirmation_required` where a version was approved and `isConfirmed` is not given.
 */
export async function deleteDraft(
  sql: Sql,
  agencyId: number,
  { draftId, expectedVersion, isConfirmed }: SeenDraft & { isConfirmed: boolean },
  actor: AuditActor,
): Promise<{ title: string }> {
  return await sql.begin(async (transaction) => {
    const draft = await heldDraftOf(transaction, agencyId, draftId);
    refuseNewerVersion(draft, expectedVersion);
    const conflict = deletionConflict(draft);
    if (conflict !== null) throw refusal(conflict.code, conflict);
    if (draft.releaseId !== null && (await isReleaseReferred(transaction, agencyId, draft.releaseId))) {
      throw refusal("release_status_conflict", {
        german:
          "Zu dieser Meldung sind schon Clippings, Conversions oder andere Zahlen eingetragen. Sie bleibt, damit die belegt sind.",
        english:
          "Clippings, conversions or other figures refer to the release of this draft. It stays as their proof.",
      });
    }
    const approved = await listApprovedVersions(transaction, agencyId, draft.id);
    if (approved.length > 0 && !isConfirmed) {
      throw refusal("confirmation_required", {
        german: "Eine Fassung dieses Textes war freigegeben. Bitte bestätigen Sie das Löschen.",
        english: "A version of this draft was approved. Confirm its deletion.",
      });
    }
    const { clientId, version, content, releaseId } = draft;
    await insertAudit(transaction, agencyId, {
      actor,
      action: "draft.deleted",
      subject: { type: "draft", id: draft.id },
      details: { clientId, title: content.title, version, approved },
    });
    await deleteDraftRows(transaction, agencyId, { draftId: draft.id, releaseId });
    return { title: content.title };
  });
}

type Conflict = {
  code: "release_status_conflict" | "approval_pending";
  german: string;
  english: string;
};

/** Why a text can't be deleted for now, and what to do instead; null where it can. */
export function deletionConflict({
  status,
  publishedVersion,
}: Pick<DraftRow, "status" | "publishedVersion">): Conflict | null {
  const code = "release_status_conflict";
  if (status === "published")
    return {
      code,
      german: "Der Text ist veröffentlicht. Archivieren Sie die Meldung, wenn niemand sie mehr lesen soll.",
      english: "The draft is published. Archive its release instead.",
    };
  if (status === "archived")
    return {
      code,
      german:
        "Der Text war veröffentlicht und ist archiviert. Er bleibt, damit Zahlen und Berichte belegt sind.",
      english: "The draft was published and is archived. It stays as the proof of figures and reports.",
    };
  if (status === "in_approval")
    return {
      code: "approval_pending",
      german:
        "Der Kunde ist gerade um die Freigabe gebeten. Warten Sie die Antwort ab, oder ändern Sie den Text: Dann gilt die Anfrage nicht mehr.",
      english: "A contact is asked to approve the draft. Wait for the answer, or save another version first.",
    };
  if (publishedVersion !== null)
    return {
      code,
      german:
        "Der Text berichtigt eine veröffentlichte Meldung. Ziehen Sie die Berichtigung auf der Seite „Freigabe“ zurück.",
      english: "The draft corrects a published release. Withdraw the correction instead.",
    };
  if (status === "scheduled")
    return {
      code,
      german: "Die Veröffentlichung ist geplant. Stoppen Sie sie zuerst auf der Seite „Freigabe“.",
      english: "The draft is scheduled. Stop its publication first.",
    };
  return null;
}
