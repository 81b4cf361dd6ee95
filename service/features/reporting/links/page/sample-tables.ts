import { type Html, html } from "../../../../floor/web/html.ts";
import type { InsightsOfOrigin } from "../../exports/pdf/insights-of-origin.ts";
import { fill } from "../../exports/wording/german-texts.ts";
import { queryPeriod } from "../../exports/wording/report-words.ts";
import type { Wording } from "../../exports/wording/wording.ts";
import type { ReportFigures } from "../../reports/schema.ts";
import { renderTable } from "./report-charts.ts";

type SampleContext = { report: ReportFigures; words: Wording; caption: string };

/** Search queries, each with its own days: a file may be of a quarter. Pages of before edition 2 stay as they were. */
export function renderQueries(
  queries: InsightsOfOrigin["queries"],
  { report, words, caption }: SampleContext,
): Html | null {
  const { texts, formats } = words;
  const isOld = report.presentation?.edition === undefined;
  return renderTable(
    texts.searchTitle,
    [texts.query, texts.clicks, texts.impressions, ...(isOld ? [] : [texts.clickRate]), texts.position],
    queries.map((entry) => [
      isOld ? entry.query : withDetail(entry.query, queryPeriod(entry, words)),
      formats.number(entry.clicks),
      formats.number(entry.impressions),
      ...(isOld ? [] : [formats.share(entry.ctr)]),
      formats.number(entry.position, 1),
    ]),
    { caption },
  );
}

/** Answers of AI engines with their interval. Pages of before edition 2 stay as they were. */
export function renderAiVisibility(
  entries: InsightsOfOrigin["aiVisibility"],
  { report, words, caption }: SampleContext,
): Html | null {
  const { texts, formats } = words;
  const isOld = report.presentation?.edition === undefined;
  return renderTable(
    texts.aiVisibilityTitle,
    [
      ...[texts.engine, texts.prompt, texts.runs, texts.mentioned],
      ...(isOld ? [] : [texts.cited]),
      texts.rate,
    ],
    entries.map(({ engine, model, prompt, citedUrls, rate, ...entry }) => [
      `${engine} ${model}`,
      isOld || citedUrls.length === 0
        ? prompt
        : withDetail(prompt, fill(texts.citedPages, citedUrls.join(" · "))),
      formats.number(entry.runs),
      formats.number(entry.mentioned),
      ...(isOld ? [] : [formats.number(entry.cited)]),
      `${formats.share(rate.value)} (${formats.share(rate.interval.low)} – ${formats.share(rate.interval.high)})`,
    ]),
    { textColumns: 2, caption },
  );
}

function withDetail(text: string, detail: string): Html {
  return html`${text}${detail !== "" && html` <span class="facts">${detail}</span>`}`;
}
