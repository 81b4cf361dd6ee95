import { ServiceError } from "../../../../errors.ts";
import type { DraftStatus } from "../../../../features/workflow/drafts/schema.ts";
import type { ListOrder, ListSort } from "../../../../features/workflow/releases/list-sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { instantOf } from "../../forms/local-moment.ts";
import { draftStateLabels } from "../../parts/draft-state.ts";
import type { Visit } from "../../visit.ts";

/** What of the list is asked for; each null where nothing was chosen. */
export type TextFilter = {
  clientId: number | null;
  status: DraftStatus | null;
  topic: string | null;
  words: string[] | null;
  updatedSince: Date | null;
  updatedBefore: Date | null;
};

/** Of a topic that is looked for, in characters: topics have 60. */
const topicCharactersMax = 60;
const searchCharactersMax = 200;
/** Further ones narrow nothing any more. */
const wordsMax = 8;
const dayMs = 24 * 3600 * 1000;

/** Reads the filter of an address. What a person chose by hand and is none of the choices counts as nothing chosen. */
export function readFilter(query: URLSearchParams, { timeZone }: Pick<Visit, "timeZone">): TextFilter {
  const status = query.get("stand") ?? "";
  const until = midnightOf(query.get("bis"), timeZone);
  return {
    clientId: clientIdOf(query.get("kunde") ?? ""),
    status: isStatus(status) ? status : null,
    topic: (query.get("thema") ?? "").trim().slice(0, topicCharactersMax).replaceAll("\0", "") || null,
    words: wordsOf(query.get("q") ?? ""),
    updatedSince: midnightOf(query.get("von"), timeZone),
    updatedBefore: until === null ? null : nextMidnight(until, timeZone),
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

/** The heading of a column that sorts by it, and the other way round where it is sorted so already. */
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
    href: linkWith(path, query, { sort: name }),
    is: isCurrent ? (isDescending ? "descending" : "ascending") : null,
  };
}

type Clients = readonly { id: number; name: string; isActive: boolean }[];

/**
 * Search and filter as a form that needs no script, and the states as chips below. All of it stands in the address. On a telephone the
 * search stays in sight, and the choices are folded as in `foldedFilterHtml`.
 */
export function filterHtml(path: string, query: URLSearchParams, clients: Clients): Html {
  const chosen = (name: string) => query.get(name) ?? "";
  const option = (value: string, label: string) =>
    html`<option value="${value}"${chosen("kunde") === value && html` selected`}>${label}</option>`;
  const isOpen = ["thema", "von", "bis"].some((name) => chosen(name) !== "");
  const setCount = ["kunde", "thema", "von", "bis"].filter((name) => chosen(name) !== "").length;
  return html`<form class="finder" action="${path}" role="search" aria-label="Meldungen suchen und filtern">
${["stand", "sort"].map((name) => chosen(name) !== "" && html`<input type="hidden" name="${name}" value="${chosen(name)}">`)}
<div class="line"><div class="field grow"><label class="unseen" for="filter-q">Suchen</label><input type="search" id="filter-q" name="q" maxlength="${searchCharactersMax}" autocomplete="off" placeholder="Titel, Thema oder Kunde" value="${chosen("q")}"></div>
<div class="filter" id="filter" popover><div class="field"><label class="unseen" for="filter-kunde">Kunde</label><select id="filter-kunde" name="kunde">${option("", "Alle Kunden")}${clients.map(
    ({ id, name, isActive }) => option(String(id), isActive ? name : `${name} (archiviert)`),
  )}</select></div>
<details class="more"${isOpen && html` open`}><summary>Thema und Zeitraum</summary><div class="line">
<div class="field"><label for="filter-thema">Thema</label><input type="text" id="filter-thema" name="thema" maxlength="${topicCharactersMax}" autocomplete="off" value="${chosen("thema")}"></div>
<div class="field"><label for="filter-von">Geändert von</label><input type="date" id="filter-von" name="von" value="${chosen("von")}"></div>
<div class="field"><label for="filter-bis">bis</label><input type="date" id="filter-bis" name="bis" value="${chosen("bis")}"></div></div></details>
<button>Filtern</button></div>
<button>Suchen</button></div>
<p class="filter-button"><button type="button" popovertarget="filter">Filter${setCount > 0 && ` (${setCount} gesetzt)`}</button></p>
</form>
${chips(path, query)}`;
}

function chips(path: string, query: URLSearchParams): Html {
  const { status } = readFilter(query, { timeZone: "UTC" });
  const chip = (value: DraftStatus | null, label: string) =>
    html`<li><a class="chip" href="${linkWith(path, query, { stand: value ?? "" })}"${status === value && html` aria-current="true"`}>${label}</a></li>`;
  const isNarrowed = ["q", "kunde", "thema", "von", "bis"].some((name) => (query.get(name) ?? "") !== "");
  return html`<nav class="chips" aria-label="Stand"><ul>${chip(null, "Jeder Stand")}${(
    Object.keys(draftStateLabels) as DraftStatus[]
  ).map((each) =>
    chip(each, draftStateLabels[each]),
  )}${isNarrowed && html`<li><a href="${path}">Alles zeigen</a></li>`}</ul></nav>`;
}

/** The same list with some of its address changed, from its beginning. */
function linkWith(path: string, query: URLSearchParams, change: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams([...query].filter(([name, value]) => name !== "cursor" && value !== ""));
  for (const [name, value] of Object.entries(change)) {
    next.delete(name);
    if (value !== "") next.set(name, value);
  }
  const text = next.toString();
  return text === "" ? path : `${path}?${text}`;
}

function wordsOf(typed: string): string[] | null {
  const words = typed
    .slice(0, searchCharactersMax)
    .normalize("NFC")
    .toLowerCase()
    .split(/[\s\0]+/)
    .filter((word) => word !== "");
  return words.length === 0 ? null : [...new Set(words)].slice(0, wordsMax);
}

function clientIdOf(text: string): number | null {
  if (text === "") return null;
  const id = Number(text);
  if (/^[1-9]\d{0,9}$/.test(text) && id < 2 ** 31) return id;
  throw new ServiceError("not_found", "There is no such client.");
}

function isStatus(text: string): text is DraftStatus {
  return Object.hasOwn(draftStateLabels, text);
}

function midnightOf(day: string | null, timeZone: string): Date | null {
  return day === null || !/^\d{4}-\d{2}-\d{2}$/.test(day) ? null : instantOf(`${day}T00:00`, timeZone);
}

/** A day of a change of the clocks has 23 or 25 hours, so the next one is looked up and not added. */
function nextMidnight(midnight: Date, timeZone: string): Date {
  const withinNextDay = new Date(midnight.getTime() + 1.5 * dayMs);
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(withinNextDay);
  return midnightOf(day, timeZone) ?? new Date(midnight.getTime() + dayMs);
}
