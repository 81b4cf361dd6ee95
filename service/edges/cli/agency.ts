import type { Command } from "commander";
import { type Plan, plans } from "../../features/agencies/sql.ts";
import { createAgency } from "../../features/workflow/credits/create-agency.ts";
import { addAgencySettingsCommands } from "./agency-settings.ts";
import { parseCount, parseName, parseOneOf } from "./arguments.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { withDatabase } from "./with-database.ts";

type CreateOptions = { name: string; plan: Plan; credits: number; hourlyLimit?: number };

/** Credits of a new agency: enough to try the service. */
const creditsDefault = 10;

export function addAgencyCommands(program: Command): void {
  const agency = program.command("agency").description("agencies");
  addAgencySettingsCommands(agency);
  agency
    .command("create")
    .description("create an agency")
    .requiredOption("--name <name>", "its name", parseName)
    .option("--plan <plan>", `one of: ${plans.join(", ")}`, parseOneOf(plans), "agency")
    .option("--credits <credits>", "what it starts with", parseCount, creditsDefault)
    .option("--hourly-limit <requests>", "requests an hour, in place of the plan's 500", parseCount)
    .action(async (options: CreateOptions, command: Command) => {
      const input = { ...options, hourlyLimit: options.hourlyLimit ?? null };
      const agencyId = await withDatabase(command, ({ sql }) => createAgency(sql, input, operator));
      print(command, { agencyId }, [
        `Agency ${agencyId} created.`,
        `Next: pr-service key create --agency ${agencyId} --name "first key"`,
      ]);
    });
}
