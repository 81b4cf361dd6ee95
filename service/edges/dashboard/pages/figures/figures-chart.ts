import { groupSeries, unitOf, viewBars } from "../../../../features/reporting/exports/pdf/view-bars.ts";
import { measuredCount } from "../../../../features/reporting/exports/wording/report-words.ts";
import type { Wording } from "../../../../features/reporting/exports/wording/wording.ts";
import type { Figures } from "../../../../features/reporting/figures/read-figures.ts";
import { renderBarChart } from "../../../../floor/web/charts/bar-chart.ts";
import { type Html, html } from "../../../../floor/web/html.ts";

/** Views per day, or per week over long periods, beside those of the period before. */
export function viewsChart({ performance, viewsBefore }: Figures, words: Wording): Html {
  const { texts, formats } = words;
  const { series } = performance;
  const unit = unitOf(series);
  const { bars, highest } = viewBars(series, words);
  const groups = groupSeries(series, unit);
  const before = groups.map(({ from, to }) =>
    series.reduce(
      (sum, { day }, index) => (day >= from && day <= to ? sum + (viewsBefore[index] ?? 0) : sum),
      0,
    ),
  );
  const title = unit === "day" ? texts.viewsPerDay : texts.viewsPerWeek;
  const { value, changePercent } = performance.comparison.views;
  const compared =
    changePercent === null
      ? `Im gleich langen Zeitraum davor: ${formats.number(value)}.`
      : `Im gleich langen Zeitraum davor: ${formats.number(value)} (${formats.change(changePercent)}).`;
  const summary = highest === "" ? compared : `${highest}. ${compared}`;
  return html`<h3>${title}</h3>
<p class="facts">${summary}</p>
<ul class="legend" aria-hidden="true"><li class="now">dieser Zeitraum</li><li class="then">Zeitraum davor</li></ul>
${renderBarChart({
  id: "views",
  title,
  description: summary,
  bars: bars.map(({ axisLabel, views }, index) => ({
    label: axisLabel,
    value: views,
    before: before[index] ?? 0,
  })),
  formatNumber: formats.number,
  tableLabel: texts.asTable,
  emptyText: texts.noValues,
  table: {
    caption: unit === "day" ? texts.dailyTitle : texts.weeklyTitle,
    columns: [
      { head: unit === "day" ? texts.oneDay : texts.oneWeek },
      ...[texts.views, "Davor", texts.visitors, texts.visits, texts.interactions, texts.bots].map((head) => ({
        head,
        align: "right" as const,
      })),
    ],
    rows: groups.map((entry, index) => [
      entry.from === entry.to ? formats.shortDay(entry.from) : formats.period(entry.from, entry.to),
      formats.number(entry.views),
      formats.number(before[index] ?? 0),
      formats.number(entry.uniqueVisitors),
      formats.number(entry.visits),
      measuredCount(words, entry.interactions),
      formats.number(entry.bots),
    ]),
  },
})}`;
}
