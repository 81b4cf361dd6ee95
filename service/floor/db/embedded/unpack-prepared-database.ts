import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createWhole } from "./durable-files.ts";

/** Made by the build, which puts it at the root of the binary's own files. From the sources there is none. */
const archivePath = "/$bunfs/root/prepared-database.tar.gz";

/**
 * Gives a new installation the empty, migrated database that the compiled binary holds: creating one anew takes 2.3 s,
 * unpacking it a tenth of a second. Does nothing where `directory` exists, or where the program runs from its sources.
 * Call it with the lock of the data directory held.
 */
export async function unpackPreparedDatabase(
  directory: string,
  { isSynced, archive = archivePath }: { isSynced: boolean; archive?: string },
): Promise<void> {
  if (existsSync(directory) || !existsSync(archive)) return;
  await createWhole(directory, { isSynced }, async (draft) => {
    await new Bun.Archive(await readFile(archive)).extract(draft);
  });
}
