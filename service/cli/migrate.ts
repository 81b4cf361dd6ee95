import type { Command } from "commander";
import { migrate } from "../db/migrate.ts";
import { migrations } from "../db/migrations.ts";
import { openDatabase } from "../db/open.ts";
import { print } from "./print.ts";
import { configOf } from "./with-database.ts";

export function addMigrateCommand(program: Command): void {
  program
    .command("migrate")
    .description("bring the database up to date")
    .action(async (_options: unknown, command: Command) => {
      const { databaseUrl, dataDirectory } = configOf(command);
      const database = await openDatabase({ databaseUrl, dataDirectory, connectionsMax: 1 });
      try {
        const applied = await migrate(database.sql, migrations);
        print(command, { applied }, applied.length === 0 ? ["The database is up to date."] : applied);
      } finally {
        await database.close();
      }
    });
}
