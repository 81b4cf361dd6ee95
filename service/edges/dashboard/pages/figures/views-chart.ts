import { clippingsOf } from "../../../../features/reporting/exports/coverage-figures.ts";
import { groupSeries, unitOf } from "../../../../features/reporting/exports/pdf/view-bars.ts";
import { markWords, measuredCount } from "../../../../features/reporting/exports/wording/report-words.ts";
import type { Figures } from "../../../../features/reporting/figures/read-figures.ts";
import type { Mark } from "../../../../features/reporting/reports/marks-sql.ts";
import { renderBarChart } from "../../../../floor/web/charts/bar-chart.ts";
import { counted } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { dashboardWording } from "../../parts/wording.ts";
import type { FigureTable } from "./figure-tables.ts";
import { dayText, isMeasured } from "./period.ts";

const { formats, labels, texts } = dashboardWording;

/** A bar of the chart: a day, or a week of a long period. */
type Point = ReturnType<typeof groupSeries>[number] & {
  label: string;
  before: number | null;
  marks: Mark[];
  clippings: { origin: keyof typeof labels.origins; count: number }[];
  lost: number;
};

/** Views per day, or per week over long periods, each with those of the period before and what happened. */
export function chartPoints(
  figures: Pick<Figures, "performance" | "before" | "viewsBefore" | "externalInsights">,
  marks: readonly Mark[],
): Point[] {
  const { performance, before, viewsBefore } = figures;
  const { series, lostHits = [] } = performance;
  const positions = new Map(series.map(({ day }, index) => [day, index]));
  const groups = groupSeries(series, unitOf(series));
  const clippings = clippingsOf(figures, groups);
  return groups.map((group, index) => {
    const [first = 0, last = 0] = [positions.get(group.from), positions.get(group.to)];
    // A month with a month: the days beyond the shorter one have nothing beside them.
    const beside = viewsBefore.slice(first, last + 1);
    return {
      ...group,
      label: group.from === group.to ? formats.shortDay(group.from) : formats.period(group.from, group.to),
      before: before === null || beside.length === 0 ? null : beside.reduce((sum, views) => sum + views, 0),
      clippings: clippings.map(({ origin, counts }) => ({ origin, count: counts[index] ?? 0 })),
      marks: marks.filter(({ day }) => day >= group.from && day <= group.to),
      lost: lostHits.reduce(
        (sum, { day, hits }) => (day >= group.from && day <= group.to ? sum + hits : sum),
        0,
      ),
    };
  });
}

/** The chart with what happened below it; `removal` makes the button that removes a note. */
export function viewsChart(
  figures: Figures,
  marks: readonly Mark[],
  { removal, tools }: { removal: (noteId: string, text: string) => Html | null; tools: Html },
): Html {
  const points = chartPoints(figures, marks);
  const title = chartTitle(figures);
  const summary = summaryOf(figures, points);
  const table = dayTable(points);
  return html`<section><h2>${title}</h2>
<p class="facts">${summary}</p>
<ul class="legend" aria-hidden="true"><li class="now">dieser Zeitraum</li>${figures.before !== null && html`<li class="then">${dayText(figures.before.from)} bis ${dayText(figures.before.to)}</li>`}${marks.length > 0 && html`<li class="mark">Ereignis</li>`}</ul>
${renderBarChart({
  id: "views",
  title,
  description: summary,
  bars: points.map(({ from, views, before }) => ({ label: formats.axisDay(from), value: views, before })),
  formatNumber: formats.number,
  marks: points.flatMap((point, index) => (point.marks.length === 0 ? [] : [index])),
  readings: points.map(readingOf),
  tableLabel: texts.asTable,
  emptyText: texts.noValues,
  table: {
    caption: title,
    columns: table.columns.map((head, index) => ({ head, ...(index > 0 && { align: "right" as const }) })),
    rows: table.rows.map(({ cells }) =>
      cells.map((cell) => (typeof cell === "number" ? formats.number(cell) : cell)),
    ),
  },
})}
<div class="take-along">${tools}</div>
${
  marks.length > 0 &&
  html`<details class="happened"${marks.length <= marksOpenMax && html` open`}><summary>Was geschehen ist (${marks.length})</summary><ol>${marks.map(
    (mark) =>
      html`<li><span class="facts">${dayText(mark.day)}</span> ${markWords(mark, dashboardWording)}${mark.noteId !== null && removal(mark.noteId, mark.text)}</li>`,
  )}</ol></details>`
}</section>`;
}

/** More events than these are folded away. */
const marksOpenMax = 6;

export function chartTitle({ performance }: Pick<Figures, "performance">): string {
  return unitOf(performance.series) === "day" ? texts.viewsPerDay : texts.viewsPerWeek;
}

/** The bars with all their figures, to be read and taken along. */
export function dayTable(points: readonly Point[]): FigureTable {
  const hasLost = points.some(({ lost }) => lost > 0);
  return {
    key: "tage",
    title: "Tage",
    columns: [
      ...["Zeit", texts.views, "Davor", texts.visitors, texts.visits, texts.interactions, texts.bots],
      ...(points[0]?.clippings ?? []).map(({ origin }) => `Clippings, ${labels.origins[origin]}`),
      ...(hasLost ? ["Nicht gezählt"] : []),
    ],
    rows: points.map((point) => ({
      cells: [
        point.label,
        point.views,
        point.before ?? "–",
        point.uniqueVisitors,
        point.visits,
        point.interactions ?? measuredCount(dashboardWording, null),
        point.bots,
        ...point.clippings.map(({ count }) => count),
        ...(hasLost ? [point.lost] : []),
      ],
    })),
  };
}

function summaryOf({ performance, before, firstDay }: Figures, points: readonly Point[]): string {
  const highest = points.reduce<Point | null>(
    (best, point) => (point.views > (best?.views ?? 0) ? point : best),
    null,
  );
  const { value, changePercent } = performance.comparison.views;
  const change = changePercent === null ? "" : ` (${formats.change(changePercent)})`;
  return [
    ...(highest === null
      ? []
      : [
          `Am meisten: ${highest.label} mit ${highest.views === 1 ? "einem Aufruf" : `${formats.number(highest.views)} Aufrufen`}.`,
        ]),
    ...(!isMeasured(value, { before, firstDay })
      ? []
      : [`Im Zeitraum davor: ${formats.number(value)}${change}.`]),
  ].join(" ");
}

function readingOf({ label, views, before, marks }: Point): string {
  const count = counted(views, "Aufruf", "Aufrufe");
  const beside = before === null ? "" : `, davor ${formats.number(before)}`;
  return [`${label}: ${count}${beside}`, ...marks.map((mark) => markWords(mark, dashboardWording))].join(
    " · ",
  );
}
