import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { grantCredits, grantCreditsMax } from "../../features/workflow/credits/grant-credits.ts";
import { parseId } from "./arguments.ts";
import { print } from "./print.ts";
import { withDatabase } from "./with-database.ts";

export function addCreditsCommands(program: Command): void {
  program
    .command("credits")
    .description("what agencies publish with")
    .command("grant")
    .description("add credits to an agency's ledger")
    .requiredOption("--agency <id>", "whose credits", parseId)
    .requiredOption("--amount <credits>", `1 to ${grantCreditsMax}`, parseAmount)
    .action(async (options: { agency: number; amount: number }, command: Command) => {
      const { balance } = await withDatabase(command, ({ sql }) =>
        grantCredits(sql, options.agency, options.amount),
      );
      print(command, { balance }, [`Agency ${options.agency} has ${balance} credits.`]);
    });
}

function parseAmount(text: string): number {
  const amount = Number(text);
  if (/^\d{1,7}$/.test(text) && amount >= 1 && amount <= grantCreditsMax) return amount;
  throw new InvalidArgumentError(`Expected a whole number from 1 to ${grantCreditsMax}.`);
}
