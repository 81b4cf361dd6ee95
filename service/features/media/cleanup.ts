import type { Loop } from "../../floor/loops/start-loops.ts";
import type { MediaStore } from "./store-files.ts";
import { forgetFile, listUnusedFiles } from "./store-files-sql.ts";
import type { UploadFolder } from "./upload-folder.ts";
import { deleteExpiredUploads } from "./uploads-sql.ts";

/** Files removed in one round; each may be a request to an outside store. */
const filesMax = 200;
/** Uploads given up in one round. */
const uploadsMax = 200;

/** The loop that removes bytes which nothing holds: uploads that were given up or broke off, and what was deleted. */
export function mediaCleanupLoop(deps: MediaStore & { uploads: Pick<UploadFolder, "removeLeft"> }): Loop {
  return {
    name: "media-cleanup",
    schedule: "23 */5 * * * *",
    async run() {
      await deps.uploads.removeLeft();
      const uploads = await deleteExpiredUploads(deps.sql, uploadsMax);
      const files = await removeUnusedFiles(deps);
      return uploads === uploadsMax || files === filesMax;
    },
  };
}

/** Removes the bytes of files that nothing holds, and returns how many it looked at. Throws the first failure, after all were tried. */
export async function removeUnusedFiles({
  sql,
  fileStore,
}: Pick<MediaStore, "sql" | "fileStore">): Promise<number> {
  const keys = await listUnusedFiles(sql, filesMax);
  const failures: unknown[] = [];
  for (const key of keys) {
    // A file that can't be removed now is tried again at the next tick and must not stop the others.
    await removeFile({ sql, fileStore }, key).catch((error: unknown) => void failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  return keys.length;
}

async function removeFile(
  { sql, fileStore }: Pick<MediaStore, "sql" | "fileStore">,
  key: { agencyId: number; fileId: string },
): Promise<void> {
  await fileStore.remove(key);
  await forgetFile(sql, key);
}
