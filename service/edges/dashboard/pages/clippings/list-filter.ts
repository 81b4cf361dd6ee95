import type {
  ClippingFilter,
  ClippingSort,
} from "../../../../features/insights/clippings/list-clippings-sql.ts";
import { tones } from "../../../../features/insights/schema.ts";
import type { Html } from "../../../../floor/web/html.ts";
import {
  clientChoice,
  dayIn,
  finderHtml,
  type NamedClients,
  numberIn,
  typedIn,
} from "../../parts/list-filter.ts";
import { stateLabels, toneLabels } from "./labels.ts";

type Asked = Omit<ClippingFilter, "origin" | "clientIds">;

/** Reads the filter of an address. What a person chose by hand and is none of the choices counts as nothing chosen. */
export function readFilter(query: URLSearchParams): Asked {
  return {
    clientId: numberIn(query, "kunde"),
    releaseId: numberIn(query, "meldung"),
    medium: typedIn(query, "medium"),
    state: oneOf(query.get("stand"), stateNames),
    tone: oneOf(query.get("ton"), toneNames),
    from: dayIn(query, "von"),
    to: dayIn(query, "bis"),
    query: typedIn(query, "q"),
  };
}

export function isFiltered(filter: Asked): boolean {
  return Object.values(filter).some((value) => value !== null);
}

const stateNames = Object.keys(stateLabels) as (keyof typeof stateLabels)[];
const toneNames = [...tones, "not_judged"] as const;
const sortNames: Readonly<Record<ClippingSort, string>> = {
  published: "erschienen",
  arrived: "eingegangen",
  medium: "medium",
};
const sortLabels: Readonly<Record<ClippingSort, string>> = {
  published: "Zuletzt erschienen",
  arrived: "Zuletzt eingegangen",
  medium: "Nach Medium",
};
const sorts = Object.keys(sortNames) as ClippingSort[];

export function readSort(query: URLSearchParams): ClippingSort {
  return sorts.find((sort) => sortNames[sort] === query.get("sort")) ?? "published";
}

export function filterHtml(path: string, query: URLSearchParams, clients: NamedClients): Html {
  const tones = { ...toneLabels, not_judged: "Nicht beurteilt" };
  return finderHtml({
    path,
    label: "Clippings suchen und filtern",
    placeholder: "Überschrift, Medium oder Autor",
    query,
    kept: ["stand", "meldung"],
    choices: [clientChoice(clients)],
    more: {
      summary: "Mehr Filter",
      fields: [
        { name: "medium", label: "Medium", type: "text" },
        {
          name: "ton",
          label: "Tonalität",
          all: "Jede",
          options: Object.entries(tones).map(([value, label]) => ({ value, label })),
        },
        { name: "von", label: "Erschienen von", type: "date" },
        { name: "bis", label: "bis", type: "date" },
        {
          name: "sort",
          label: "Reihenfolge",
          all: sortLabels.published,
          options: sorts
            .filter((sort) => sort !== "published")
            .map((sort) => ({ value: sortNames[sort], label: sortLabels[sort] })),
          isOrder: true,
        },
      ],
    },
    states: { name: "stand", all: "Jeder Stand", labels: stateLabels },
  });
}

function oneOf<const T extends string>(text: string | null, values: readonly T[]): T | null {
  return values.find((value) => value === text) ?? null;
}
