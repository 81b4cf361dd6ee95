import type { Command } from "commander";
import { addProvider } from "../../features/insights/providers/add-provider.ts";
import { removeProvider } from "../../features/insights/providers/remove-provider.ts";
import { listProviders } from "../../features/insights/providers/sql.ts";
import { createAddressRanges } from "../../floor/http/address-ranges.ts";
import { parseId, parseName, parseOneOf, parseUuid } from "./arguments.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { addSecretOption, readSecretOption } from "./read-secret-option.ts";
import { configOf, withDatabase } from "./with-database.ts";

type AddOptions = { agency: number; kind: "rss"; name: string };

export function addProviderCommands(program: Command): void {
  const group = program
    .command("provider")
    .description("media-monitoring feeds, read by the service every 15 minutes");
  const add = group
    .command("add")
    .description("read a feed from now on; its URL is kept like a credential and never shown again")
    .requiredOption("--agency <id>", "whose feed", parseId)
    .requiredOption("--kind <kind>", "rss (Atom and news sitemaps too)", parseOneOf(["rss"] as const))
    .requiredOption("--name <name>", "the source as reports name it", parseName);
  addSecretOption(add, "url", "https address of the feed").action(
    async (options: AddOptions, command: Command) => {
      const url = await readSecretOption(command, "url");
      const rules = { allowCidrs: createAddressRanges(configOf(command).webhookAllowCidrs) };
      const providerId = await withDatabase(command, ({ sql }) =>
        addProvider(sql, options.agency, { ...options, url, rules, actor: operator }),
      );
      print(command, { providerId }, [`Provider ${providerId} is read from now on.`]);
    },
  );
  group
    .command("list")
    .description("feeds with their state and last fault")
    .requiredOption("--agency <id>", "whose feeds", parseId)
    .action(async (options: { agency: number }, command: Command) => {
      const providers = await withDatabase(command, ({ sql }) => listProviders(sql, options.agency));
      const lines = providers.map(
        ({ id, name, state, fault, faultMessage }) =>
          `${id}  ${state.padEnd(7)}  ${name}${fault === null ? "" : `  (${fault}: ${faultMessage})`}`,
      );
      print(command, { providers }, lines.length === 0 ? ["No providers."] : lines);
    });
  group
    .command("remove")
    .description("stop reading a feed and forget its URL; what it brought stays")
    .requiredOption("--agency <id>", "whose feed", parseId)
    .argument("<id>", "its id", parseUuid)
    .action(async (id: string, options: { agency: number }, command: Command) => {
      await withDatabase(command, ({ sql }) => removeProvider(sql, options.agency, { id, actor: operator }));
      print(command, { providerId: id, removed: true }, [`Provider ${id} is read no more.`]);
    });
}
