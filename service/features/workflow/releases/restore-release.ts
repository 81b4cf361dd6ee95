import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { requireAssets } from "../../media/require-assets.ts";
import { assetIdsIn } from "../../media/text-pictures.ts";
import { releaseUrl } from "../../newsroom/paths.ts";
import { refuseTakenLanguage } from "../drafts/check-references.ts";
import type { DraftContent } from "../drafts/rules.ts";
import { setDraftOnline } from "../drafts/sql.ts";
import { type HeldRelease, heldReleaseOf, statusConflict } from "./held-release.ts";
import { findReleaseContent, setReleaseStatus } from "./lifecycle-sql.ts";
import { findAddress } from "./workflow-sql.ts";

/**
 * Puts an archived release back on its newsroom, under its address and with its first date. It costs nothing, and no event
 * says it: `release.published` would be a second publication to whoever counts them.
 * Throws `not_found`, `release_status_conflict` for a release that is not archived, and for one whose pictures or files are gone,
 * `asset_incomplete`, and `validation_error` where another text took its language meanwhile.
 */
export async function restoreRelease(
  sql: Sql,
  agencyId: number,
  input: { pressReleaseId: number; actor: AuditActor; publicUrl: string },
): Promise<{ pressReleaseId: number; url: string; restoredAt: string }> {
  const { pressReleaseId } = input;
  return await sql.begin(async (transaction) => {
    const { release, draft } = await heldReleaseOf(transaction, agencyId, pressReleaseId);
    if (release.status !== "archived") {
      throw statusConflict(
        release,
        {
          german: "Die Meldung ist nicht archiviert.",
          english: `The release ${pressReleaseId} is not archived.`,
        },
        draft,
      );
    }
    const content = await contentOf(transaction, agencyId, { release, draft });
    await refuseMissingFiles(transaction, agencyId, { release, draft }, content);
    await refuseTakenLanguage(transaction, agencyId, {
      ...content,
      clientId: release.clientId,
      releaseId: pressReleaseId,
    });
    if (draft !== null) {
      await setDraftOnline(transaction, agencyId, { draftId: draft.id, isOnline: true });
    }
    const restoredAt = await setReleaseStatus(transaction, agencyId, { pressReleaseId, status: "published" });
    await insertAudit(transaction, agencyId, {
      actor: input.actor,
      action: "release.restored",
      subject: { type: "release", id: String(pressReleaseId) },
    });
    const address = await findAddress(transaction, agencyId, pressReleaseId);
    const url = releaseUrl(input.publicUrl, address, address.slug);
    return { pressReleaseId, url, restoredAt: restoredAt.toISOString() };
  });
}

async function contentOf(
  transaction: Queryable,
  agencyId: number,
  { release, draft }: HeldRelease,
): Promise<DraftContent> {
  const content = draft?.content ?? (await findReleaseContent(transaction, agencyId, release.pressReleaseId));
  if (content === null) throw new Error("The release that the transaction holds is not there.");
  return content;
}

/** Of an archived release pictures can be removed: readers would find holes where they stood. */
async function refuseMissingFiles(
  transaction: Queryable,
  agencyId: number,
  { release, draft }: HeldRelease,
  content: DraftContent,
): Promise<void> {
  const { clientId } = release;
  const { imageAssetId, bodyMarkdown } = content;
  const assetIds = [...new Set([...content.assetIds, ...assetIdsIn(bodyMarkdown)])];
  try {
    await requireAssets(transaction, agencyId, { clientId, imageAssetId, assetIds });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "not_found") throw error;
    const { imageAssetId: image, assetIds: files } = error.details?.fieldErrors ?? {};
    // The row of a release without a draft does not say any more where they stood.
    const gone =
      draft === null
        ? ["Bilder oder Dateien dieser Meldung"]
        : [image && "das Bild über dem Text", files && "Bilder oder Dateien im Text oder darunter"];
    const next =
      draft === null
        ? {
            german: "Legen Sie den Text neu an, und veröffentlichen Sie ihn mit anderen.",
            english: "Write the text anew, and publish it with others.",
          }
        : {
            german: "Duplizieren Sie den Text, und veröffentlichen Sie ihn mit anderen neu.",
            english: "Publish a copy of the text with others.",
          };
    // Not the whole message: it advises to change the text, which nobody can while it is archived.
    const ids = [imageAssetId ?? [], assetIds].flat().filter((id) => error.message.includes(id));
    const german = `Nicht mehr in der Mediathek: ${gone.filter(Boolean).join(", ")}. ${next.german}`;
    const english = `No longer in the media library: ${[...new Set(ids)].join(", ")}. ${next.english}`;
    throw statusConflict(release, { german, english }, draft);
  }
}
