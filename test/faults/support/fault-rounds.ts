import { faultSettings } from "../../support/environment.ts";
import { type SeededChance, seededChance } from "../../support/seeded-chance.ts";

/** Moments are drawn from this seed unless a run names another. */
const seedDefault = 20_261_120;
/** Servers stop and start in each round, slowly on a busy machine. */
const roundTimeoutMs = 30_000;

/** The rounds of one fault: how many, their chance, and how long a test with them may take. */
export function faultRounds(short: number): { rounds: number; chance: SeededChance; timeoutMs: number } {
  const { rounds = short, seed = seedDefault } = faultSettings();
  return { rounds, chance: seededChance(seed), timeoutMs: 60_000 + rounds * roundTimeoutMs };
}

/** Says what was tried and found; the runner shows it when asked to. */
export function reportFault(name: string, found: Record<string, unknown>): void {
  console.log(`fault: ${name}: ${JSON.stringify(found)}`);
}
