/** Numbers that look random and are the same for the same seed (mulberry32, public domain). */
export type SeededChance = {
  between(low: number, high: number): number;
  whole(low: number, high: number): number;
  uuid(): string;
  /** Splits a whole number into parts that sum to it, the first about `lead` of it. */
  split(total: number, parts: number, lead: number): number[];
};

export function seededChance(seed: number): SeededChance {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const between = (low: number, high: number) => low + next() * (high - low);
  const hex = (length: number) => Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join("");
  return {
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    uuid: () => `${hex(8)}-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(12)}`,
    split: (total, parts, lead) => {
      const counts: number[] = [];
      let rest = total;
      for (let index = 0; index < parts - 1; index += 1) {
        const part = Math.floor(rest * lead * between(0.8, 1));
        counts.push(part);
        rest -= part;
      }
      return [...counts, rest];
    },
  };
}
