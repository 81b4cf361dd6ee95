import type { Command } from "commander";
import { addDraft } from "../../features/reporting/drafts/change-drafts.ts";
import { type ExportFormat, exportFormats } from "../../features/reporting/exports/file-name.ts";
import { keptPortfolio } from "../../features/reporting/portfolios/kept-portfolio.ts";
import {
  type ComparisonKind,
  comparisonKinds,
  periodForms,
} from "../../features/reporting/reports/periods.ts";
import { normalizeScopeId, type Scope } from "../../features/reporting/reports/scope.ts";
import type { Sql } from "../../floor/db/open.ts";
import { type ScopeType, scopeTypes } from "../../schema.ts";
import { parseId, parseOneOf } from "./arguments.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { withDatabase } from "./with-database.ts";

/** What a report or a schedule is about, as its options name it. */
export type ScopeChoice = { agency: number; client?: number; scopeType?: ScopeType; scopeId?: string };

/** What `--compare` takes. */
const comparisons = [...comparisonKinds, "none"] as const;
export type Comparison = (typeof comparisons)[number];

type CreateOptions = ScopeChoice & {
  period: string;
  compare?: Comparison;
  format?: ExportFormat[];
  recipient: string[];
  draft?: true;
};

/** The options that name a scope and what it is compared with. */
export function withScopeOptions(command: Command): Command {
  return command
    .requiredOption("--agency <id>", "whose it is", parseId)
    .option("--client <id>", "about all releases of this client", parseId)
    .option("--scope-type <type>", `or about one of: ${scopeTypes.join(", ")}`, parseOneOf(scopeTypes))
    .option("--scope-id <id>", "with --scope-type: release id, or UUID of the campaign or portfolio")
    .option(
      "--compare <kind>",
      `what a period is compared with, one of: ${comparisons.join(", ")} (default: previous_period)`,
      parseOneOf(comparisons),
    )
    .option(
      "--format <format>",
      `one of: ${exportFormats.join(", ")}; may be repeated (default: pdf)`,
      collectFormat,
    )
    .option("--recipient <address>", "who gets the report by mail; may be repeated", collect, []);
}

/** Throws UsageError for options that name no scope, and what `keptPortfolio` throws. */
export async function chosenScope(sql: Sql, options: ScopeChoice): Promise<Scope> {
  const { agency, client, scopeType, scopeId } = options;
  if (client !== undefined && scopeType === undefined) return await keptPortfolio(sql, agency, client);
  if (client !== undefined || scopeType === undefined || scopeId === undefined)
    throw new UsageError("Name what it is about: --client ID, or --scope-type and --scope-id.");
  // An id that can't be one is looked up as it is, and found nowhere.
  return { type: scopeType, id: normalizeScopeId(scopeType, scopeId) ?? scopeId };
}

/** As in the dashboard: with the period before, unless somebody chose otherwise. */
export function chosenComparison(compare: Comparison = "previous_period"): ComparisonKind | null {
  return compare === "none" ? null : compare;
}

export function addReportCreateCommand(report: Command): void {
  withScopeOptions(report.command("create"))
    .description("order a report over a period; the running service makes it")
    .requiredOption("--period <period>", `for instance ${periodForms}`)
    .option("--draft", "to be looked through in the dashboard first")
    .action(async (options: CreateOptions, command: Command) => {
      const draftId = await withDatabase(command, async ({ sql }) =>
        addDraft(
          sql,
          options.agency,
          {
            scope: await chosenScope(sql, options),
            period: options.period,
            comparison: chosenComparison(options.compare),
            formats: exportFormats.filter((format) => (options.format ?? ["pdf"]).includes(format)),
            recipients: options.recipient,
            isOrdered: options.draft !== true,
          },
          operator,
        ),
      );
      const next =
        options.draft === true
          ? "waits to be looked through"
          : "is ordered: the running service makes a report of it, which `report list` shows with its own id";
      print(command, { draftId }, [`Draft ${draftId} ${next}.`]);
    });
}

function collectFormat(value: string, formats: ExportFormat[] = []): ExportFormat[] {
  return [...formats, parseOneOf(exportFormats)(value)];
}

function collect(value: string, values: string[]): string[] {
  return [...values, value];
}
