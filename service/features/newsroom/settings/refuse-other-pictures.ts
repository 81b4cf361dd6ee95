import type { Queryable } from "../../../floor/db/open.ts";
import { refuseFields } from "../../../floor/web/refuse-fields.ts";
import { isPicture } from "../../media/media-types.ts";
import { lockAssets } from "../../media/sql.ts";
import type { NewsroomChanges } from "./rules.ts";

/**
 * Refuses a logo or portrait that is no picture of this client, by field. The chosen ones can't be removed until the transaction
 * ends.
 */
export async function refuseOtherPictures(
  transaction: Queryable,
  agencyId: number,
  { clientId, changes }: { clientId: number; changes: NewsroomChanges },
): Promise<void> {
  const chosen = (["logoAssetId", "contactPictureAssetId"] as const).flatMap((field) => {
    const id = changes[field];
    return typeof id === "string" ? [{ field, id }] : [];
  });
  if (chosen.length === 0) return;
  const ids = [...new Set(chosen.map(({ id }) => id))];
  const pictures = (await lockAssets(transaction, agencyId, ids)).filter(
    (asset) => asset.clientId === clientId && isPicture(asset),
  );
  refuseFields(
    chosen
      .filter(({ id }) => pictures.every((picture) => picture.id !== id))
      .map(({ field }) => ({
        field,
        german: "Bitte ein Bild aus der Mediathek dieses Kunden wählen.",
        english: "expected a picture of this client.",
      })),
  );
}
