import { importKinds } from "../../../../features/insights/import/kinds.ts";
import { listImports, listOpenUploads } from "../../../../features/insights/uploads/list-uploads-sql.ts";
import { downloadHeaders } from "../../../../floor/http/downloads.ts";
import { html } from "../../../../floor/web/html.ts";
import { type Definition, definePage } from "../../definition.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { tableHtml } from "../../parts/table.ts";
import type { ImportSection } from "./section.ts";
import { stateTexts } from "./state-texts.ts";

/** The page of files that were taken in, and the template of one. */
export function importListDefinitions(section: ImportSection): Definition[] {
  const { path, action, kinds } = section;
  const kindNames = importKinds.filter((kind) => kind in kinds);
  const importsPage = definePage({
    path,
    action,
    async handle({ visit, query, deps }) {
      const [open, { imports, nextCursor }] = await Promise.all([
        listOpenUploads(deps.sql, visit.agencyId, kindNames),
        listImports(deps.sql, visit.agencyId, { cursor: cursorOf(query), kinds: kindNames }),
      ]);
      return {
        title: section.label,
        lead: html`Jede Datei wird ganz übernommen oder gar nicht. ${section.again} <a href="${`${path}/vorlage.csv`}">Vorlage herunterladen</a>`,
        tools: html`<a class="button primary" href="${`${path}/neu`}">Datei importieren</a>`,
        main: html`${section.tabs(visit)}
${
  open.length > 0 &&
  html`<h2>Noch nicht übernommen</h2>
${tableHtml({
  caption: "Dateien, die noch nicht übernommen sind",
  rows: open,
  columns: [
    { label: "Datei", cell: ({ id, fileName }) => html`<a href="${`${path}/${id}`}">${fileName}</a>` },
    { label: "Stand", cell: ({ state }) => stateTexts[state] },
    { label: "Hochgeladen", cell: ({ createdAt }) => shortMomentHtml(visit, createdAt) },
  ],
})}
<h2>Übernommen</h2>`
}
${
  imports.length === 0
    ? emptyHtml({
        title: "Noch keine Datei übernommen",
        text: section.empty,
        link: { label: "Datei importieren", href: `${path}/neu` },
      })
    : tableHtml({
        caption: "Übernommene Dateien",
        rows: imports,
        columns: [
          { label: "Datei", cell: ({ fileName }) => fileName },
          { label: "Inhalt", cell: ({ kind }) => kinds[kind] },
          {
            label: "Zeilen",
            isNumber: true,
            cell: ({ rows }) => new Intl.NumberFormat("de-DE").format(rows),
          },
          { label: "Übernommen", cell: ({ importedAt }) => shortMomentHtml(visit, importedAt) },
        ],
      })
}
${pagerHtml({ path, query, nextCursor })}`,
      };
    },
  });

  const templatePage = definePage({
    path: `${path}/vorlage.csv`,
    action,
    handle: async () =>
      // The mark tells spreadsheets that this is UTF-8.
      new Response(`\ufeff${section.template.text}`, { headers: downloadHeaders(section.template.fileName) }),
  });

  return [importsPage, templatePage];
}
