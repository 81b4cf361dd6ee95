import { listClientNames } from "../../../../features/clients/client-names-sql.ts";
import {
  type ListedClipping,
  listClippings,
} from "../../../../features/insights/clippings/list-clippings-sql.ts";
import { evidenceWords } from "../../../../features/insights/evidence/wording.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, definePage, type PageContent } from "../../definition.ts";
import { buttonFormHtml } from "../../parts/confirm.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { publishedHtml } from "../../parts/moment.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { tableHtml } from "../../parts/table.ts";
import type { Script } from "../../script.ts";
import type { Visit } from "../../visit.ts";
import { knownClient } from "../clients/client-frame.ts";
import { matchTypeLabels, mediaTypeLabels, stateLabels, toneLabels } from "./labels.ts";
import { filterHtml, isFiltered, readFilter, readSort } from "./list-filter.ts";
import { clippingPath, clippingsPath, enterPath, feedsPath, foundPath, importsPath } from "./paths.ts";
import { tabsHtml } from "./tabs.ts";

/** j and k go through what is new, b confirms and v rejects; the page comes back with the focus on the next one. */
const reviewScript: Script = {
  name: "review-keys",
  source: `const links = [...document.querySelectorAll("table tbody th a")];
const rowOf = (element) => element?.closest("tbody tr") ?? null;
const focus = (at) => links[Math.min(Math.max(at, 0), links.length - 1)]?.focus();
const wanted = /^#zeile-(\\d+)$/.exec(location.hash);
if (wanted !== null) {
  const next = links.findIndex((link, at) => at >= Number(wanted[1]) && rowOf(link).querySelector("[data-key]"));
  focus(next === -1 ? Number(wanted[1]) : next);
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || links.length === 0) return;
  if (event.target.closest("input,select,textarea,[contenteditable]")) return;
  const row = rowOf(document.activeElement);
  const at = links.findIndex((link) => row !== null && row.contains(link));
  const step = { j: 1, k: -1 }[event.key];
  if (step !== undefined) {
    focus(at === -1 ? 0 : at + step);
    event.preventDefault();
  }
  const button = row?.querySelector(\`[data-key="\${event.key === "b" || event.key === "v" ? event.key : ""}"] button\`);
  if (button) {
    event.preventDefault();
    button.click();
  }
});
`,
};

type Origin = "imported" | "observed";

export const clippingListDefinitions = [
  definePage({
    path: clippingsPath,
    action: "clippings.read",
    scripts: [reviewScript],
    handle: (context) => showList(context, "imported"),
  }),
  definePage({
    path: foundPath,
    action: "clippings.read",
    scripts: [reviewScript],
    handle: (context) => showList(context, "observed"),
  }),
];

async function showList(context: Context, origin: Origin): Promise<PageContent> {
  const { visit, query, deps } = context;
  const filter = readFilter(query);
  const { clientId = null } = filter;
  if (clientId !== null) await knownClient(context, clientId);
  const [{ clippings, nextCursor }, clients] = await Promise.all([
    listClippings(deps.sql, visit.agencyId, {
      ...filter,
      origin,
      clientIds: visit.clientIds,
      sort: readSort(query),
      cursor: cursorOf(query),
    }),
    listClientNames(deps.sql, visit.agencyId, visit),
  ]);
  const path = origin === "imported" ? clippingsPath : foundPath;
  const isReview = visit.may("clippings.write") && clippings.some(({ state }) => state === "found");
  return {
    title: "Clippings",
    lead: "Wo über Ihre Kunden berichtet wurde. Was Sie selbst angeben oder importieren und was Feeds finden, steht getrennt.",
    tools: html`${visit.may("clippings.import") && html`<a class="button" href="${`${importsPath}/neu`}">Datei importieren</a>`}
${visit.may("clippings.write") && html`<a class="button primary" href="${enterPath}">Clipping eintragen</a>`}`,
    main: html`${tabsHtml(visit, path, query)}
${filterHtml(path, query, clients)}
${isReview && html`<p class="keys">Mit der Tastatur: j und k wählen einen Beitrag, b bestätigt, v verwirft.</p>`}
${clippings.length === 0 ? emptyOf(visit, origin, isFiltered(filter) || query.has("cursor")) : tableOf(context, path, clippings)}
${pagerHtml({ path, query, nextCursor })}`,
  };
}

function emptyOf(visit: Visit, origin: Origin, isSearch: boolean): Html {
  if (isSearch)
    return emptyHtml({
      title: "Kein Clipping gefunden",
      text: "Lockern Sie die Filter, oder sehen Sie unter den anderen Reitern nach.",
    });
  const link =
    origin === "imported"
      ? visit.may("clippings.write") && { label: "Clipping eintragen", href: enterPath }
      : visit.may("feeds.write") && { label: "Feed hinzufügen", href: feedsPath };
  return emptyHtml({
    title: origin === "imported" ? "Noch keine Clippings" : "Noch nichts gefunden",
    text:
      origin === "imported"
        ? "Tragen Sie einen Beitrag ein, oder importieren Sie die CSV-Datei Ihres Clipping-Dienstes."
        : "Sobald ein Feed Ihrer Medienbeobachtung eine Ihrer Meldungen nennt, steht der Treffer hier.",
    ...(link === false ? {} : { link }),
  });
}

function tableOf({ visit, query }: Context, path: string, clippings: readonly ListedClipping[]): Html {
  const mayWrite = visit.may("clippings.write");
  return html`<div class="clippings">${tableHtml({
    caption: "Clippings",
    rows: clippings.map((clipping, at) => ({ ...clipping, at })),
    columns: [
      {
        label: "Beitrag",
        cell: ({ id, headline, medium, mediaType, origin }) =>
          html`<a href="${clippingPath(id)}">${headline}</a><span class="facts">${medium}, ${mediaTypeLabels[mediaType]}${origin === "observed" && path === clippingsPath && ", Angaben der Seite"}</span>`,
      },
      { label: "Erschienen", cell: (row) => publishedHtml(visit, row) },
      {
        label: "Meldung",
        isName: true,
        cell: ({ releaseTitle, clientName }) =>
          html`${releaseTitle ?? "Ohne Meldung"}<span class="facts">${clientName}</span>`,
      },
      {
        label: "Treffer",
        cell: ({ matchType, evidence, reach, reachSource, source }) =>
          html`${matchTypeLabels[matchType]}${evidenceHtml(visit, evidence)}${reach !== null && html`<span class="facts">${new Intl.NumberFormat("de-DE").format(reach)} Kontakte, geschätzt (${reachSource ?? source})</span>`}`,
      },
      {
        label: "Stand",
        cell: ({ state, tone }) =>
          html`${stateHtml(state)}${tone !== null && html`<span class="facts">${toneLabels[tone]}, beurteilt von der Agentur</span>`}`,
      },
      ...(mayWrite && clippings.some(({ state }) => state === "found")
        ? [
            {
              label: "Aktionen",
              isAction: true,
              cell: (row: ListedClipping & { at: number }) =>
                row.state === "found" && actions(visit, row, { path, query }),
            },
          ]
        : []),
    ],
  })}</div>`;
}

function evidenceHtml(visit: Visit, evidence: ListedClipping["evidence"]): Html | false {
  return evidence !== null && html`<span class="facts">${evidenceWords(evidence, visit.timeZone)}</span>`;
}

export function stateHtml(state: ListedClipping["state"]): Html {
  const kind = { found: "state waiting", confirmed: "state good", rejected: "state" }[state];
  return html`<span class="${kind}">${stateLabels[state]}</span>`;
}

function actions(
  visit: Visit,
  { id, headline, at }: ListedClipping & { at: number },
  { path, query }: { path: string; query: URLSearchParams },
): Html {
  const back = `${path}${query.size === 0 ? "" : `?${query}`}#zeile-${at}`;
  const button = (key: string, act: string, label: string) =>
    html`<div data-key="${key}">${buttonFormHtml({ visit, action: `${clippingPath(id)}/${act}`, label, about: headline, values: { back } })}</div>`;
  return html`<div class="buttons">${button("b", "bestaetigen", "Bestätigen")}${button("v", "verwerfen", "Verwerfen")}</div>`;
}
