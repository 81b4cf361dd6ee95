import {
  type ListedRefusal,
  listRefusalChoices,
  listRefusals,
  type RefusalChoices,
} from "../../../../features/refusals/list-refusals-sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { definePage } from "../../definition.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { foldedFilterHtml, typedIn } from "../../parts/list-filter.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { tableHtml } from "../../parts/table.ts";
import type { Visit } from "../../visit.ts";

const path = "/app/einstellungen/anfragen";

const refusalsPage = definePage({
  path,
  action: "refusals.read",
  async handle({ visit, query, deps }) {
    const filter = {
      keyId: typedIn(query, "schluessel"),
      code: typedIn(query, "code"),
      route: typedIn(query, "weg"),
    };
    const [choices, { refusals, nextCursor }] = await Promise.all([
      listRefusalChoices(deps.sql, visit.agencyId),
      listRefusals(deps.sql, visit.agencyId, { ...filter, cursor: cursorOf(query) }),
    ]);
    return {
      title: "Anfragen",
      lead: "Abgelehnte Aufrufe Ihrer Programme und KI-Assistenten aus sieben Tagen, höchstens die letzten 1.000. Was gesendet wurde, wird nicht gespeichert.",
      main:
        choices.codes.length === 0
          ? emptyHtml({
              title: "Alles angenommen",
              text: "In den letzten sieben Tagen wurde kein Aufruf mit einem gültigen Schlüssel oder von einem verbundenen KI-Assistenten abgelehnt. Sobald etwas nicht stimmt, steht hier, welche Angabe es war.",
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

function filterHtml({ keys, codes, routes }: RefusalChoices, query: URLSearchParams): Html {
  const options = <Row extends { count: number }>(
    rows: readonly Row[],
    value: (row: Row) => string,
    label = value,
  ) => rows.map((row) => ({ value: value(row), label: `${label(row)} (${row.count})` }));
  return foldedFilterHtml({
    path,
    label: "Anfragen filtern",
    query,
    fields: [
      {
        name: "schluessel",
        label: "Wer",
        options: options(
          keys,
          ({ keyId }) => keyId,
          ({ name }) => name,
        ),
      },
      { name: "code", label: "Code", options: options(codes, ({ code }) => code) },
      { name: "weg", label: "Aufruf", options: options(routes, ({ route }) => route) },
    ],
  });
}

function refusalTable(visit: Visit, refusals: readonly ListedRefusal[]): Html {
  return tableHtml({
    caption: "Abgelehnte Aufrufe",
    rows: refusals,
    columns: [
      { label: "Wann", cell: ({ refusedAt }) => shortMomentHtml(visit, refusedAt) },
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
