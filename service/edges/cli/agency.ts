import type { Command } from "commander";
import { changePlan } from "../../features/agencies/change-plan.ts";
import { type Plan, plans } from "../../features/agencies/sql.ts";
import { createAgency } from "../../features/workflow/credits/create-agency.ts";
import { hourlyLimitDefault } from "../../floor/http/caller.ts";
import { addAgencySettingsCommands, nothing } from "./agency-settings.ts";
import { parseCount, parseId, parseName, parseOneOf } from "./arguments.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { withDatabase } from "./with-database.ts";

type CreateOptions = { name: string; plan: Plan; credits: number; hourlyLimit?: number };
type PlanOptions = { plan?: Plan; hourlyLimit?: number | typeof nothing };

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
  agency
    .command("plan")
    .description("change an agency's plan, and how many requests an hour it has")
    .argument("<id>", "the agency's id", parseId)
    .option("--plan <plan>", `one of: ${plans.join(", ")}`, parseOneOf(plans))
    .option("--hourly-limit <requests>", `requests an hour, or \`${nothing}\` for the plan's 500`, parseLimit)
    .action(async (agencyId: number, changes: PlanOptions, command: Command) => {
      const { plan, hourlyLimit } = changes;
      if (plan === undefined && hourlyLimit === undefined)
        throw new UsageError("Name --plan or --hourly-limit.");
      const input = {
        ...(plan !== undefined && { plan }),
        ...(hourlyLimit !== undefined && { hourlyLimit: hourlyLimit === nothing ? null : hourlyLimit }),
        actor: operator,
      };
      const now = await withDatabase(command, ({ sql }) => changePlan(sql, agencyId, input));
      print(command, { agencyId, ...now }, [
        `Agency ${agencyId} has the plan ${now.plan}, with ${now.hourlyLimit ?? hourlyLimitDefault} requests an hour.`,
      ]);
    });
}

function parseLimit(text: string): number | typeof nothing {
  return text === nothing ? nothing : parseCount(text);
}
