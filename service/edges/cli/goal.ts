import { type Command, InvalidArgumentError } from "commander";
import { v7 as uuidv7 } from "uuid";
import { findAgencyOf } from "../../features/agencies/agency-of-sql.ts";
import { dropGoal, fixGoal, requireGoal, saveGoal } from "../../features/reporting/goals/change-goal.ts";
import { type GoalMeasure, measureKinds } from "../../features/reporting/goals/schema.ts";
import { type GoalRow, listGoals } from "../../features/reporting/goals/sql.ts";
import { parseId, parseName, parseUuid } from "./arguments.ts";
import { openSeal } from "./open-seal.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { configOf, withDatabase } from "./with-database.ts";

type AddOptions = {
  client: number;
  release?: string;
  campaign?: string;
  from: string;
  to: string;
  objective: string;
  audience: string;
  measure: GoalMeasure[];
  replaces?: string;
};

export function addGoalCommands(program: Command): void {
  const group = program
    .command("goal")
    .description("goals of clients: set before, fixed, held against results");
  addAddCommand(group);
  group
    .command("list")
    .description("the goals of a client, the newest first")
    .requiredOption("--client <id>", "whose goals", parseId)
    .action(async ({ client }: { client: number }, command: Command) => {
      const goals = await withDatabase(command, async ({ sql }) =>
        listGoals(sql, await findAgencyOf(sql, "client", client), client),
      );
      print(command, { goals }, goals.length === 0 ? ["No goals."] : goals.map(lineOf));
    });
  goalCommand(group, "show", "show a goal").action(
    async (goalId: string, _options: object, command: Command) => {
      const goal = await withDatabase(command, async ({ sql }) =>
        requireGoal(sql, await findAgencyOf(sql, "goal", goalId), { goalId, clientIds: null }),
      );
      print(command, goal, [
        lineOf(goal),
        `For: ${goal.scopeType} ${goal.title ?? "that is gone"}. Audience: ${goal.audience}`,
        ...goal.measures.map(
          ({ kind, of, target }) => `${kind}${of === undefined ? "" : ` ${of}`}: ${target}`,
        ),
        ...(goal.contentHash === null ? [] : [`SHA-256: ${goal.contentHash}`]),
      ]);
    },
  );
  goalCommand(group, "fix", "fix a goal for good: hashed, signed and stamped").action(
    async (goalId: string, _options: object, command: Command) => {
      const fixed = await withDatabase(command, async ({ sql }) => {
        const agency = await findAgencyOf(sql, "goal", goalId);
        const seal = await openSeal(configOf(command), sql, { signs: true });
        await fixGoal(sql, agency, { goalId, clientIds: null, seal }, operator);
        return await requireGoal(sql, agency, { goalId, clientIds: null });
      });
      print(command, fixed, [
        `Goal ${goalId} is fixed${fixed.isLater === true ? ", after its period began or its release was published" : ""}.`,
      ]);
    },
  );
  goalCommand(group, "drop", "drop a goal that is not fixed").action(
    async (goalId: string, _options: object, command: Command) => {
      await withDatabase(command, async ({ sql }) =>
        dropGoal(sql, await findAgencyOf(sql, "goal", goalId), { goalId, clientIds: null }, operator),
      );
      print(command, { goalId }, [`Goal ${goalId} is dropped.`]);
    },
  );
}

function goalCommand(group: Command, name: string, description: string): Command {
  return group.command(name).description(description).argument("<id>", "the goal's id", parseUuid);
}

function addAddCommand(group: Command): void {
  group
    .command("add")
    .description("set a goal, to be fixed afterwards")
    .requiredOption("--client <id>", "whose goal", parseId)
    .option("--release <id>", "for a release, or for a draft by its UUID; else for the client")
    .option("--campaign <id>", "for a campaign of the client's releases", parseUuid)
    .requiredOption("--from <day>", "first day, as 2026-11-01")
    .requiredOption("--to <day>", "last day")
    .requiredOption("--objective <text>", "what is to be reached, in a sentence")
    .requiredOption("--audience <text>", "whom it is for", parseName)
    .requiredOption(
      "--measure <measure>",
      `${measureKinds.join(", ")}, as views=1000, clippings:full_text=5 or conversions:lead=20; up to six times`,
      parseMeasure,
    )
    .option("--replaces <id>", "the fixed goal that it takes over from", parseUuid)
    .action(async (options: AddOptions, command: Command) => {
      const { client, release, campaign, measure, replaces = null, ...typed } = options;
      if (release !== undefined && campaign !== undefined)
        throw new UsageError("Say either --release or --campaign.");
      const scope =
        release !== undefined
          ? ({ type: "release", id: release } as const)
          : campaign !== undefined
            ? ({ type: "campaign", id: campaign } as const)
            : ({ type: "client", id: String(client) } as const);
      const goal = { ...typed, clientId: client, scope, measures: measure, replaces, id: uuidv7() };
      await withDatabase(command, async ({ sql }) =>
        saveGoal(sql, await findAgencyOf(sql, "client", client), goal, operator),
      );
      print(command, { goalId: goal.id }, [
        `Goal ${goal.id} is set. Fix it before ${typed.from}: pr-service goal fix ${goal.id}`,
      ]);
    });
}

/** `kind=target`, or `kind:of=target`; each use of the option adds one. */
function parseMeasure(text: string, before: GoalMeasure[] = []): GoalMeasure[] {
  const [, name = "", of, target = ""] = /^(\w+)(?::(.+))?=(\d+)$/s.exec(text) ?? [];
  const kind = measureKinds.find((each) => each === name);
  if (kind === undefined)
    throw new InvalidArgumentError(`Expected KIND=TARGET, with one of ${measureKinds.join(", ")}.`);
  return [...before, { kind, ...(of === undefined ? {} : { of }), target: Number(target) }];
}

function lineOf({ id, from, to, fixedAt, replacedBy, isLater, objective }: GoalRow): string {
  const state =
    fixedAt === null
      ? "not fixed"
      : replacedBy !== null
        ? "replaced"
        : isLater === true
          ? "fixed later"
          : "fixed";
  return `${id}  ${from} to ${to}  ${state}  ${objective}`;
}
