import fc from "fast-check";
import {
  lettersOf,
  lettersReadBack,
  touchingPieces,
} from "../edges/dashboard/rich-text/support/touching-pieces.ts";

/** Writes drawn lines of the editor as Markdown and reads them back: the shortest found that loses or gains a letter, or null. */
export function fuzzEditor({ seed, lines }: { seed: number; lines: number }): string | null {
  const isKept = fc.property(touchingPieces, (doc) => lettersReadBack(doc) === lettersOf(doc));
  const { counterexample } = fc.check(isKept, { seed, numRuns: lines });
  return counterexample === null ? null : `other letters: ${counterexample[0]}`;
}
