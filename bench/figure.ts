/**
 * One line of the table of figures. `values` are ratios of the service to its reference, one for each round, or absolute
 * figures in `unit` where there is nothing to hold them against.
 */
export type Figure = {
  id: string;
  what: string;
  reference: string;
  values: number[];
  target: { atLeast: number } | { atMost: number };
  unit?: string;
  /** What stood behind the values, for instance "6,900 / 7,100 a second". */
  details: string[];
};

export type Report = (line: string) => void;

/** What measures one figure of the list; `growth` measures how it holds at more load or more data. */
export type Bench = {
  measure?: (report: Report) => Promise<Figure[]>;
  growth?: (report: Report) => Promise<Figure[]>;
  /** Takes so long that a run of all leaves it out. */
  isNamedOnly?: boolean;
};

export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** One line of the table: median, spread and verdict. */
export function tableLine({ id, what, reference, values, target, unit, details }: Figure): string {
  const shown = (value: number) => `${value.toFixed(2)}${unit === undefined ? "" : ` ${unit}`}`;
  const median = medianOf(values);
  const isReached = "atLeast" in target ? median >= target.atLeast : median <= target.atMost;
  const bound = "atLeast" in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
  return [
    "",
    id,
    what,
    reference,
    `${shown(median)} (${shown(Math.min(...values))} to ${shown(Math.max(...values))})`,
    unit === undefined ? bound : `${bound} ${unit}`,
    isReached ? "reached" : "below",
    details.at(-1) ?? "",
    "",
  ]
    .join(" | ")
    .trim();
}
