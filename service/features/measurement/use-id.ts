import { dimensions } from "./dimensions.ts";
import type { HitValue } from "./values-of-hit.ts";

/** Room for the kinds of interactions in the id of a use. */
const kindsMax = 16;

/** What an interaction used, as a safe integer: its kind, and 48 bits of its target's id; 0 to 15 without a target. */
export function useId(values: readonly Pick<HitValue, "dimension" | "valueId">[]): number {
  const last = values.at(-1) ?? { dimension: dimensions.interaction, valueId: 0 };
  if (last.dimension < dimensions.target) return last.valueId;
  return Math.floor(last.valueId / kindsMax) * kindsMax + (last.dimension - dimensions.target);
}
