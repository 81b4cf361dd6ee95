/** A number from 0 up to 1, the same series in every run: the demo shows everybody the same. */
export type Random = () => number;

/** Mulberry32: 32 bits of state, good enough to choose browsers by (Tommy Ettinger, public domain). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of `choices`, each as often as its weight says. Throws RangeError for an empty list. */
export function pickWeighted<T extends { weight: number }>(random: Random, choices: readonly T[]): T {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0);
  let left = random() * total;
  for (const choice of choices) {
    left -= choice.weight;
    if (left < 0) return choice;
  }
  const last = choices.at(-1);
  if (last === undefined) throw new RangeError("There is nothing to choose from.");
  return last;
}
