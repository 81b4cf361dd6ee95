/**
 * One line of the table of figures. `values` are ratios of the service to its reference, one for each round, or absolute
 * figures in `unit` where there is nothing to hold them against.
 */
export type Figure = {
  id: string;
  what: string;
  reference: string;
  values: number[];
  /** None where the figure is said beside another one. */
  target?: { atLeast: number } | { atMost: number };
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
  const { bound, verdict } = target === undefined ? noTarget : judge(median, target);
  return [
    "",
    id,
    what,
    reference,
    `${shown(median)} (${shown(Math.min(...values))} to ${shown(Math.max(...values))})`,
    unit === undefined || bound === "" ? bound : `${bound} ${unit}`,
    verdict,
    details.at(-1) ?? "",
    "",
  ]
    .join(" | ")
    .trim();
}

const noTarget = { bound: "", verdict: "" };

function judge(median: number, target: NonNullable<Figure["target"]>) {
  return "atLeast" in target
    ? { bound: `≥ ${target.atLeast}`, verdict: median >= target.atLeast ? "reached" : "below" }
    : { bound: `≤ ${target.atMost}`, verdict: median <= target.atMost ? "reached" : "above" };
}
