import type { Log } from "../../../log.ts";
import { pause } from "../../concurrency/pause.ts";
import { heldMigrations, type Migration, migrate } from "../migrate.ts";
import { type MigrationAddress, migrateDatabase } from "../migrate-database.ts";
import type { Sql } from "../open.ts";
import type { Backfill } from "./backfill.ts";
import {
  type BackfillState,
  beginBackfills,
  claimBackfill,
  endPauses,
  fillChunk,
  listBackfillStates,
  noteChunk,
  noteFailure,
} from "./sql.ts";

const lookAgainMs = 1_000;

export type BackfillPlan = {
  backfills: readonly Backfill[];
  migrations: readonly Migration[];
  /** How to connect for migrations where the service's pool can't run them, as with a pooler in front; without it they go by `sql`. */
  address?: MigrationAddress;
};

/**
 * Fills chunk after chunk until no backfill has its turn, then applies the migrations that waited for one that is done. Between
 * chunks it rests as long as one took, so that others have the database half of the time. Any number of processes may call it; one
 * that is stopped or killed is followed by any other, at the chunk that it was at. A failing backfill holds up no other.
 */
export async function runBackfills(
  sql: Sql,
  plan: BackfillPlan,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<void> {
  const { backfills } = plan;
  const states = await listBackfillStates(sql, backfills);
  if (states.some(({ state }) => state === "waiting")) await beginBackfills(sql, backfills);
  const isWork = states.some(({ state }) => state !== "done");
  while (isWork && !signal.aborted) {
    const begunMs = performance.now();
    if (!(await fillNextChunk(sql, backfills, log))) break;
    await pause(performance.now() - begunMs, signal);
  }
  if (!signal.aborted) await applyHeld(sql, plan, log);
}

/** For an operator who waits for it: also tries what failed. Returns the states, all `done` unless one fails or `signal` ends it. */
export async function runBackfillsToEnd(
  sql: Sql,
  plan: BackfillPlan,
  running: { log: Log; signal: AbortSignal },
): Promise<BackfillState[]> {
  let open = plan.backfills;
  for (;;) {
    await endPauses(sql, open);
    await runBackfills(sql, plan, running);
    const states = await listBackfillStates(sql, plan.backfills);
    // Another process is at it, or the pass before the last has only just ended.
    const underWay = states.filter(({ state }) => state === "running").map(({ name }) => name);
    if (underWay.length === 0 || running.signal.aborted) return states;
    open = plan.backfills.filter(({ name }) => underWay.includes(name));
    await pause(lookAgainMs, running.signal);
  }
}

/** Says which migrations wait. */
export async function describeHeld(sql: Sql, migrations: readonly Migration[]): Promise<string[]> {
  return (await heldMigrations(sql, migrations)).map(
    ({ name, waitsFor }) =>
      `The migration ${name} waits for the backfill ${waitsFor}. The service fills beside its work; \`pr-service backfills run\` does it now.`,
  );
}

/** The rows and the note of how far it is are committed together, or neither. False when no backfill has its turn. */
async function fillNextChunk(sql: Sql, backfills: readonly Backfill[], log: Log): Promise<boolean> {
  let backfill: Backfill | undefined;
  try {
    await sql.begin(async (transaction) => {
      const claimed = await claimBackfill(transaction, backfills);
      backfill = backfills.find(({ name }) => name === claimed?.name);
      if (claimed === undefined || backfill === undefined) return;
      await noteChunk(transaction, claimed, await fillChunk(transaction, backfill, claimed.afterKey));
    });
    return backfill !== undefined;
  } catch (error) {
    if (backfill === undefined) throw error;
    log.warn("backfill_failed", { backfill: backfill.name, error });
    await noteFailure(sql, backfill.name, error);
    return true;
  }
}

/** A migration that fails stops its backfill as a chunk would: rows that it stumbled over are filled in the next pass. */
async function applyHeld(
  sql: Sql,
  { backfills, migrations, address }: BackfillPlan,
  log: Log,
): Promise<void> {
  const held = await heldMigrations(sql, migrations);
  if (held.length === 0) return;
  const states = await listBackfillStates(sql, backfills);
  for (const { name, waitsFor } of held) {
    if (states.find((each) => each.name === waitsFor)?.state !== "done") continue;
    try {
      const applied =
        address === undefined
          ? await migrate(sql, migrations, { filled: waitsFor })
          : await migrateDatabase(sql, address, { migrations, filled: waitsFor });
      log.info("held_migrations_applied", { applied, backfill: waitsFor });
    } catch (error) {
      log.warn("held_migration_failed", { migration: name, error });
      await noteFailure(sql, waitsFor, error);
    }
  }
}
