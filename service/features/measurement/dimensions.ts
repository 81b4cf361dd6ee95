import { createHash } from "node:crypto";
import { boundedCache } from "../../floor/limits/bounded-cache.ts";
import { interactionKinds } from "./vocabulary.ts";

/**
 * The dimensions of `hit_day_dimension`. Stored as numbers, so entries are only ever appended.
 * Targets have one dimension per kind of interaction: `target` plus the kind's position.
 */
export const dimensions = {
  source: 1,
  channel: 2,
  campaign: 3,
  device: 4,
  operatorCrawl: 5,
  operatorFetch: 6,
  operatorReferral: 7,
  interaction: 8,
  /** Interactions past the bounds, by kind. They are stored, and count in no other figure. */
  repeated: 9,
  target: 16,
} as const;

/** Dimension of the last kind's targets. */
const targetDimensionMax = dimensions.target + interactionKinds.length - 1;

/** The value that stands for everything past the cap. */
export const otherValueId = 0;

/**
 * Distinct values per release, day and group of dimensions; more count as "other".
 * An outsider can invent as many sources as he likes; a report shows 100, and a row costs 100 bytes for ever.
 */
export const distinctValuesMax = 200;

/** Dimensions that share one cap (all targets of a release do), or null where the list of values is closed. */
export function capGroup(dimension: number): { first: number; last: number } | null {
  if (dimension >= dimensions.target) return { first: dimensions.target, last: targetDimensionMax };
  if (closedDimensions.has(dimension)) return null;
  return { first: dimension, last: dimension };
}

/**
 * Id of a dictionary's values: 52 bits of SHA-256, never 0, exact as a JavaScript number. Every replica knows it without asking.
 * A million values in one agency's dictionary collide with a probability of 1 in 9,000; a collision mixes up two labels.
 */
export function valueId(values: readonly (string | number | null)[]): number {
  return valueIdOf(JSON.stringify(values));
}

/** Values whose ids are kept in memory, a few megabytes: enough for all releases that are read at one time. */
const knownValuesMax = 8_192;

const valueIdOf = boundedCache(knownValuesMax, (text) => {
  const digest = createHash("sha256").update(text).digest();
  return digest.readUIntBE(0, 6) * 16 + ((digest[6] ?? 0) >> 4) || 1;
});

const closedDimensions: ReadonlySet<number> = new Set([
  dimensions.channel,
  dimensions.device,
  dimensions.interaction,
  dimensions.repeated,
]);
