import { ServiceError } from "../../../../errors.ts";
import type { ClippingFilter, ClippingSort } from "../../../../features/insights/clippings/list-clippings.ts";
import { tones } from "../../../../features/insights/schema.ts";
import { integerMax } from "../../../../floor/db/keyset-list.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { stateLabels, toneLabels } from "./labels.ts";

/** Of what is typed; further letters find nothing more. */
const searchCharactersMax = 200;

type Asked = Omit<ClippingFilter, "origin" | "clientIds">;

/** Reads the filter of an address. What a person chose by hand and is none of the choices counts as nothing chosen. */
export function readFilter(query: URLSearchParams): Asked {
  const text = (name: string) =>
    (query.get(name) ?? "").trim().slice(0, searchCharactersMax).replaceAll("\0", "") || null;
  const day = (name: string) => {
    const value = query.get(name) ?? "";
    return /^[1-9]\d{3}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : null;
  };
  return {
    clientId: idOf(query, "kunde"),
    releaseId: idOf(query, "meldung"),
    medium: text("medium"),
    state: oneOf(query.get("stand"), stateNames),
    tone: oneOf(query.get("ton"), toneNames),
    from: day("von"),
    to: day("bis"),
    query: text("q"),
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

type Clients = readonly { id: number; name: string; isActive: boolean }[];

/** Search and choices as a form that needs no script, and the states as chips below. All of it stands in the address. */
export function filterHtml(path: string, query: URLSearchParams, clients: Clients): Html {
  const chosen = (name: string) => query.get(name) ?? "";
  const select = (name: string, label: string, options: readonly [value: string, label: string][]) =>
    html`<div class="field"><label for="${`filter-${name}`}">${label}</label><select id="${`filter-${name}`}" name="${name}">${options.map(
      ([value, text]) =>
        html`<option value="${value}"${chosen(name) === value && html` selected`}>${text}</option>`,
    )}</select></div>`;
  const clientOptions = clients.map(({ id, name, isActive }): [string, string] => [
    String(id),
    isActive ? name : `${name} (archiviert)`,
  ]);
  const isOpen = ["medium", "ton", "von", "bis", "sort"].some((name) => chosen(name) !== "");
  const setCount = ["kunde", "medium", "ton", "von", "bis"].filter((name) => chosen(name) !== "").length;
  return html`<form class="finder" action="${path}" role="search" aria-label="Clippings suchen und filtern">
${["stand", "meldung"].map((name) => chosen(name) !== "" && html`<input type="hidden" name="${name}" value="${chosen(name)}">`)}
<div class="line"><div class="field grow"><label class="unseen" for="filter-q">Suchen</label><input type="search" id="filter-q" name="q" maxlength="${searchCharactersMax}" autocomplete="off" placeholder="Überschrift, Medium oder Autor" value="${chosen("q")}"></div>
<div class="filter" id="filter" popover>${select("kunde", "Kunde", [["", "Alle Kunden"], ...clientOptions])}
<details class="more"${isOpen && html` open`}><summary>Mehr Filter</summary><div class="line">
<div class="field"><label for="filter-medium">Medium</label><input type="text" id="filter-medium" name="medium" maxlength="${searchCharactersMax}" autocomplete="off" value="${chosen("medium")}"></div>
${select("ton", "Tonalität", [["", "Jede"], ...Object.entries(toneLabels), ["not_judged", "Nicht beurteilt"]])}
<div class="field"><label for="filter-von">Erschienen von</label><input type="date" id="filter-von" name="von" value="${chosen("von")}"></div>
<div class="field"><label for="filter-bis">bis</label><input type="date" id="filter-bis" name="bis" value="${chosen("bis")}"></div>
${select(
  "sort",
  "Reihenfolge",
  sorts.map((sort) => [sort === "published" ? "" : sortNames[sort], sortLabels[sort]]),
)}</div></details>
<button>Filtern</button></div>
<button>Suchen</button></div>
<p class="filter-button"><button type="button" popovertarget="filter">Filter${setCount > 0 && ` (${setCount} gesetzt)`}</button></p>
</form>
${chips(path, query)}`;
}

function chips(path: string, query: URLSearchParams): Html {
  const { state } = readFilter(query);
  const chip = (value: string, label: string, isCurrent: boolean) =>
    html`<li><a class="chip" href="${linkWith(path, query, value)}"${isCurrent && html` aria-current="true"`}>${label}</a></li>`;
  const isNarrowed = [...query.keys()].some((name) => !["stand", "sort", "cursor"].includes(name));
  return html`<nav class="chips" aria-label="Stand"><ul>${chip("", "Jeder Stand", state === null)}${stateNames.map(
    (each) => chip(each, stateLabels[each], state === each),
  )}${isNarrowed && html`<li><a href="${path}">Alles zeigen</a></li>`}</ul></nav>`;
}

function linkWith(path: string, query: URLSearchParams, state: string): string {
  const kept = [...query].filter(([name, value]) => !["cursor", "stand"].includes(name) && value !== "");
  const next = new URLSearchParams([...kept, ...(state === "" ? [] : [["stand", state]])]);
  return next.size === 0 ? path : `${path}?${next}`;
}

function oneOf<const T extends string>(text: string | null, values: readonly T[]): T | null {
  return values.find((value) => value === text) ?? null;
}

function idOf(query: URLSearchParams, name: string): number | null {
  const text = query.get(name) ?? "";
  if (text === "") return null;
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= integerMax) return Number(text);
  throw new ServiceError("not_found", "There is nothing of this id.");
}
