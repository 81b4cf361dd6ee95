import { gridStep } from "../../../../floor/web/charts/grid-step.ts";
import { html, renderHtml } from "../../../../floor/web/html.ts";

/** Measures of the drawing in pixels: as wide as a slide. */
const size = { width: 1_280, height: 480, left: 70, top: 60, bottom: 40, right: 20 };
const gridLinesMax = 4;
const axisLabelsMax = 8;

/** A chart of bars as a file of its own, with its numbers written into it. */
export function chartFile(input: {
  title: string;
  bars: readonly { label: string; value: number; before: number | null; isMarked: boolean }[];
  formatNumber: (value: number) => string;
}): string {
  const { title, bars, formatNumber } = input;
  const highest = Math.max(0, ...bars.flatMap(({ value, before }) => [value, before ?? 0]));
  const step = gridStep(highest, gridLinesMax);
  const top = Math.max(1, Math.ceil(highest / step)) * step;
  const room = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom };
  const slot = room.width / Math.max(1, bars.length);
  const y = (value: number) => Math.round((size.top + room.height * (1 - value / top)) * 10) / 10;
  const x = (index: number, share = 0) => Math.round((size.left + slot * (index + share)) * 10) / 10;
  const bar = (index: number, value: number, share: number) =>
    html`<rect x="${x(index, (1 - share) / 2)}" y="${y(value)}" width="${Math.round(slot * share * 10) / 10}" height="${Math.round((y(0) - y(value)) * 10) / 10}"/>`;
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  const every = Math.ceil(bars.length / axisLabelsMax);
  return renderHtml(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" font-family="Arial, sans-serif" font-size="16" fill="#17191c">
<title>${title}</title>
<rect width="${size.width}" height="${size.height}" fill="#ffffff"/>
<text x="${size.left}" y="32" font-size="20" font-weight="bold">${title}</text>
<g stroke="#dfdbd1">${lines.map((value) => html`<line x1="${size.left}" x2="${size.width - size.right}" y1="${y(value)}" y2="${y(value)}"/>`)}</g>
<g text-anchor="end">${lines.map((value) => html`<text x="${size.left - 10}" y="${y(value) + 5}">${formatNumber(value)}</text>`)}</g>
<g fill="#b9c0c6">${bars.map(({ before }, index) => before !== null && bar(index, before, 0.72))}</g>
<g fill="#0a5a6a">${bars.map(({ value }, index) => bar(index, value, 0.45))}</g>
<g stroke="#a86a12" stroke-width="2" stroke-dasharray="4 3">${bars.map(({ isMarked }, index) => isMarked && html`<line x1="${x(index, 0.5)}" x2="${x(index, 0.5)}" y1="${size.top}" y2="${y(0)}"/>`)}</g>
<g>${bars.map(({ label }, index) => index % every === 0 && html`<text x="${x(index)}" y="${size.height - 12}">${label}</text>`)}</g>
</svg>
`);
}
