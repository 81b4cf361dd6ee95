import { renderBarChart } from "../../../../floor/web/charts/bar-chart.ts";
import { renderDataTable } from "../../../../floor/web/charts/data-table.ts";
import { renderStackedBar } from "../../../../floor/web/charts/stacked-bar.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import {
  groupSeries,
  leftDaysNote,
  markedBars,
  markedDays,
  shownSeries,
  unitOf,
  viewBars,
} from "../../exports/pdf/view-bars.ts";
import { markWords, measuredCount } from "../../exports/wording/report-words.ts";
import type { Wording } from "../../exports/wording/wording.ts";
import type { ReportFigures } from "../../reports/schema.ts";

/** Views per day or week, with the figures of each as a table, and what happened. */
export function renderViews(report: ReportFigures, words: Wording): Html {
  const { texts, formats } = words;
  const { series, left } = shownSeries(report);
  const unit = unitOf(series);
  const { bars, highest } = viewBars(series, words);
  const title = unit === "day" ? texts.viewsPerDay : texts.viewsPerWeek;
  const hasViews = report.performance.views > 0;
  const marked = markedDays(report, hasViews ? bars : [], words);
  const happened =
    marked.length > 0 &&
    html`
<details class="happened"><summary>${texts.happened}</summary><ol>${marked.map(
      ({ label, marks }) =>
        html`<li>${label}: ${marks.map((each) => markWords(each, words)).join(" · ")}</li>`,
    )}</ol></details>`;
  if (!hasViews) return html`<h3>${title}</h3><p>${texts.noViews}</p>${happened}`;
  return html`<h3>${title}</h3><p class="facts">${highest}</p>
${renderBarChart({
  id: "views",
  title,
  description: highest,
  bars: bars.map(({ axisLabel, views }) => ({ label: axisLabel, value: views })),
  formatNumber: formats.number,
  marks: markedBars(marked),
  tableLabel: texts.asTable,
  emptyText: texts.noValues,
  table: {
    caption: unit === "day" ? texts.dailyTitle : texts.weeklyTitle,
    columns: [
      { head: unit === "day" ? texts.oneDay : texts.oneWeek },
      ...[texts.views, texts.visitors, texts.visits, texts.interactions, texts.bots].map((head) => ({
        head,
        align: "right" as const,
      })),
    ],
    rows: groupSeries(series, unit).map((entry) => [
      entry.from === entry.to ? formats.shortDay(entry.from) : formats.period(entry.from, entry.to),
      formats.number(entry.views),
      formats.number(entry.uniqueVisitors),
      formats.number(entry.visits),
      measuredCount(words, entry.interactions),
      formats.number(entry.bots),
    ]),
  },
})}${happened}
${left !== null && html`<p class="facts">${leftDaysNote(left, report, words)}</p>`}`;
}

/** Who requested the pages, as one bar with its table. */
export function renderTraffic({ performance }: ReportFigures, words: Wording): Html | null {
  const { texts, labels, formats } = words;
  const parts = performance.trafficClasses.filter(({ requests }) => requests > 0);
  if (parts.length === 0) return null;
  return html`<h3>${texts.trafficTitle}</h3>
${renderStackedBar({
  id: "traffic",
  title: texts.trafficTitle,
  parts: parts.map((entry) => ({
    label: labels.trafficClasses[entry.class],
    value: entry.requests,
    share: formats.share(entry.share),
  })),
  table: {
    caption: texts.trafficTitle,
    columns: [
      { head: texts.accessKind },
      { head: texts.requests, align: "right" },
      { head: texts.share, align: "right" },
    ],
    rows: parts.map((entry) => [
      labels.trafficClasses[entry.class],
      formats.number(entry.requests),
      formats.share(entry.share),
    ]),
  },
})}`;
}

/** A table under its heading; nothing where it has no rows. */
export function renderTable(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly (Html | string)[])[],
  { textColumns = 1, caption = title }: { textColumns?: number; caption?: string } = {},
): Html | null {
  if (rows.length === 0) return null;
  return html`<h3>${title}</h3>
${renderDataTable({
  caption,
  columns: columns.map((head, index) => (index < textColumns ? { head } : { head, align: "right" })),
  rows,
})}`;
}
