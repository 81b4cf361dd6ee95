import { createHash } from "node:crypto";
import { reportPictureLimits } from "../../features/agencies/settings/schema.ts";
import type { FileStore } from "../../features/media/file-store.ts";
import { findLeadingPicture } from "../../features/media/leading-picture-sql.ts";
import { openFile } from "../../features/media/open-file.ts";
import type { ReadReleasePicture } from "../../features/reporting/reports/read-presentation.ts";
import type { Log } from "../../log.ts";

/** Hands the leading picture of a release to its report. */
export function createReadReleasePicture(deps: { log: Log; fileStore: FileStore }): ReadReleasePicture {
  return async (sql, agencyId, releaseId) => {
    const picture = await findLeadingPicture(sql, agencyId, { releaseId, limits: reportPictureLimits });
    if (picture === null) return null;
    const { fileId, bytes: size, ...facts } = picture;
    try {
      const chunks = await openFile(deps, { agencyId, fileId }, { first: 0, last: size - 1 });
      const bytes = Buffer.concat(await Array.fromAsync(chunks));
      return { ...facts, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
    } catch (error) {
      // Figures without a picture are worth more than none: a file that is lost would fail each later report of the release.
      deps.log.error("release_picture_not_read", { agencyId, releaseId, fileId, error });
      return null;
    }
  };
}
