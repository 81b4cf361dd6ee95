import type { Provenance } from "./schema.ts";

/** What the service read itself in a source outside of its newsrooms. */
export type Observed = Provenance & { origin: "observed" };
/** Figures from a file that a third party made. */
export type Imported = Provenance & { origin: "imported" };
/** Figures that somebody estimated and nobody counted. */
export type Estimated = Provenance & { origin: "estimated" };

/** ISO 4217 code of "no currency": what a value has that was reported without one. */
export const noCurrency = "XXX";

/** Quantile of the normal distribution for 95 per cent, both sides. */
const z95 = 1.959963984540054;
/** Ends of intervals carry four decimals, as shares do: a hundredth of a per cent. */
const steps = 10_000;

/**
 * The share of `hits` in `runs` with its Wilson score interval at 95 per cent (Wilson 1927), which holds for small samples and
 * at 0 and 1 too. `runs` is at least 1.
 */
export function shareWithInterval(
  hits: number,
  runs: number,
): { value: number; interval: { low: number; high: number; level: 0.95 } } {
  const share = hits / runs;
  const square = z95 * z95;
  const centre = (share + square / (2 * runs)) / (1 + square / runs);
  const half =
    (z95 / (1 + square / runs)) * Math.sqrt((share * (1 - share)) / runs + square / (4 * runs * runs));
  return {
    value: round(share),
    interval: {
      low: hits === 0 ? 0 : round(Math.max(0, centre - half)),
      high: hits === runs ? 1 : round(Math.min(1, centre + half)),
      level: 0.95,
    },
  };
}

/** How far a share of a sample can be trusted: at 30 answers its interval is up to 34 points wide, at 100 up to 19. */
export function confidenceOfSample(runs: number): Provenance["confidence"] {
  if (runs >= 100) return "high";
  return runs >= 30 ? "medium" : "low";
}

function round(share: number): number {
  return Math.round(share * steps) / steps;
}
