import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { insertClient } from "../clients/sql.ts";
import { candidateSlugs } from "../newsroom/slug.ts";
import { parseId, parseName, parseSlug } from "./arguments.ts";
import { print } from "./print.ts";
import { withDatabase } from "./with-database.ts";

type CreateOptions = { agency: number; name: string; slug?: string; contactEmail?: string };

export function addClientCommands(program: Command): void {
  program
    .command("client")
    .description("clients and their newsrooms")
    .command("create")
    .description("create a client with its newsroom")
    .requiredOption("--agency <id>", "whose client", parseId)
    .requiredOption("--name <name>", "its name", parseName)
    .option("--slug <slug>", "its newsroom's address (default: made of the name)", parseSlug)
    .option("--contact-email <address>", "press contact", parseEmail)
    .action(async (options: CreateOptions, command: Command) => {
      const slugs = options.slug === undefined ? candidateSlugs(options.name, "kunde") : [options.slug];
      const created = await withDatabase(command, ({ sql }) =>
        insertClient(sql, options.agency, {
          name: options.name,
          slugs,
          contactEmail: options.contactEmail ?? null,
        }),
      );
      print(command, created, [
        `Client ${created.clientId} created. Its newsroom: /newsroom/${created.slug}`,
      ]);
    });
}

function parseEmail(text: string): string {
  if (!/^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/.test(text) || text.length > 320) {
    throw new InvalidArgumentError("Expected a mail address.");
  }
  return text;
}
