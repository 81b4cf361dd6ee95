import type { Command } from "commander";
import {
  type DistributionPlan,
  type DistributionStep,
  distributeTables,
  planDistribution,
} from "../../features/agency-data/distribution/distribute-tables.ts";
import { print } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { withDatabase } from "./with-database.ts";

export function addDistributeCommand(program: Command): void {
  program
    .command("distribute")
    .description("spread the tables over the servers of a Citus cluster, by agency")
    .option("--yes", "do it; without this option the command only says what it would do")
    .action(async ({ yes = false }: { yes?: boolean }, command: Command) => {
      await withDatabase(command, async ({ sql, kind }) => {
        if (kind === "embedded")
          throw new UsageError("The embedded database is one file. Set DATABASE_URL to a Citus coordinator.");
        const plan = await planDistribution(sql);
        const lines = plan.steps.length === 0 ? ["Every table lies where it belongs."] : describe(plan);
        if (!yes || plan.steps.length === 0)
          return print(command, { ...plan, isDone: plan.steps.length === 0 }, lines);
        process.stderr.write(`${lines.join("\n")}\n`);
        await distributeTables(sql, plan, (step) => process.stderr.write(`${nameOf(step)}\n`));
        print(command, { ...plan, isDone: true }, [
          `${plan.steps.length} tables lie on ${plan.servers} servers now.`,
        ]);
      });
    });
}

function describe({ steps, done, servers }: DistributionPlan): string[] {
  return [
    `${steps.length} tables go to ${servers} servers, ${done.length} lie there already. Nothing may be written meanwhile.`,
    ...steps.map((step) => `  ${nameOf(step)}, ${step.bytes} bytes`),
    "Stop the service and make a backup first. With --yes it is done.",
  ];
}

function nameOf({ table, distribution }: DistributionStep): string {
  return distribution === "reference" ? `${table}: a copy on each server` : `${table}: by agency`;
}
