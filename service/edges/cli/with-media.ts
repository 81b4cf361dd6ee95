import type { Command } from "commander";
import type { MediaDeps } from "../../features/media/add-asset.ts";
import { createLog } from "../../log.ts";
import { openMedia } from "../../program/open-media.ts";
import { programFiles } from "../../program/program-files.ts";
import { configOf, withDatabase } from "./with-database.ts";

/** As `withDatabase`, with what takes and keeps pictures and files. */
export async function withMedia<T>(command: Command, work: (media: MediaDeps) => Promise<T>): Promise<T> {
  // What goes wrong is said once, in the command's own line.
  const log = createLog("silent", () => {});
  return await withDatabase(command, async ({ sql }) => {
    const media = openMedia(configOf(command), { sql, log, files: programFiles });
    try {
      return await work(media);
    } finally {
      await media.pictures.close();
    }
  });
}
