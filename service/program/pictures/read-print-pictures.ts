import { createHash } from "node:crypto";
import type { FileStore } from "../../features/media/file-store.ts";
import { readWhole } from "../../features/media/open-file.ts";
import { findPrintPictures } from "../../features/media/print-pictures-sql.ts";
import type { ReadPictures } from "../../features/reporting/reports/choose-pictures.ts";
import type { Log } from "../../log.ts";

/** Hands pictures of the media library to reports. */
export function createReadPictures(deps: { log: Log; fileStore: FileStore }): ReadPictures {
  return async (sql, agencyId, wanted) => {
    const found = await findPrintPictures(sql, agencyId, wanted);
    const read = found.map(async ({ assetId, fileId, bytes: size, ...facts }) => {
      try {
        const bytes = await readWhole(deps, agencyId, { fileId, bytes: size });
        const sha256 = createHash("sha256").update(bytes).digest("hex");
        return [{ ...facts, assetId, bytes, sha256 }];
      } catch (error) {
        // Figures without a picture are worth more than none: a file that is lost would fail each later report with it.
        deps.log.error("release_picture_not_read", { agencyId, assetId, fileId, error });
        return [];
      }
    });
    return (await Promise.all(read)).flat();
  };
}
