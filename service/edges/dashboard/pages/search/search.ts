import { type Found, search } from "../../../../features/search/search.ts";
import { queryCharactersMax } from "../../../../floor/db/word-patterns.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { definePage } from "../../definition.ts";
import { draftStateHtml } from "../../parts/draft-state.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { momentHtml, shortMomentHtml } from "../../parts/moment.ts";
import { tableHtml } from "../../parts/table.ts";
import type { Visit } from "../../visit.ts";
import { clientPath } from "../clients/client-frame.ts";
import { clippingPath } from "../clippings/paths.ts";
import { reportPath } from "../reports/paths.ts";
import { foundTextPath } from "../texts/paths.ts";
import { palettePage } from "./palette.ts";
import { typedQuery } from "./typed-query.ts";

const path = "/app/suche";

const searchPage = definePage({
  path,
  action: "search.read",
  async handle({ visit, query, deps }) {
    const typed = typedQuery(query);
    const { longReads, heavyReads } = deps;
    const { agencyId, clientIds } = visit;
    const found = await heavyReads.run(agencyId, () =>
      search(longReads, agencyId, { query: typed, clientIds }),
    );
    return {
      title: typed === "" ? "Suche" : `Suche nach „${typed}“`,
      main: html`${form(typed)}
${typed !== "" && results(visit, found)}`,
    };
  },
});

export const searchDefinitions = [searchPage, palettePage];

function form(typed: string): Html {
  return html`<form class="form" role="search" aria-label="Suche auf dieser Seite" action="${path}"><div class="field"><label for="q">Meldungen, Kunden, Kontakte, Bilder, Berichte und Clippings</label><input type="search" id="q" name="q" maxlength="${queryCharactersMax}" value="${typed}"></div>
<p class="buttons"><button class="primary">Suchen</button></p></form>`;
}

function results(visit: Visit, found: Found): Html {
  const { texts, clients, contacts, pictures, reports, clippings, hasMore } = found;
  const all = [texts, clients, contacts, pictures, reports, clippings];
  if (all.every(({ length }) => length === 0))
    return emptyHtml({
      title: "Nichts gefunden",
      text: "Gesucht wird in Überschriften, Themen und Namen. Oft hilft ein Wort weniger.",
    });
  return html`${links("Kunden", clients, ({ clientId, name }) => html`<a href="${clientPath(clientId)}">${name}</a>`)}
${
  texts.length > 0 &&
  html`<section aria-label="Meldungen und Entwürfe"><h2>Meldungen und Entwürfe</h2>
${tableHtml({
  caption: "Gefundene Meldungen und Entwürfe",
  rows: texts,
  columns: [
    { label: "Meldung", cell: ({ title, ...ids }) => html`<a href="${foundTextPath(ids)}">${title}</a>` },
    { label: "Kunde", isName: true, cell: ({ clientName }) => clientName },
    { label: "Stand", cell: ({ status }) => draftStateHtml(status) },
    { label: "Zuletzt geändert", cell: ({ updatedAt }) => shortMomentHtml(visit, updatedAt) },
  ],
})}</section>`
}
${links("Kontakte", contacts, ({ clientId, name, clientName }) => html`<a href="${clientPath(clientId, "/kontakte")}">${name}</a> <span class="facts">${clientName}</span>`)}
${links("Bilder und Dateien", pictures, ({ assetId, clientId, fileName, clientName }) => html`<a href="${clientPath(clientId, visit.may("media.write") ? `/mediathek/${assetId}` : "/mediathek")}">${fileName}</a> <span class="facts">${clientName}</span>`)}
${links("Berichte", reports, ({ reportId, title, createdAt }) => html`<a href="${reportPath(reportId)}">${title}</a> <span class="facts">${momentHtml(visit, createdAt)}</span>`)}
${links("Clippings", clippings, ({ id, headline, medium }) => html`<a href="${clippingPath(id)}">${headline}</a> <span class="facts">${medium}</span>`)}
${hasMore && html`<p class="facts">Es gibt mehr. Ein weiteres Wort grenzt die Suche ein.</p>`}`;
}

function links<Each>(label: string, found: readonly Each[], link: (each: Each) => Html): Html | false {
  return (
    found.length > 0 &&
    html`<section aria-label="${label}"><h2>${label}</h2>
<ul>${found.map((each) => html`<li>${link(each)}</li>`)}</ul></section>`
  );
}
