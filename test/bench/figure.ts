/** One figure of a run: a ratio for each round, and what it is held against. */
export type Figure = {
  id: string;
  what: string;
  reference: string;
  target: number;
  ratios: number[];
  details: string[];
};

/** One line of the table of figures: median and spread of the ratios. */
export function tableLine(figure: Figure): string {
  const sorted = figure.ratios.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const [low, high] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  const verdict = median >= figure.target ? "reached" : "below";
  return `| ${figure.id} | ${figure.what} | ${figure.reference} | ${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)}) | ≥ ${figure.target} | ${verdict} |`;
}
