import {
  interactionTotal,
  measuredCount,
} from "../../../../features/reporting/exports/wording/report-words.ts";
import type { Benchmark } from "../../../../features/reporting/figures/benchmark-sql.ts";
import type { Figures } from "../../../../features/reporting/figures/read-figures.ts";
import { counted } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { dashboardWording } from "../../parts/wording.ts";
import { lostBeforeHtml, lostHitsHtml } from "./figure-tables.ts";
import { isMeasured, notMeasuredBefore } from "./period.ts";

const { formats, texts } = dashboardWording;

/** Three figures that were measured and how good they are; what was found elsewhere is counted below them. */
export function headline(
  { performance, before, firstDay, lostBefore, externalInsights }: Figures,
  benchmarks: readonly Benchmark[],
): Html {
  const { value, changePercent } = performance.comparison.views;
  const compared =
    before === null
      ? "von Menschen"
      : !isMeasured(value, { before, firstDay })
        ? notMeasuredBefore
        : `davor: ${formats.number(value)}${changePercent === null ? "" : ` (${formats.change(changePercent)})`}`;
  const clippings = externalInsights?.mediaMentions?.count ?? 0;
  const figures = [
    { label: texts.views, value: formats.number(performance.views), sentence: compared },
    {
      label: texts.visitors,
      value: formats.number(performance.uniqueVisitors.value),
      sentence: texts.visitorsSentence,
    },
    {
      label: texts.interactions,
      value: measuredCount(dashboardWording, interactionTotal(performance)),
      sentence: "Klicks, Downloads und mehr",
    },
  ];
  return html`<dl class="figures">${figures.map(
    ({ label, value: shown, sentence }) =>
      html`<div><dt>${label}</dt><dd><strong>${shown}</strong><span>${sentence}</span></dd></div>`,
  )}</dl>
${clippings > 0 && html`<p class="facts">Anderswo gefunden: ${counted(clippings, "Clipping", "Clippings")}.</p>`}
${lostHitsHtml(performance.lostHits)}
${lostBeforeHtml(lostBefore)}
${
  benchmarks.length > 0 &&
  html`<p class="benchmark">${benchmarks.map(({ day, better, of }) => `Tag ${day}: besser als ${better === 0 ? "keine der" : `${better} von`} ${of}`).join(" · ")} <span class="facts">früheren Meldungen dieses Kunden im gleichen Alter</span></p>`
}`;
}
