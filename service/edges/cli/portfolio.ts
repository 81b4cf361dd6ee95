import type { Command } from "commander";
import { addPortfolio } from "../../features/reporting/portfolios/change-portfolio.ts";
import { parseId, parseIds, parseName, parseUuids } from "./arguments.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { withDatabase } from "./with-database.ts";

type CreateOptions = { agency: number; name: string; clients: number[]; campaigns: string[] };

export function addPortfolioCommands(program: Command): void {
  program
    .command("portfolio")
    .description("portfolios: clients and campaigns that are reported together")
    .command("create")
    .description("create a portfolio")
    .requiredOption("--agency <id>", "whose portfolio", parseId)
    .requiredOption("--name <name>", "its name", parseName)
    .requiredOption(
      "--clients <ids>",
      "clients whose published releases it covers, for instance 1,2",
      parseIds,
    )
    .option("--campaigns <ids>", "campaigns whose releases it covers besides", parseUuids, [])
    .action(async (options: CreateOptions, command: Command) => {
      const portfolioId = await withDatabase(command, ({ sql }) =>
        addPortfolio(
          sql,
          options.agency,
          { name: options.name, clientIds: options.clients, campaignIds: options.campaigns },
          operator,
        ),
      );
      print(command, { portfolioId }, [`Portfolio ${portfolioId} created.`]);
    });
}
