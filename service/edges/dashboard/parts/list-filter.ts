/** What stands above a list to narrow it. All of it stands in the address, and none of it needs a script. */

import { shiftDays } from "../../../features/reporting/reports/periods.ts";
import { firstCharacters } from "../../../floor/strings/first-characters.ts";
import { isCalendarDay } from "../../../floor/web/field-rules.ts";
import { type Html, html } from "../../../floor/web/html.ts";
import type { Option } from "../forms/fields.ts";
import { instantOf } from "../forms/local-moment.ts";
import { numberInPath } from "./path-id.ts";

/** Of what is typed, in characters; further ones find nothing more. */
export const searchCharactersMax = 200;

type Choice = {
  name: string;
  label: string;
  options: readonly Option[];
  /** What stands for no choice; `Alle` by default. */
  all?: string;
  /** The control says it all to who sees it. */
  isLabelUnseen?: boolean;
  /** Orders the list, and leaves nothing out. */
  isOrder?: boolean;
};
type Typed = {
  name: string;
  label: string;
  type: "text" | "search" | "date";
  charactersMax?: number;
  isNumber?: boolean;
};
export type FilterField = Choice | Typed;

/** The text of an address as it may be looked for; null where there is none. */
export function typedIn(
  query: URLSearchParams,
  name: string,
  charactersMax = searchCharactersMax,
): string | null {
  const text = firstCharacters((query.get(name) ?? "").trim(), charactersMax);
  return text.replaceAll("\0", "").toWellFormed() || null;
}

/** `2026-11-24` of an address; null for everything that is no day. */
export function dayIn(query: URLSearchParams, name: string): string | null {
  const day = query.get(name) ?? "";
  return isCalendarDay(day) ? day : null;
}

/** `von` and `bis` of an address, the last day included: from the beginning of one day until that of another, in a time zone. */
export function daysIn(query: URLSearchParams, timeZone: string): { from: Date | null; until: Date | null } {
  const [first, last] = [dayIn(query, "von"), dayIn(query, "bis")];
  const beginOf = (day: string) => instantOf(`${day}T00:00`, timeZone);
  return {
    from: first === null ? null : beginOf(first),
    until: last === null ? null : beginOf(shiftDays(last, 1)),
  };
}

/** The number of something in an address; null where it names none, and 404 where it is no number. */
export function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name) ?? "";
  return text === "" ? null : numberInPath(text);
}

/** The same list with some of its address changed, from its beginning. */
export function narrowedPath(
  path: string,
  query: URLSearchParams,
  change: Readonly<Record<string, string>>,
): string {
  const next = new URLSearchParams([...query].filter(([name, value]) => name !== "cursor" && value !== ""));
  for (const [name, value] of Object.entries(change)) {
    next.delete(name);
    if (value !== "") next.set(name, value);
  }
  return next.size === 0 ? path : `${path}?${next}`;
}

/**
 * Choices above a list. On a telephone they wait behind a button, in the layer that browsers have for it (HTML Standard, "popover"); a
 * browser that does not know it shows them.
 */
export function foldedFilterHtml(input: {
  path: string;
  label: string;
  query: URLSearchParams;
  fields: readonly FilterField[];
}): Html {
  const { path, label, query, fields } = input;
  return html`${filterButton(query, fields)}
<form class="filter" id="filter" popover method="get" action="${path}" role="search" aria-label="${label}">${fieldsHtml(query, fields)}
<p class="buttons"><button>Filtern</button>${setCountOf(query, fields) > 0 && html`<a href="${path}">Alles zeigen</a>`}</p></form>`;
}

/** The chips of a finder: one for each state, and one for all. */
type States = { name: string; all: string; labels: Readonly<Record<string, string>> };

/**
 * Search, choices and states above a long list. On a telephone the search stays in sight, and the choices are folded as in
 * `foldedFilterHtml`. What the address has beside them, such as an order by a column, is kept.
 */
export function finderHtml(input: {
  path: string;
  label: string;
  placeholder: string;
  query: URLSearchParams;
  kept: readonly string[];
  choices: readonly FilterField[];
  more: { summary: string; fields: readonly FilterField[] };
  states: States;
}): Html {
  const { path, label, placeholder, query, kept, choices, more, states } = input;
  const isOpen = more.fields.some((field) => isSet(query, field));
  return html`<form class="finder" action="${path}" role="search" aria-label="${label}">
${kept.map((name) => query.get(name) && html`<input type="hidden" name="${name}" value="${query.get(name)}">`)}
<div class="line"><div class="field grow"><label class="unseen" for="filter-q">Suchen</label><input type="search" id="filter-q" name="q" maxlength="${searchCharactersMax}" autocomplete="off" placeholder="${placeholder}" value="${query.get("q") ?? ""}"></div>
<div class="filter" id="filter" popover>${fieldsHtml(query, choices)}
<details class="more"${isOpen && html` open`}><summary>${more.summary}</summary><div class="line">
${fieldsHtml(query, more.fields)}</div></details>
<button>Filtern</button></div>
<button>Suchen</button></div>
${filterButton(query, [...choices, ...more.fields])}
</form>
${statesHtml(path, query, states)}`;
}

function filterButton(query: URLSearchParams, fields: readonly FilterField[]): Html {
  const setCount = setCountOf(query, fields);
  return html`<p class="filter-button"><button type="button" popovertarget="filter">Filter${setCount > 0 && ` (${setCount} gesetzt)`}</button></p>`;
}

function setCountOf(query: URLSearchParams, fields: readonly FilterField[]): number {
  return fields.filter((field) => !("isOrder" in field) && isSet(query, field)).length;
}

/** Only what the page can show as chosen: an address may hold anything. */
function isSet(query: URLSearchParams, field: FilterField): boolean {
  const text = query.get(field.name) ?? "";
  if ("options" in field) return text !== "" && field.options.some(({ value }) => value === text);
  if (field.type === "date") return dayIn(query, field.name) !== null;
  return field.isNumber === true ? /^[1-9]\d*$/.test(text) : text !== "";
}

function fieldsHtml(query: URLSearchParams, fields: readonly FilterField[]): Html {
  return html`${fields.map((field) => {
    const id = `filter-${field.name}`;
    const isUnseen = "isLabelUnseen" in field;
    return html`<div class="field"><label${isUnseen && html` class="unseen"`} for="${id}">${field.label}</label>${
      "options" in field ? selectHtml(id, field, query) : inputHtml(id, field, query)
    }</div>`;
  })}`;
}

function selectHtml(id: string, { name, options, all = "Alle" }: Choice, query: URLSearchParams): Html {
  return html`<select id="${id}" name="${name}">${[{ value: "", label: all }, ...options].map(
    ({ value, label }) =>
      html`<option value="${value}"${value === (query.get(name) ?? "") && html` selected`}>${label}</option>`,
  )}</select>`;
}

function inputHtml(id: string, field: Typed, query: URLSearchParams): Html {
  const { name, type, charactersMax = searchCharactersMax, isNumber } = field;
  const value = query.get(name) ?? "";
  if (type === "date") return html`<input type="date" id="${id}" name="${name}" value="${value}">`;
  return html`<input type="${type}" id="${id}" name="${name}" maxlength="${charactersMax}" autocomplete="off"${isNumber && html` inputmode="numeric"`} value="${value}">`;
}

/** Beside the filter of a list, not a part of what is asked for. */
const asides = ["sort", "cursor", "agency"];

function statesHtml(path: string, query: URLSearchParams, { name, all, labels }: States): Html {
  const current = Object.keys(labels).find((state) => state === query.get(name)) ?? "";
  const isNarrowed = [...query].some(([each, value]) => ![name, ...asides].includes(each) && value !== "");
  return html`<nav class="chips" aria-label="Stand"><ul>${[["", all] as const, ...Object.entries(labels)].map(
    ([state, label]) =>
      html`<li><a class="chip" href="${narrowedPath(path, query, { [name]: state })}"${state === current && html` aria-current="true"`}>${label}</a></li>`,
  )}${isNarrowed && html`<li><a href="${path}">Alles zeigen</a></li>`}</ul></nav>`;
}

export type NamedClients = readonly { id: number; name: string; isActive: boolean }[];

/** The clients of an agency as a choice; archived ones stay, because their lists do. */
export function clientChoice(clients: NamedClients, isLabelUnseen = false): FilterField {
  return {
    name: "kunde",
    label: "Kunde",
    all: "Alle Kunden",
    options: clients.map(({ id, name, isActive }) => ({
      value: String(id),
      label: isActive ? name : `${name} (archiviert)`,
    })),
    ...(isLabelUnseen && { isLabelUnseen }),
  };
}
