import { removeUnusedFiles } from "./cleanup.ts";
import { deleteCards, deleteUploads, forgetQuota } from "./erase-sql.ts";
import { deleteAssets, lockForRemoval } from "./remove-sql.ts";
import type { MediaStore } from "./store-files.ts";

/**
 * Removes all pictures and files of a client, or of the whole agency, whose releases and newsrooms are gone already, with their
 * smaller copies and what is being uploaded. Takes any number of rounds of the loop for the bytes in an outside store.
 */
export async function eraseAssets(
  deps: MediaStore,
  agencyId: number,
  { clientId }: { clientId: number | null },
): Promise<void> {
  await deps.sql.begin(async (transaction) => {
    const assets = await lockForRemoval(transaction, agencyId, clientId === null ? "all" : { clientId });
    await deleteUploads(transaction, agencyId, clientId);
    if (clientId === null) await deleteCards(transaction, agencyId);
    await deleteAssets(transaction, agencyId, assets);
  });
  await removeUnusedFiles(deps);
  if (clientId === null) await forgetQuota(deps.sql, agencyId);
}
