import type { Performance } from "../../../../features/reporting/articles/schema.ts";
import { coverageTables } from "../../../../features/reporting/exports/coverage-figures.ts";
import { lostHitsNote } from "../../../../features/reporting/exports/headline-figures.ts";
import { fill } from "../../../../features/reporting/exports/wording/german-texts.ts";
import {
  campaignNames,
  conversionName,
  sourceName,
  targetName,
} from "../../../../features/reporting/exports/wording/report-words.ts";
import type { ReportFigures } from "../../../../features/reporting/reports/schema.ts";
import { downloadHeaders } from "../../../../floor/http/downloads.ts";
import { renderDataTable } from "../../../../floor/web/charts/data-table.ts";
import { byteOrderMark, csvLine } from "../../../../floor/web/csv-line.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { dashboardWording } from "../../parts/wording.ts";

/** A table as it is drawn and as it is taken along; its second column is drawn as bars. */
export type FigureTable = {
  /** Names it in addresses and files. */
  key: string;
  title: string;
  columns: readonly string[];
  rows: readonly { cells: readonly (string | number)[] }[];
};

/** Rows in sight; the rest is a click away. */
const rowsShown = 5;
const { formats, labels, texts } = dashboardWording;

/** What is missing from the figures of these days; nothing where nothing is. */
export function lostHitsHtml(lostHits: Performance["lostHits"], words = dashboardWording): Html | null {
  const note = lostHitsNote(lostHits, words);
  return note === null ? null : html`<p class="facts">${note}</p>`;
}

/** The same of the period compared with. */
export function lostBeforeHtml(lostHits: Performance["lostHits"]): Html | null {
  const note = lostHitsNote(lostHits, dashboardWording);
  return note === null ? null : html`<p class="facts">Im Zeitraum davor: ${note}</p>`;
}

/** What a scope's figures are made of, each kind with the greatest first; those without rows are left out. */
export function figureTables(figures: ReportFigures): FigureTable[] {
  const { performance, externalInsights } = figures;
  const tables: FigureTable[] = [
    {
      key: "quellen",
      title: texts.referrersTitle,
      columns: [texts.source, texts.views, texts.visitors, texts.channel],
      rows: performance.referrers.map((entry) => ({
        cells: [
          sourceName(entry, dashboardWording),
          entry.views,
          entry.visitors,
          labels.channels[entry.channel],
        ],
      })),
    },
    {
      key: "kanaele",
      title: texts.channelsTitle,
      columns: [texts.channel, texts.views, texts.visitors],
      rows: performance.channels.map((entry) => ({
        cells: [labels.channels[entry.channel], entry.views, entry.visitors],
      })),
    },
    {
      key: "ki",
      title: texts.aiTitle,
      columns: [texts.operator, "Gesamt", texts.crawls, texts.assistantFetches, texts.referredVisits],
      rows: performance.aiOperators.map(({ operator, crawls, assistantFetches, referredVisits }) => ({
        cells: [
          operator,
          crawls + assistantFetches + referredVisits,
          crawls,
          assistantFetches,
          referredVisits,
        ],
      })),
    },
    {
      key: "interaktionen",
      title: texts.interactions,
      columns: [texts.kindAndTarget, texts.count],
      rows: (performance.interactions ?? []).flatMap(rowsOfKind).toSorted((a, b) => b.cells[1] - a.cells[1]),
    },
    ...viewTables(performance),
    {
      key: "zugriffe",
      title: texts.trafficTitle,
      columns: [texts.accessKind, texts.requests],
      rows: performance.trafficClasses
        .filter(({ requests }) => requests > 0)
        .map((entry) => ({ cells: [labels.trafficClasses[entry.class], entry.requests] }))
        .toSorted((a, b) => Number(b.cells[1]) - Number(a.cells[1])),
    },
    {
      key: "conversions",
      title: texts.conversionsTitle,
      columns: [texts.kind, texts.count],
      rows: (externalInsights?.conversions ?? []).map((entry) => ({
        cells: [conversionName(entry.kind, figures, dashboardWording), entry.count],
      })),
    },
    ...clippingTables(figures),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** By which devices and over which tagged links people came. */
function viewTables({ devices, campaigns }: Performance): FigureTable[] {
  const total = devices.reduce((sum, { views }) => sum + views, 0);
  return [
    {
      key: "geraete",
      title: texts.devicesTitle,
      columns: [texts.device, texts.views, texts.share],
      rows: devices
        .filter(({ views }) => views > 0)
        .toSorted((a, b) => b.views - a.views)
        .map(({ type, views }) => ({ cells: [labels.devices[type], views, formats.share(views / total)] })),
    },
    {
      key: "kampagnen",
      title: texts.campaignsTitle,
      columns: [texts.campaign, texts.views, texts.source, texts.medium],
      rows: campaigns.map((entry) => {
        const [name = "", ...origin] = campaignNames(entry, dashboardWording);
        return { cells: [name, entry.views, ...origin] };
      }),
    },
  ];
}

/** A row for each target, and one for what had none, as a copied text: without it the rows sum up to less than the figure above them. */
function rowsOfKind({ kind, count, targets }: NonNullable<Performance["interactions"]>[number]) {
  const label = labels.interactions[kind];
  const rest = count - targets.reduce((sum, target) => sum + target.count, 0);
  const rows = targets.map((target) => ({
    cells: [`${label}: ${targetName(target, dashboardWording)}`, target.count] as const,
  }));
  return rest > 0 ? [...rows, { cells: [label, rest] as const }] : rows;
}

/** How the clippings are made up, each origin by itself. */
function clippingTables(figures: ReportFigures): FigureTable[] {
  const { mostTaken = [] } = figures.externalInsights?.mediaMentions ?? {};
  return [
    ...coverageTables(figures, dashboardWording).map(({ key, title, rows, ofAll }) => ({
      key,
      title,
      columns: [title, "Clippings", ...(ofAll === null ? [] : [texts.share])],
      rows: rows.map(({ label, count }) => ({
        cells: [label, count, ...(ofAll === null ? [] : [formats.share(count / ofAll)])],
      })),
    })),
    {
      key: "uebernommen",
      title: fill(texts.mostTaken, labels.origins.observed),
      columns: [texts.headline, "Übernommen in %", "Längste Stelle in Wörtern", texts.medium],
      rows: mostTaken.map((entry) => ({
        cells: [entry.headline, Math.round(entry.takenShare * 100), entry.longestRunWords, entry.medium],
      })),
    },
  ];
}

/** A block with a bar in each row; `href` is where its CSV is. */
export function figureBlock(table: FigureTable, href: string): Html {
  const { title, columns, rows } = table;
  const greatest = Math.max(1, ...rows.map(({ cells }) => Number(cells[1])));
  const drawn = (from: number, to?: number) =>
    renderDataTable({
      caption: from === 0 ? title : `${title}: die übrigen`,
      columns: columns.map((head, index) => ({
        head,
        ...(typeof rows[0]?.cells[index] === "number" && { align: "right" as const }),
      })),
      rows: rows
        .slice(from, to)
        .map(({ cells: [first = "", ...others] }) => [
          html`${first}${rowBar(Number(others[0]) / greatest)}`,
          ...others.map((cell) => (typeof cell === "number" ? formats.number(cell) : cell)),
        ]),
    });
  return html`<section class="block"><h3>${title}</h3>
${drawn(0, rowsShown)}
${rows.length > rowsShown && html`<details><summary>Alle ${rows.length} zeigen</summary>${drawn(rowsShown)}</details>`}
<p class="facts"><a href="${href}">Als CSV<span class="unseen">: ${title}</span></a></p></section>`;
}

function rowBar(share: number): Html {
  return html`<svg class="row-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.round(share * 1_000) / 10}" height="4"/></svg>`;
}

/** A table as a file; its last line says what is missing from the figures, where something is. */
export function csvFile(
  { key, columns, rows }: FigureTable,
  { name, lostHits }: { name: string; lostHits: Performance["lostHits"] },
): Response {
  const lost = lostHitsNote(lostHits, dashboardWording);
  const lines = [columns, ...rows.map(({ cells }) => cells), ...(lost === null ? [] : [[lost]])].map(
    (cells) => csvLine(cells),
  );
  return new Response(byteOrderMark + lines.join(""), { headers: downloadHeaders(`${name}-${key}.csv`) });
}
