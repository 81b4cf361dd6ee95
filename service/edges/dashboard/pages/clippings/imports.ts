import { listImports, listOpenUploads } from "../../../../features/insights/uploads/list-uploads.ts";
import { html } from "../../../../floor/web/html.ts";
import { definePage } from "../../definition.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { momentHtml } from "../../parts/moment.ts";
import { pagerHtml } from "../../parts/pager.ts";
import { tableHtml } from "../../parts/table.ts";
import { importsPath } from "./paths.ts";
import { stateTexts } from "./state-texts.ts";
import { tabsHtml } from "./tabs.ts";

const kindLabels = {
  "media-mentions": "Clippings",
  "search-visibility": "Suchmaschinen",
  "ai-visibility": "KI-Antworten",
} as const;
const template = `Meldung;Medium;Mediengattung;Überschrift;Adresse;Erschienen am;Trefferart;Reichweite;Quelle
42;Weser-Kurier;Tageszeitung;Neues Werk in Bremen eröffnet;;02.11.2026;Auszug;120.000;Clipping-Dienst
https://presse.example/newsroom/kunde/neues-werk;Hafenblog;Online;Ein Werk für Bremen;https://hafenblog.example/werk;2026-11-03;Nennung;;Eigene Suche
`;

const importsPage = definePage({
  path: importsPath,
  action: "clippings.import",
  async handle({ visit, query, deps }) {
    const [open, { imports, nextCursor }] = await Promise.all([
      listOpenUploads(deps.sql, visit.agencyId),
      listImports(deps.sql, visit.agencyId, { cursor: query.get("cursor") ?? undefined }),
    ]);
    return {
      title: "Importe",
      lead: html`Jede Datei wird ganz übernommen oder gar nicht. Dieselbe Datei zählt nur einmal. <a href="${`${importsPath}/vorlage.csv`}">Vorlage herunterladen</a>`,
      tools: html`<a class="button primary" href="${`${importsPath}/neu`}">Datei importieren</a>`,
      main: html`${tabsHtml(visit, importsPath)}
${
  open.length > 0 &&
  html`<h2>Noch nicht übernommen</h2>
${tableHtml({
  caption: "Dateien, die noch nicht übernommen sind",
  rows: open,
  columns: [
    { label: "Datei", cell: ({ id, fileName }) => html`<a href="${`${importsPath}/${id}`}">${fileName}</a>` },
    { label: "Stand", cell: ({ state }) => stateTexts[state] },
    { label: "Hochgeladen", cell: ({ createdAt }) => momentHtml(visit, createdAt) },
  ],
})}
<h2>Übernommen</h2>`
}
${
  imports.length === 0
    ? emptyHtml({
        title: "Noch keine Datei übernommen",
        text: "Nehmen Sie die CSV-Datei Ihres Clipping-Dienstes oder unsere Vorlage.",
        link: { label: "Datei importieren", href: `${importsPath}/neu` },
      })
    : tableHtml({
        caption: "Übernommene Dateien",
        rows: imports,
        columns: [
          { label: "Datei", cell: ({ fileName }) => fileName },
          { label: "Inhalt", cell: ({ kind }) => kindLabels[kind] },
          {
            label: "Zeilen",
            isNumber: true,
            cell: ({ rows }) => new Intl.NumberFormat("de-DE").format(rows),
          },
          { label: "Übernommen", cell: ({ importedAt }) => momentHtml(visit, importedAt) },
        ],
      })
}
${pagerHtml({ path: importsPath, query, nextCursor })}`,
    };
  },
});

const templatePage = definePage({
  path: `${importsPath}/vorlage.csv`,
  action: "clippings.import",
  handle: async () =>
    // The mark tells spreadsheets that this is UTF-8.
    new Response(`\ufeff${template}`, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="clippings-vorlage.csv"',
      },
    }),
});

export const importListDefinitions = [importsPage, templatePage];
