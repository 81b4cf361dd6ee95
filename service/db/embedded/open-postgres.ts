import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { readDatabaseFiles } from "./database-files.ts";

/**
 * PGlite clears them at each start, 1 ms a MB, and they stay in memory. PostgreSQL's own 128 MB make a start 115 ms longer and
 * the process 80 MB larger; what 16 MB don't hold comes from the kernel's cache of the files: with 98 MB of data, random
 * reads by key take 20 to 40 % longer.
 */
const sharedBuffers = "16MB";
/** Files of the log beyond this are deleted and not kept for later: twice what is written between two checkpoints. */
const keptLog = "128MB";

/** Opens the database in `directory`, and makes one where there is none. */
export async function openPostgres(directory: string): Promise<PGlite> {
  return await PGlite.create({
    fs: new NodeFS(directory),
    ...(await readDatabaseFiles()),
    startParams: [
      ...PGlite.defaultStartParams,
      ...["-c", `shared_buffers=${sharedBuffers}`],
      ...["-c", `max_wal_size=${keptLog}`],
    ],
  });
}
