import type { Command } from "commander";
import { migrate } from "../db/migrate.ts";
import { migrations } from "../db/migrations.ts";
import { openDatabase } from "../db/open.ts";
import { createLog } from "../log.ts";
import { prepareSeal } from "../reporting/integrity/prepare-seal.ts";
import { openReportSeal } from "../reporting/integrity/report-seal.ts";
import { print } from "./print.ts";
import { configOf, openingOf } from "./with-database.ts";

export function addMigrateCommand(program: Command): void {
  program
    .command("migrate")
    .description("bring the database up to date")
    .action(async (_options: unknown, command: Command) => {
      const config = configOf(command);
      const database = await openDatabase({ ...openingOf(config), connectionsMax: 1 });
      try {
        const applied = await migrate(database.sql, migrations);
        // Old reports wait for a signature after the migration that brought it.
        if (applied.length > 0) {
          const log = createLog("warn", (line) => process.stderr.write(`${line}\n`));
          await prepareSeal(database.sql, await openReportSeal({ ...config, log }), log);
        }
        print(command, { applied }, applied.length === 0 ? ["The database is up to date."] : applied);
      } finally {
        await database.close();
      }
    });
}
