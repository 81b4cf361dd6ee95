import type { DraftStatus } from "../../../../features/workflow/drafts/schema.ts";
import type { ListOrder, ListSort } from "../../../../features/workflow/releases/list-sql.ts";
import { patternsOf } from "../../../../floor/db/word-patterns.ts";
import type { Html } from "../../../../floor/web/html.ts";
import { draftStateLabels } from "../../parts/draft-state.ts";
import {
  clientChoice,
  daysIn,
  finderHtml,
  type NamedClients,
  narrowedPath,
  numberIn,
  typedIn,
} from "../../parts/list-filter.ts";
import type { Visit } from "../../visit.ts";

/** The filters of the list; null for one that is not set. */
export type TextFilter = {
  clientId: number | null;
  status: DraftStatus | null;
  topic: string | null;
  patterns: string[] | null;
  updatedSince: Date | null;
  updatedBefore: Date | null;
};

/** Of a topic that is looked for, in characters: topics have 60. */
const topicCharactersMax = 60;

/** Reads the filter of an address. What a person chose by hand and is none of the choices counts as nothing chosen. */
export function readFilter(query: URLSearchParams, { timeZone }: Pick<Visit, "timeZone">): TextFilter {
  const status = query.get("stand") ?? "";
  const { from, until } = daysIn(query, timeZone);
  const patterns = patternsOf(query.get("q") ?? "");
  return {
    clientId: numberIn(query, "kunde"),
    status: isStatus(status) ? status : null,
    topic: typedIn(query, "thema", topicCharactersMax),
    patterns: patterns.length === 0 ? null : patterns,
    updatedSince: from,
    updatedBefore: until,
  };
}

export function isFiltered(filter: TextFilter): boolean {
  return Object.values(filter).some((value) => value !== null);
}

const sortNames: Readonly<Record<ListSort, string>> = {
  updated: "geaendert",
  title: "titel",
  client: "kunde",
  status: "stand",
};

/** `sort=titel`, and `sort=-titel` for the other way round; last changed first where nothing of that is asked for. */
export function readOrder(query: URLSearchParams): ListOrder {
  const asked = query.get("sort") ?? "";
  const name = asked.replace(/^-/, "");
  const by = (Object.keys(sortNames) as ListSort[]).find((each) => sortNames[each] === name);
  return by === undefined ? { by: "updated", isReversed: false } : { by, isReversed: asked.startsWith("-") };
}

/** The link of a column's heading: sorts by the column, or turns the order round where the list is sorted by it. */
export function sortLink(
  path: string,
  query: URLSearchParams,
  by: ListSort,
): { href: string; is: "ascending" | "descending" | null } {
  const order = readOrder(query);
  const isCurrent = order.by === by;
  const name = isCurrent && !order.isReversed ? `-${sortNames[by]}` : sortNames[by];
  // What was changed last stands above: its days descend.
  const isDescending = (by === "updated") !== order.isReversed;
  return {
    href: narrowedPath(path, query, { sort: name }),
    is: isCurrent ? (isDescending ? "descending" : "ascending") : null,
  };
}

export function filterHtml(path: string, query: URLSearchParams, clients: NamedClients): Html {
  return finderHtml({
    path,
    label: "Meldungen suchen und filtern",
    placeholder: "Titel, Thema oder Kunde",
    query,
    kept: ["stand", "sort"],
    choices: [clientChoice(clients, true)],
    more: {
      summary: "Thema und Zeitraum",
      fields: [
        { name: "thema", label: "Thema", type: "text", charactersMax: topicCharactersMax },
        { name: "von", label: "Geändert von", type: "date" },
        { name: "bis", label: "bis", type: "date" },
      ],
    },
    states: { name: "stand", all: "Jeder Stand", labels: draftStateLabels },
  });
}

function isStatus(text: string): text is DraftStatus {
  return Object.hasOwn(draftStateLabels, text);
}
