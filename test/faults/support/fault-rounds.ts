import { faultSettings } from "../../support/environment.ts";
import { type SeededChance, seededChance } from "../../support/seeded-chance.ts";

/** Moments are drawn from this seed unless a run names another. */
const seedDefault = 20_261_120;
/** Servers stop and start in each round, slowly on a busy machine. */
const roundTimeoutMs = 120_000;

/** What the targets ask for, unless one asks for more. */
const fullRoundsDefault = 20;

/**
 * The rounds of one fault: how many (`short` in the suite, `full` with --full), their chance, and how long a test with
 * them may take. The suite, where `isShort`, has a minute for all faults together: it makes outages no longer than they need
 * to be noticed.
 */
export function faultRounds(
  short: number,
  full = fullRoundsDefault,
): { rounds: number; isShort: boolean; chance: SeededChance; timeoutMs: number } {
  const { rounds: asked, seed = seedDefault } = faultSettings();
  const rounds = asked === "full" ? full : (asked ?? short);
  return {
    rounds,
    isShort: asked === undefined,
    chance: seededChance(seed),
    timeoutMs: 300_000 + rounds * roundTimeoutMs,
  };
}

/**
 * How many times as long as the service promises a test allows. A run of many rounds, on a machine with nothing else to do, holds it to
 * its word; the suite, on whatever machine beside others, to being back at all.
 */
export const patience = faultSettings().rounds === undefined ? 4 : 1;

/** Says what was tried and found; the runner shows it when asked to. */
export function reportFault(name: string, found: Record<string, unknown>): void {
  console.log(`fault: ${name}: ${JSON.stringify(found)}`);
}
