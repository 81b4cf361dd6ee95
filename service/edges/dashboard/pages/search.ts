import { queryCharactersMax } from "../../../features/search/rules.ts";
import { type Found, search } from "../../../features/search/search.ts";
import { type Html, html } from "../../../floor/web/html.ts";
import { definePage } from "../definition.ts";
import { draftStateHtml } from "../parts/draft-state.ts";
import { emptyHtml } from "../parts/empty.ts";
import { momentHtml } from "../parts/moment.ts";
import { tableHtml } from "../parts/table.ts";
import type { Visit } from "../visit.ts";
import { clientPath } from "./clients/client-frame.ts";
import { releasePagePath, textPath } from "./texts/paths.ts";

const path = "/app/suche";

const searchPage = definePage({
  path,
  action: "search.read",
  async handle({ visit, query, deps }) {
    const typed = [...(query.get("q") ?? "").replaceAll("\0", "")]
      .slice(0, queryCharactersMax)
      .join("")
      .trim();
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

export const searchDefinitions = [searchPage];

function form(typed: string): Html {
  return html`<form class="form" role="search" aria-label="Suche auf dieser Seite" action="${path}"><div class="field"><label for="q">Meldungen, Entwürfe und Kunden</label><input type="search" id="q" name="q" maxlength="${queryCharactersMax}" value="${typed}"></div>
<p class="buttons"><button class="primary">Suchen</button></p></form>`;
}

function results(visit: Visit, { texts, clients, hasMore }: Found): Html {
  if (texts.length === 0 && clients.length === 0)
    return emptyHtml({
      title: "Dazu ist nichts da",
      text: "Gesucht wird in Überschriften, Themen und Namen von Kunden. Oft hilft ein Wort weniger.",
    });
  return html`${
    clients.length > 0 &&
    html`<section aria-labelledby="kunden"><h2 id="kunden">Kunden</h2>
<ul>${clients.map(({ clientId, name }) => html`<li><a href="${clientPath(clientId)}">${name}</a></li>`)}</ul></section>`
  }
${
  texts.length > 0 &&
  html`<section aria-labelledby="meldungen"><h2 id="meldungen">Meldungen und Entwürfe</h2>
${tableHtml({
  caption: "Gefundene Meldungen und Entwürfe",
  rows: texts,
  columns: [
    { label: "Meldung", cell: ({ title, ...ids }) => html`<a href="${pathOf(ids)}">${title}</a>` },
    { label: "Kunde", cell: ({ clientName }) => clientName },
    { label: "Stand", cell: ({ status }) => draftStateHtml(status) },
    { label: "Zuletzt geändert", cell: ({ updatedAt }) => momentHtml(visit, updatedAt) },
  ],
})}</section>`
}
${hasMore && html`<p class="facts">Es gibt mehr. Ein weiteres Wort grenzt die Suche ein.</p>`}`;
}

function pathOf({
  draftId,
  pressReleaseId,
}: {
  draftId: string | null;
  pressReleaseId: number | null;
}): string {
  return draftId === null ? releasePagePath(pressReleaseId ?? 0) : textPath(draftId);
}
