import type { MediaDeps } from "../features/media/add-asset.ts";
import { createDatabaseFileStore } from "../features/media/database-file-store.ts";
import { createPicturePool } from "../features/media/picture/picture-pool.ts";
import { createUploadFolder } from "../features/media/upload-folder.ts";
import type { Sql } from "../floor/db/open.ts";
import type { Log } from "../log.ts";
import type { Config } from "./config.ts";
import type { ProgramFiles } from "./platform.ts";
import { openS3FileStore } from "./s3/open-s3-file-store.ts";
import { s3BeforeDatabase } from "./s3/s3-before-database.ts";

/** What takes and keeps pictures and files. Its thread starts with the first upload, and `pictures.close()` ends it. */
export function openMedia(
  { exportS3, dataDirectory }: Pick<Config, "exportS3" | "dataDirectory">,
  { sql, log, files }: { sql: Sql; log: Log; files: Pick<ProgramFiles, "pictureWorker" | "reportFonts"> },
): MediaDeps {
  const database = createDatabaseFileStore(sql);
  return {
    sql,
    log,
    pictures: createPicturePool(files.pictureWorker, files.reportFonts),
    uploads: createUploadFolder(dataDirectory),
    fileStore: exportS3 === null ? database : s3BeforeDatabase(openS3FileStore(exportS3), database),
  };
}
