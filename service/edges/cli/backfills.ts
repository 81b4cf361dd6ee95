import type { Command } from "commander";
import { runBackfillsToEnd } from "../../floor/db/backfills/run-backfills.ts";
import { type BackfillState, listBackfillStates } from "../../floor/db/backfills/sql.ts";
import { backfills } from "../../floor/db/backfills.ts";
import { migrations } from "../../floor/db/migrations.ts";
import { print } from "./print.ts";
import { untilSignal } from "./until-signal.ts";
import { warnings, withDatabase } from "./with-database.ts";

export function addBackfillCommands(program: Command): void {
  const group = program.command("backfills").description("rows that are filled after an upgrade");

  group
    .command("list")
    .description("list all with their state")
    .action(async (_options: unknown, command: Command) => {
      show(command, await withDatabase(command, ({ sql }) => listBackfillStates(sql, backfills)));
    });

  group
    .command("run")
    .description("fill to the end, beside the running service; failed ones are tried again")
    .action(async (_options: unknown, command: Command) => {
      const stopping = new AbortController();
      void untilSignal().then(() => stopping.abort());
      const running = { log: warnings(), signal: stopping.signal };
      const states = await withDatabase(command, ({ sql }) =>
        runBackfillsToEnd(sql, { backfills, migrations }, running),
      );
      show(command, states);
      const open = states.filter(({ state }) => state !== "done").map(({ name }) => name);
      if (open.length > 0)
        throw new Error(`Not done: ${open.join(", ")}. What was filled stays; run the command again.`);
    });
}

function show(command: Command, states: readonly BackfillState[]): void {
  const lines = states.map(
    ({ name, state, passes, rowsFilled, error }) =>
      `${name}  ${state}  passes ${passes}  rows filled ${rowsFilled}${error === null ? "" : `  ${error}`}`,
  );
  print(command, { backfills: states }, lines.length === 0 ? ["This version has no backfills."] : lines);
}
