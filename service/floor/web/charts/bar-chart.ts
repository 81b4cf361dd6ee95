import { type Html, html } from "../html.ts";
import { type DataTable, renderDataTable } from "./data-table.ts";
import { gridStep } from "./grid-step.ts";

/** One bar; `before` is the value to compare with, null where there is none. */
type ChartBar = { label: string; value: number; before?: number | null };

export type BarChartInput = {
  /** Names the parts of this chart within its page. */
  id: string;
  title: string;
  /** What the chart shows in one sentence, for those who don't see it. */
  description: string;
  bars: readonly ChartBar[];
  formatNumber: (value: number) => string;
  /** The same values as figures, and what opens them. */
  table: DataTable;
  tableLabel: string;
  /** What stands in place of a chart without bars. */
  emptyText: string;
  /** Where something happened: positions of bars. */
  marks?: readonly number[];
  /** What `chartScript` says of each bar under the pointer or by arrow keys. */
  readings?: readonly string[];
};

/** Units of the drawing: it is stretched over the width of its place, so that they are no pixels. */
const width = 1_000;
const height = 200;
const gridLinesMax = 4;
/** A year of days; more would be thinner than a pixel on a phone. */
export const chartBarsMax = 366;
/** A single bar must not become a wall of colour. */
const barWidthMax = 60;
/** Dates below the bars: more would touch on a phone. */
const axisLabelsMax = 4;

/** Upright bars as SVG with the table of their values. Throws RangeError for more than `chartBarsMax`. */
export function renderBarChart(input: BarChartInput): Html {
  const { id, title, description, bars, formatNumber, emptyText, marks = [], readings } = input;
  if (bars.length > chartBarsMax) throw new RangeError(`A chart has ${bars.length} bars: sum them first.`);
  if (bars.length === 0) return html`<p class="facts">${emptyText}</p>`;
  const highest = Math.max(0, ...bars.flatMap(({ value, before }) => [value, before ?? 0]));
  const step = gridStep(highest, gridLinesMax);
  const top = Math.max(1, Math.ceil(highest / step)) * step;
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => top - index * step);
  return html`<figure class="chart"${readings !== undefined && html` data-readings="${JSON.stringify(readings)}"`}>
<div class="plot"><ul class="scale" aria-hidden="true">${lines.map((value) => html`<li>${formatNumber(value)}</li>`)}</ul>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-labelledby="${id}-name ${id}-text">
<title id="${id}-name">${title}</title><desc id="${id}-text">${description}</desc>
<g class="grid">${lines.map((_, index) => gridLine((index / (lines.length - 1)) * height))}</g>
${drawBars(bars, top)}
${
  marks.length > 0 &&
  html`<g class="marks">${marks.map((index) => markLine(((index + 0.5) / bars.length) * width))}</g>
`
}</svg>
<ul class="axis" aria-hidden="true">${axisLabels(bars).map((label) => html`<li>${label}</li>`)}</ul></div>
<details><summary>${input.tableLabel}</summary>
${renderDataTable(input.table)}
</details></figure>
`;
}

function gridLine(y: number): Html {
  return html`<line x1="0" x2="${width}" y1="${rounded(y)}" y2="${rounded(y)}"/>`;
}

function markLine(x: number): Html {
  return html`<line x1="${rounded(x)}" x2="${rounded(x)}" y1="0" y2="${height}"/>`;
}

function drawBars(bars: readonly ChartBar[], top: number): Html {
  const slot = width / bars.length;
  const barWidth = Math.min(barWidthMax, slot * 0.72);
  const box = (index: number, value: number, share: number) => {
    const tall = rounded((value / top) * height);
    const x = rounded(slot * index + (slot - barWidth * share) / 2);
    return html`<rect x="${x}" y="${rounded(height - tall)}" width="${rounded(barWidth * share)}" height="${tall}"/>`;
  };
  const before = bars.flatMap((bar, index) =>
    bar.before === null || bar.before === undefined ? [] : [box(index, bar.before, 1)],
  );
  const now = bars.map((bar, index) => box(index, bar.value, before.length === 0 ? 1 : 0.6));
  return html`${before.length > 0 && html`<g class="before">${before}</g>`}<g class="bars">${now}</g>`;
}

/** A position for each bar, and from the first on a label at every so many: even steps, as many as fit. */
function axisLabels(bars: readonly ChartBar[]): string[] {
  const step = Math.ceil(bars.length / axisLabelsMax);
  return bars.map(({ label }, index) => (index % step === 0 ? label : ""));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
