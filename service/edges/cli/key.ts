import type { Command } from "commander";
import { findAgencyOf } from "../../features/agencies/agency-of-sql.ts";
import { createKey, revokeKey } from "../../features/keys/change-keys.ts";
import { type ListedKey, listKeys } from "../../features/keys/sql.ts";
import { parseId, parseInstant, parseName } from "./arguments.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { withDatabase } from "./with-database.ts";

export function addKeyCommands(program: Command): void {
  const key = program.command("key").description("API keys");

  key
    .command("create")
    .description("create a key; it is shown this once")
    .requiredOption("--agency <id>", "whose key", parseId)
    .requiredOption("--name <name>", "what it is for", parseName)
    .option("--expires <instant>", "ISO 8601 date-time after which it is refused", parseInstant)
    .action(async (options: { agency: number; name: string; expires?: Date }, command: Command) => {
      const created = await withDatabase(command, ({ sql }) =>
        createKey(sql, options.agency, { name: options.name, expiresAt: options.expires ?? null }, operator),
      );
      print(command, created, [created.key, "Keep it: it is not shown again."]);
    });

  key
    .command("list")
    .description("list an agency's keys, without the keys themselves")
    .requiredOption("--agency <id>", "whose keys", parseId)
    .action(async (options: { agency: number }, command: Command) => {
      const keys = await withDatabase(command, ({ sql }) => listKeys(sql, options.agency));
      print(command, { keys }, keys.length === 0 ? ["No keys."] : keys.map(lineOf));
    });

  key
    .command("revoke")
    .description("revoke a key; it is refused everywhere within 10 seconds")
    .argument("<id>", "the key's id, as `key list` shows it")
    .action(async (id: string, _options: unknown, command: Command) => {
      await withDatabase(command, async ({ sql }) => {
        await revokeKey(sql, await findAgencyOf(sql, "key", id), id, operator);
      });
      print(command, { id, revoked: true }, [`Key ${id} is revoked.`]);
    });
}

function lineOf(key: ListedKey): string {
  const state =
    key.revokedAt !== null
      ? "revoked"
      : key.expiresAt !== null && key.expiresAt < new Date()
        ? "expired"
        : "active";
  const used = key.lastUsedAt === null ? "never used" : `last used ${key.lastUsedAt.toISOString()}`;
  return `${key.id}  ${key.prefix}…  ${state}  ${used}  ${key.name}`;
}
