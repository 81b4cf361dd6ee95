import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { readDatabaseFiles } from "./database-files.ts";

/**
 * PGlite clears its shared buffers at each start and keeps them in memory. PostgreSQL's default of 128 MB makes each start
 * slower and the process 80 MB larger. What 16 MB can't hold comes from the kernel's file cache, which is somewhat slower.
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
