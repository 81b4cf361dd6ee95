import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgres } from "../service/floor/db/embedded/open-postgres.ts";
import { migrate } from "../service/floor/db/migrate.ts";
import { migrations } from "../service/floor/db/migrations.ts";
import { openDatabase } from "../service/floor/db/open.ts";

/** Writes an empty embedded database with all migrations, as a gzipped tar archive (5 MB), to `archive`. */
export async function prepareDatabase(archive: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "prs-prepare-"));
  try {
    const database = await openDatabase({
      databaseUrl: null,
      dataDirectory: folder,
      embeddedSync: false,
      connectionsMax: 1,
    });
    await migrate(database.sql, migrations);
    await database.close();
    const prepared = await openPostgres(join(folder, "database"), { isSynced: false });
    // A checkpoint writes everything to the tables' files, so that the first start has no log to replay.
    await prepared.exec("vacuum freeze");
    await prepared.exec("checkpoint");
    const dump = await prepared.dumpDataDir("gzip");
    await prepared.close();
    await Bun.write(archive, dump);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
