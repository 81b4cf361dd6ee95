import { listClientNames } from "../../../../features/clients/client-names-sql.ts";
import { listReleases } from "../../../../features/workflow/releases/list-releases.ts";
import type { ListedRelease, ListSort } from "../../../../features/workflow/releases/list-sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { languageName } from "../../../../floor/web/language-names.ts";
import { type Context, definePage } from "../../definition.ts";
import { draftStateHtml } from "../../parts/draft-state.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { rowKeysScript } from "../../parts/row-keys.ts";
import { tableHtml } from "../../parts/table.ts";
import { knownClient } from "../clients/client-frame.ts";
import { filterHtml, isFiltered, readFilter, readOrder, sortLink } from "./list-filter.ts";
import { newTextPath, releasePagePath, textPath, textsPath } from "./paths.ts";

/** Rows of a page: what is looked over without losing one's place. */
const rowsMax = 50;

const listPage = definePage({
  path: textsPath,
  action: "drafts.read",
  scripts: [rowKeysScript],
  async handle(context) {
    const { visit, query, deps } = context;
    const filter = readFilter(query, visit);
    if (filter.clientId !== null) await knownClient(context, filter.clientId);
    const [{ releases, nextCursor }, clients] = await Promise.all([
      listReleases(deps.sql, visit.agencyId, {
        ...filter,
        order: readOrder(query),
        clientIds: visit.clientIds,
        limit: rowsMax,
        cursor: cursorOf(query),
      }),
      listClientNames(deps.sql, visit.agencyId, visit),
    ]);
    return {
      title: "Meldungen",
      tools: visit.may("drafts.write")
        ? html`<a class="button primary" href="${newTextPath}">Neue Meldung</a>`
        : html``,
      main: html`${filterHtml(textsPath, query, clients)}
${releases.length === 0 ? nothing(context, isFiltered(filter) || query.has("cursor")) : table(context, releases)}
${pagerHtml({ path: textsPath, query, nextCursor })}`,
    };
  },
});

export const textListDefinitions = [listPage];

function table({ visit, query }: Context, releases: readonly ListedRelease[]): Html {
  const sort = (by: ListSort) => sortLink(textsPath, query, by);
  return html`<div class="texts">${tableHtml({
    caption: "Meldungen",
    rows: releases,
    hasRowKeys: true,
    columns: [
      { label: "Meldung", sort: sort("title"), cell: titleCell },
      { label: "Kunde", isName: true, sort: sort("client"), cell: ({ clientName }) => clientName },
      { label: "Stand", sort: sort("status"), cell: (row) => stateCell(visit, row) },
      {
        label: "Geändert",
        sort: sort("updated"),
        cell: ({ updatedAt }) => shortMomentHtml(visit, updatedAt),
      },
    ],
  })}</div>`;
}

/** What readers have, or will have by itself, leads to the page that tells of it; all else to its text. */
function titleCell(row: ListedRelease): Html {
  const { title, draftId, pressReleaseId, language, topics, authorType, status } = row;
  const isOut = status === "published" || status === "archived" || status === "scheduled";
  const href =
    draftId === null || (isOut && pressReleaseId !== null)
      ? releasePagePath(pressReleaseId ?? 0)
      : textPath(draftId);
  const facts = [language === "de" ? null : languageName(language), ...topics].filter(
    (fact) => fact !== null,
  );
  return html`<a href="${href}">${title}</a>
${authorType === "agent" && html`<span class="state">vom KI-Assistenten</span>`}${authorType === "api_key" && html`<span class="state">über die Schnittstelle</span>`}
${facts.length > 0 && html`<span class="facts">${facts.join(" · ")}</span>`}`;
}

function stateCell(
  visit: Context["visit"],
  { status, isOnline, correctedAt, scheduledFor }: ListedRelease,
): Html {
  const isCorrection = isOnline && status !== "published";
  return html`${draftStateHtml(status)}
${scheduledFor !== null && html`<span class="facts">${shortMomentHtml(visit, scheduledFor)}</span>`}
${isCorrection && html`<span class="facts">Berichtigung; die bisherige Fassung ist online</span>`}
${!isCorrection && correctedAt !== null && html`<span class="facts">berichtigt</span>`}`;
}

function nothing({ visit }: Context, isSearch: boolean): Html {
  if (isSearch)
    return emptyHtml({
      title: "Keine Meldung gefunden",
      text: "Lockern Sie die Filter, oder sehen Sie sich alle an.",
      link: { label: "Alle Meldungen", href: textsPath },
    });
  return emptyHtml({
    title: "Noch keine Meldung",
    text: "Hier stehen Texte vom ersten Entwurf bis zur Veröffentlichung, auch die Ihrer KI-Assistenten.",
    ...(visit.may("drafts.write") && { link: { label: "Erste Meldung schreiben", href: newTextPath } }),
  });
}
