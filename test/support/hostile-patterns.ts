import type { SeededChance } from "./seeded-chance.ts";

/** A way to fill a text of any length, as attackers of parsers do it. */
export type HostilePattern = { name: string; fill: (length: number) => string };

/** Repeats the parts in turn: `[a](/)[a](/)…`. */
export function repeated(...parts: string[]): HostilePattern {
  const unit = parts.join("");
  return { name: `repeat ${JSON.stringify(unit)}`, fill: (length) => cut(unit, length) };
}

/** Opens as often as there is room for and closes as often: `[[[…]]]`. */
export function nested(open: string, middle: string, close: string): HostilePattern {
  const times = (length: number) => Math.floor((length - middle.length) / (open.length + close.length));
  return {
    name: `nest ${JSON.stringify([open, middle, close])}`,
    fill: (length) => open.repeat(times(length)) + middle + close.repeat(times(length)),
  };
}

/** Half of one and then half of another: `aaaa…bbbb…`. */
export function halves(first: string, second: string): HostilePattern {
  return {
    name: `halves ${JSON.stringify([first, second])}`,
    fill: (length) => cut(first, Math.floor(length / 2)) + cut(second, Math.ceil(length / 2)),
  };
}

/** Runs that grow by one each time, so that none fits another: `a` aa`` aaa```. */
export function growing(unit: string, between: string): HostilePattern {
  return {
    name: `grow ${JSON.stringify([unit, between])}`,
    fill(length) {
      const runs: string[] = [];
      for (let size = 0, run = 1; size < length; run += 1) {
        runs.push(unit.repeat(run) + between);
        size += unit.length * run + between.length;
      }
      return runs.join("").slice(0, length);
    },
  };
}

/** A pattern of one to four of the parts, joined in one of the ways above. */
export function drawPattern(chance: SeededChance, parts: readonly string[]): HostilePattern {
  const part = () => parts[chance.whole(0, parts.length - 1)] ?? "";
  const unit = () => Array.from({ length: chance.whole(1, 4) }, part).join("") || "a";
  const kind = chance.whole(0, 9);
  if (kind < 5) return repeated(unit());
  if (kind < 7) return nested(unit(), part(), unit());
  if (kind < 9) return halves(unit(), unit());
  return growing(part() || "a", part());
}

function cut(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}
