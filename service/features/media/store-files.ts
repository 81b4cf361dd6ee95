import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../errors.ts";
import { adviceOnDiskFull } from "../../floor/db/disk-full.ts";
import type { Sql } from "../../floor/db/open.ts";
import type { Log } from "../../log.ts";
import type { StoredDerivative } from "./blob-sql.ts";
import type { FileStore } from "./file-store.ts";
import type { PreparedFile } from "./picture/prepared-file.ts";
import { insertFiles } from "./store-files-sql.ts";
import { chunksOfFile } from "./upload-folder.ts";

export type MediaStore = { sql: Sql; log: Log; fileStore: FileStore };

/** Stores a picture with its smaller copies. Where one can't be stored, none is kept. */
export async function storeFiles(
  deps: MediaStore,
  agencyId: number,
  file: PreparedFile,
): Promise<{ fileId: string; derivatives: StoredDerivative[] }> {
  const fileId = uuidv7();
  const copies = file.derivatives.map(({ path, ...copy }) => ({ path, copy: { ...copy, fileId: uuidv7() } }));
  const wanted = [
    { fileId, path: file.path },
    ...copies.map(({ path, copy }) => ({ fileId: copy.fileId, path })),
  ];
  await storeAll(
    deps,
    agencyId,
    wanted.map(({ fileId: id, path }) => ({ fileId: id, chunks: chunksOfFile(path) })),
  );
  return { fileId, derivatives: copies.map(({ copy }) => copy) };
}

/** Stores files under their names, one after the other; where one can't be stored, none is kept. Throws `service_unavailable`. */
export async function storeAll(
  deps: MediaStore,
  agencyId: number,
  files: readonly { fileId: string; chunks: AsyncIterable<Uint8Array> }[],
): Promise<void> {
  const ids = files.map(({ fileId }) => fileId);
  await insertFiles(deps.sql, agencyId, ids);
  try {
    for (const { fileId, chunks } of files) await deps.fileStore.write({ agencyId, fileId }, chunks);
  } catch (cause) {
    await removeQuietly(deps, agencyId, ids);
    throw storeFailed(deps.log, cause);
  }
}

/**
 * Removes what came, as far as the store answers. The loop removes all of it once more after an hour: a store that was slow may
 * write a file after its removal.
 */
async function removeQuietly(
  { fileStore, log }: MediaStore,
  agencyId: number,
  fileIds: readonly string[],
): Promise<void> {
  try {
    for (const fileId of fileIds) await fileStore.remove({ agencyId, fileId });
  } catch (error) {
    log.warn("file_left_behind", { agencyId, fileIds, error });
  }
}

/** What a caller is told when the store fails; why it did stands in the log. */
function storeFailed(log: Log, cause: unknown): ServiceError {
  log.error("file_store_failed", { error: cause, ...adviceOnDiskFull(cause) });
  return new ServiceError(
    "service_unavailable",
    "The place where files are kept can't be reached or has no room. Nothing of the file was kept. Try again in a few minutes.",
    { cause },
  );
}
