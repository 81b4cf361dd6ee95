import type { Command } from "commander";
import type { Config } from "../../config.ts";
import { withPausedDatabase } from "../../db/embedded/with-paused-database.ts";
import { migrationStatus, refuseNewer } from "../../db/migrate.ts";
import { migrations } from "../../db/migrations.ts";
import { openDatabase } from "../../db/open.ts";
import { print } from "../print.ts";
import { createProgressBar } from "../progress-bar.ts";
import { configOf } from "../with-database.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

const bytesPerMegabyte = 1_000_000;

export function addBackupCommands(program: Command): void {
  program
    .command("backup <file>")
    .description("copy the embedded database to a file, while the service runs if it does")
    .action(async (file: string, _options: unknown, command: Command) => {
      const { dataDirectory } = embeddedOnly(configOf(command), "pg_dump");
      const bar = createProgressBar("Backup");
      const { bytes, files } = await withPausedDatabase(dataDirectory, () =>
        writeBackup(dataDirectory, file, bar.show),
      ).finally(bar.end);
      print(command, { file, bytes, files }, [
        `${file}: ${(bytes / bytesPerMegabyte).toFixed(1)} MB, ${files} files. It holds personal data, and the key of DATA_DIR where there is one: keep it safe.`,
      ]);
    });
  program
    .command("restore <file>")
    .description("put a backup of the embedded database into an empty data directory")
    .option("--force", "take the place of what is there, which is kept under another name", false)
    .action(async (file: string, options: { force: boolean }, command: Command) => {
      const { dataDirectory } = embeddedOnly(configOf(command), "pg_restore");
      const bar = createProgressBar("Restore");
      const { force } = options;
      const restored = await restoreBackup(file, dataDirectory, { force, show: bar.show }).finally(bar.end);
      const migration = await tryOut(dataDirectory);
      print(command, { file, dataDirectory, migration, ...restored }, [
        `${dataDirectory} is as it was on ${restored.createdAt} (migration ${migration}).`,
        ...restored.kept.map((name) => `What was there before is kept as ${dataDirectory}/${name}.`),
      ]);
    });
}

function embeddedOnly(config: Config, instead: string): Config {
  if (config.databaseUrl === null) return config;
  throw new Error(
    `This is for the embedded database, and DATABASE_URL names a server. Use ${instead}, or unset DATABASE_URL.`,
  );
}

/** Opens what was restored: whoever needs it should learn now whether it works. */
async function tryOut(dataDirectory: string): Promise<number> {
  const database = await openDatabase({ databaseUrl: null, dataDirectory, connectionsMax: 1 });
  try {
    await refuseNewer(database.sql, migrations);
    return (await migrationStatus(database.sql, migrations)).database;
  } finally {
    await database.close();
  }
}
