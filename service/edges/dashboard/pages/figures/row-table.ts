import { localDay } from "../../../../features/measurement/local-day.ts";
import {
  type FigureRow,
  type RowSort,
  rowSorts,
} from "../../../../features/reporting/figures/figure-rows-sql.ts";
import { byNumber, limitForPeople, listPage } from "../../../../floor/db/keyset-list.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { cursorOf } from "../../parts/pager.ts";
import { tableHtml } from "../../parts/table.ts";
import { dashboardWording } from "../../parts/wording.ts";
import type { Visit } from "../../visit.ts";
import type { FigureTable } from "./figure-tables.ts";

/** Days that one bar of a row sums, so that it is at least a pixel wide. */
const rowBarsMax = 60;
/** As many releases as a report has. */
const fileRowsMax = 2_000;
const { formats, texts } = dashboardWording;

/** How an address says to sort; `before` where it says nothing. */
export function sortOf(query: URLSearchParams, before: RowSort): RowSort {
  return rowSorts.find((each) => each === query.get("sortiert")) ?? before;
}

/** A page of rows as the address asks for it, or all of them for a file. */
export async function readRows(
  query: URLSearchParams,
  { key, sort }: { key: string; sort: RowSort },
  read: (page: { after: number | null; rowsMax: number }) => Promise<FigureRow[]>,
): Promise<{ items: FigureRow[]; nextCursor: string | null }> {
  // One more tells that there are more.
  if (query.get("als") === key)
    return { items: await read({ after: null, rowsMax: fileRowsMax + 1 }), nextCursor: null };
  const list = { ...byNumber, name: `figures-${sort}`, limitDefault: limitForPeople };
  return await listPage(list, { cursor: cursorOf(query) }, read);
}

/** Clients or releases with their figures, each column sorts. `href` makes the address of a row, `sortHref` that of an order. */
export function rowTable(
  visit: Visit,
  rows: readonly FigureRow[],
  input: {
    what: "Kunde" | "Meldung";
    sort: RowSort;
    href: (id: number) => string;
    sortHref: (sort: RowSort) => string;
    /** Whose release each is. */
    withClient?: boolean;
  },
): Html {
  const { what, sort, href, sortHref, withClient = false } = input;
  const by = (each: RowSort) => ({
    href: sortHref(each),
    is: sort === each ? (each === "name" ? ("ascending" as const) : ("descending" as const)) : null,
  });
  const number = (label: string, key: "views" | "visitors" | "clippings") => ({
    label,
    isNumber: true,
    sort: by(key),
    cell: (row: FigureRow) => formats.number(row[key]),
  });
  return tableHtml({
    caption: what === "Kunde" ? "Kunden mit ihren Zahlen" : "Meldungen mit ihren Zahlen",
    rows,
    columns: [
      {
        label: what,
        sort: by("name"),
        cell: ({ id, name, clientName }) =>
          html`<a href="${href(id)}">${name}</a>${withClient && html`<span class="facts">${clientName}</span>`}`,
      },
      ...(what === "Kunde"
        ? []
        : [
            {
              label: texts.published,
              sort: by("published"),
              cell: ({ publishedAt }: FigureRow) =>
                publishedAt === null ? "–" : shortMomentHtml(visit, publishedAt),
            },
          ]),
      number(texts.views, "views"),
      number(texts.visitors, "visitors"),
      number("Clippings", "clippings"),
      { label: "Verlauf", cell: ({ days }) => spark(days) },
    ],
  });
}

/** The same as a file. What appears after midnight would stand on the day before in UTC. */
export function rowFile(
  { timeZone }: Pick<Visit, "timeZone">,
  rows: readonly FigureRow[],
  what: "Kunde" | "Meldung",
): FigureTable {
  return {
    key: what === "Kunde" ? "kunden" : "meldungen",
    title: what,
    columns: [what, texts.published, texts.views, texts.visitors, "Clippings"],
    rows: [
      ...rows.slice(0, fileRowsMax).map(({ name, publishedAt, views, visitors, clippings }) => ({
        cells: [
          name,
          publishedAt === null ? "" : localDay(publishedAt, timeZone),
          views,
          visitors,
          clippings,
        ],
      })),
      ...(rows.length > fileRowsMax
        ? [
            {
              cells: [
                `Weitere sind nicht enthalten: Eine Datei hat höchstens ${formats.number(fileRowsMax)} Zeilen.`,
              ],
            },
          ]
        : []),
    ],
  };
}

/**
 * A small bar for each day, or for some days where there are many. The figures stand beside it. Nothing where nobody came, so that no name
 * stands alone on a telephone.
 */
function spark(days: readonly number[]): Html | null {
  if (days.every((views) => views === 0)) return null;
  const each = Math.ceil(days.length / rowBarsMax);
  const bars = Array.from({ length: Math.ceil(days.length / each) }, (_, index) =>
    days.slice(index * each, (index + 1) * each).reduce((sum, views) => sum + views, 0),
  );
  const highest = Math.max(...bars);
  // One path: a hundred rows with a node for each bar take as long to write as all the rest of the page.
  const path = bars.flatMap((views, index) =>
    views === 0 ? [] : [`M${index * 4} 24v-${Math.round((views / highest) * 240) / 10}h3V24z`],
  );
  return html`<svg class="spark" viewBox="0 0 ${bars.length * 4} 24" preserveAspectRatio="none" aria-hidden="true"><path d="${path.join("")}"/></svg>`;
}
