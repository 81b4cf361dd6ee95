import type { Command } from "commander";
import { addCampaign } from "../../features/reporting/campaigns/change-campaign.ts";
import { parseId, parseIds, parseName } from "./arguments.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { withDatabase } from "./with-database.ts";

type CreateOptions = { agency: number; name: string; releases: number[] };

export function addCampaignCommands(program: Command): void {
  program
    .command("campaign")
    .description("campaigns: releases that are reported together")
    .command("create")
    .description("create a campaign")
    .requiredOption("--agency <id>", "whose campaign", parseId)
    .requiredOption("--name <name>", "its name", parseName)
    .requiredOption("--releases <ids>", "its releases, for instance 1,2", parseIds)
    .action(async (options: CreateOptions, command: Command) => {
      const campaignId = await withDatabase(command, ({ sql }) =>
        addCampaign(sql, options.agency, { name: options.name, releaseIds: options.releases }, operator),
      );
      print(command, { campaignId }, [`Campaign ${campaignId} created.`]);
    });
}
