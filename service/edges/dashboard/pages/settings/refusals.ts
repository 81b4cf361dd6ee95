import {
  type ListedRefusal,
  listRefusalChoices,
  listRefusals,
  type RefusalChoices,
} from "../../../../features/refusals/list-refusals.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { definePage } from "../../definition.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { foldedFilterHtml } from "../../parts/folded-filter.ts";
import { momentHtml } from "../../parts/moment.ts";
import { pagerHtml } from "../../parts/pager.ts";
import { tableHtml } from "../../parts/table.ts";
import type { Visit } from "../../visit.ts";

const path = "/app/einstellungen/anfragen";
/** Longer than every code and route of ours: a filter that is longer finds nothing anyway. */
const filterCharactersMax = 200;

const refusalsPage = definePage({
  path,
  action: "refusals.read",
  async handle({ visit, query, deps }) {
    const filter = {
      keyId: filterOf(query, "schluessel"),
      code: filterOf(query, "code"),
      route: filterOf(query, "weg"),
    };
    const [choices, { refusals, nextCursor }] = await Promise.all([
      listRefusalChoices(deps.sql, visit.agencyId),
      listRefusals(deps.sql, visit.agencyId, { ...filter, cursor: query.get("cursor") ?? undefined }),
    ]);
    return {
      title: "Anfragen",
      lead: "Abgelehnte Aufrufe Ihrer Programme und KI-Agenten aus sieben Tagen, höchstens die letzten 1.000. Was gesendet wurde, wird nicht gespeichert.",
      main:
        choices.codes.length === 0
          ? emptyHtml({
              title: "Alles angenommen",
              text: "In den letzten sieben Tagen wurde kein Aufruf mit einem gültigen Schlüssel oder von einem verbundenen Assistenten abgelehnt. Sobald etwas nicht stimmt, steht hier, welche Angabe es war.",
            })
          : html`${filterHtml(choices, query)}
${
  refusals.length === 0
    ? emptyHtml({
        title: "Nichts gefunden",
        text: "Zu dieser Auswahl gibt es keine abgelehnten Aufrufe.",
        link: { label: "Alle zeigen", href: path },
      })
    : refusalTable(visit, refusals)
}
${pagerHtml({ path, query, nextCursor })}`,
    };
  },
});

export const refusalDefinitions = [refusalsPage];

function filterOf(query: URLSearchParams, name: string): string | null {
  const text = query.get(name) ?? "";
  return text === "" || text.includes("\0") ? null : text.slice(0, filterCharactersMax);
}

function filterHtml({ keys, codes, routes }: RefusalChoices, query: URLSearchParams): Html {
  return foldedFilterHtml({
    path,
    label: "Anfragen filtern",
    setCount: ["schluessel", "code", "weg"].filter((name) => filterOf(query, name) !== null).length,
    fields: html`${selectHtml(
      "schluessel",
      "Wer",
      query,
      keys.map(({ keyId, name, count }) => ({ value: keyId, label: `${name} (${count})` })),
    )}
${selectHtml(
  "code",
  "Code",
  query,
  codes.map(({ code, count }) => ({ value: code, label: `${code} (${count})` })),
)}
${selectHtml(
  "weg",
  "Aufruf",
  query,
  routes.map(({ route, count }) => ({ value: route, label: `${route} (${count})` })),
)}`,
  });
}

function selectHtml(
  name: string,
  label: string,
  query: URLSearchParams,
  options: readonly { value: string; label: string }[],
): Html {
  const chosen = query.get(name) ?? "";
  return html`<label>${label}<select name="${name}"><option value="">Alle</option>${options.map(
    (option) =>
      html`<option value="${option.value}"${option.value === chosen && html` selected`}>${option.label}</option>`,
  )}</select></label>`;
}

function refusalTable(visit: Visit, refusals: readonly ListedRefusal[]): Html {
  return tableHtml({
    caption: "Abgelehnte Aufrufe",
    rows: refusals,
    columns: [
      { label: "Wann", cell: ({ refusedAt }) => momentHtml(visit, refusedAt) },
      { label: "Aufruf", cell: ({ method, route }) => html`${method} <code>${route}</code>` },
      {
        label: "Grund",
        cell: ({ status, code, hint }) =>
          html`${status} <code>${code}</code><span class="facts" lang="en">${hint}</span>`,
      },
      {
        label: "Wer",
        cell: ({ keyName, keyPrefix }) =>
          html`${keyName ?? "–"}${keyPrefix !== null && html`<span class="facts">${`${keyPrefix}…`}</span>`}`,
      },
      { label: "Vorgangsnummer", cell: ({ requestId }) => html`<code class="id">${requestId}</code>` },
    ],
  });
}
