import type { FoldedHit } from "./roll-up.ts";
import { targetOfInteraction } from "./values-of-hit.ts";

/** Room for the kinds of interactions in the id of a use. */
const kindsMax = 16;

/** What an interaction used, as a safe integer: its kind, and 48 bits of its target's id; 0 to 15 without a target. */
export function useId({ hit }: FoldedHit): number {
  if (hit.kind !== "interaction") return 0;
  const { dimension, target } = targetOfInteraction(hit);
  return Math.floor((target?.valueId ?? 0) / kindsMax) * kindsMax + (dimension % kindsMax);
}
