import type { Command } from "commander";
import { migrateAndSign } from "../../features/reporting/integrity/sign-anchors.ts";
import { describeHeld } from "../../floor/db/backfills/run-backfills.ts";
import { migrations } from "../../floor/db/migrations.ts";
import { openDatabase } from "../../floor/db/open.ts";
import { print } from "./print.ts";
import { configOf, openingOf, warnings } from "./with-database.ts";

export function addMigrateCommand(program: Command): void {
  program
    .command("migrate")
    .description("bring the database up to date")
    .action(async (_options: unknown, command: Command) => {
      const config = configOf(command);
      const database = await openDatabase({ ...openingOf(config), connectionsMax: 1 });
      try {
        const applied = await migrateAndSign(database.sql, config, warnings());
        const waiting = await describeHeld(database.sql, migrations);
        const lines = applied.length === 0 ? ["The database is up to date."] : applied;
        print(command, { applied }, [...lines, ...waiting]);
      } finally {
        await database.close();
      }
    });
}
