import { join } from "node:path";
import type { Engine } from "./engine.ts";
import { buildOn, haveServerImages, ownImage } from "./make-images.ts";
import { until } from "./run-command.ts";

/** Runs a command in the container of that name, where a failure is an answer too. */
type RunIn = (name: string, ...command: readonly string[]) => Promise<{ stdout: string }>;

const postgresImage = "pr-service-postgres:15.0";
/** A standby takes over after a minute; a busy machine needs several. */
const takeOverTimeoutMs = 600_000;

/** Has all images that a failover file names but our own, and builds the one of PostgreSQL as its first lines say. */
export async function haveFailoverImages(engine: Engine, names: readonly string[]): Promise<void> {
  const elsewhere = names.filter((name) => name !== ownImage && name !== postgresImage);
  await haveServerImages(engine, elsewhere);
  await buildOn(engine, postgresImage, join(import.meta.dirname, "../../../examples/deploy/failover"));
}

/** The monitor knows a primary and a standby that has all of it. */
export async function hasStandby(runIn: RunIn, monitor: string): Promise<boolean> {
  const states =
    "select string_agg(reportedstate::text, ' ' order by reportedstate::text) from pgautofailover.node";
  const ask = ["psql", "--dbname=pg_auto_failover", "--no-align", "--tuples-only", "--command", states];
  return (await runIn(monitor, ...ask)).stdout.trim() === "primary secondary";
}

export async function askSentinel(
  runIn: RunIn,
  sentinel: string,
  ...question: readonly string[]
): Promise<string> {
  return (await runIn(sentinel, "redis-cli", "-p", "26379", "sentinel", ...question)).stdout;
}

/** Waits until what was killed has a successor, and says how long that took. */
export async function untilTakenOver(successor: string, hasTakenOver: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  await until(`${successor} takes over`, hasTakenOver, takeOverTimeoutMs);
  console.log(`  ${successor} had taken over after ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}
