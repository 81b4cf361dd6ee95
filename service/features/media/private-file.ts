import type { Queryable } from "../../floor/db/open.ts";
import { refusal } from "../../floor/web/refuse-fields.ts";
import { type MediaDeps, takeRoom } from "./add-asset.ts";
import { giveRoom } from "./blob-sql.ts";
import { mediaTypeOf } from "./media-types.ts";
import { safeFileName } from "./rules.ts";
import { storeFiles } from "./store-files.ts";
import { holdFiles, releaseFiles } from "./store-files-sql.ts";

/** A file in the store that is in no library, so that no newsroom can show it. */
export type PrivateFile = {
  fileId: string;
  fileName: string;
  mediaType: string;
  bytes: number;
  sha256: string;
};

/** A scan of some pages, or a photograph of them. */
export const privateFileBytesMax = 10_000_000;
/** What a scanner and a telephone make. Whoever opens it needs no program that runs what is in it. */
const allowed = new Set(["application/pdf", "image/jpeg", "image/png", "image/webp"]);

/**
 * Stores a file; it goes after an hour unless `holdPrivateFile` keeps it. Throws `file_type_refused`, `picture_refused`,
 * `payload_too_large` and `service_unavailable`.
 */
export async function storePrivateFile(
  deps: MediaDeps,
  agencyId: number,
  { fileName, chunks }: { fileName: string; chunks: AsyncIterable<Uint8Array> },
): Promise<PrivateFile> {
  return await deps.uploads.during(chunks, async ({ path, folder }) => {
    const file = await deps.pictures.prepare(agencyId, { path, folder });
    const { mediaType, bytes, sha256 } = file;
    const type = mediaTypeOf(mediaType);
    if (type === null || !allowed.has(mediaType) || bytes > privateFileBytesMax) {
      throw refusal(bytes > privateFileBytesMax ? "payload_too_large" : "file_type_refused", {
        german: "Bitte wählen Sie ein PDF oder ein Bild (JPEG, PNG, WebP) bis 10 MB.",
        english: "Choose a PDF or a picture (JPEG, PNG, WebP) of at most 10 MB.",
      });
    }
    // Its smaller copies are for pages of readers, and no reader sees it.
    const { fileId } = await storeFiles(deps, agencyId, { ...file, derivatives: [] });
    return { fileId, fileName: safeFileName(fileName, type), mediaType, bytes, sha256 };
  });
}

/** Keeps a stored file and counts it, in the transaction that writes what refers to it. Throws `asset_limit_reached`. */
export async function holdPrivateFile(
  transaction: Queryable,
  agencyId: number,
  { fileId, bytes }: Pick<PrivateFile, "fileId" | "bytes">,
): Promise<void> {
  await takeRoom(transaction, agencyId, bytes);
  await holdFiles(transaction, agencyId, [fileId]);
}

/** Gives up files that nothing refers to any more, and their room. */
export async function releasePrivateFiles(
  transaction: Queryable,
  agencyId: number,
  files: readonly Pick<PrivateFile, "fileId" | "bytes">[],
): Promise<void> {
  if (files.length === 0) return;
  await giveRoom(
    transaction,
    agencyId,
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  await releaseFiles(
    transaction,
    agencyId,
    files.map(({ fileId }) => fileId),
  );
}
