import { ServiceError } from "../../../../errors.ts";
import type { DraftStatus } from "../../../../features/workflow/drafts/schema.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { instantOf } from "../../forms/local-moment.ts";
import { draftStateLabels } from "../../parts/draft-state.ts";
import type { Visit } from "../../visit.ts";

/** What of the list is asked for; each null where nothing was chosen. */
export type TextFilter = {
  clientId: number | null;
  status: DraftStatus | null;
  topic: string | null;
  updatedSince: Date | null;
  updatedBefore: Date | null;
};

/** Of a topic that is looked for, in characters: topics have 60. */
const topicCharactersMax = 60;
const dayMs = 24 * 3600 * 1000;

/** Reads the filter of an address. What a person chose by hand and is none of the choices counts as nothing chosen. */
export function readFilter(query: URLSearchParams, { timeZone }: Pick<Visit, "timeZone">): TextFilter {
  const status = query.get("stand") ?? "";
  const until = midnightOf(query.get("bis"), timeZone);
  return {
    clientId: clientIdOf(query.get("kunde") ?? ""),
    status: isStatus(status) ? status : null,
    topic: (query.get("thema") ?? "").trim().slice(0, topicCharactersMax).replaceAll("\0", "") || null,
    updatedSince: midnightOf(query.get("von"), timeZone),
    updatedBefore: until === null ? null : nextMidnight(until, timeZone),
  };
}

export function isFiltered(filter: TextFilter): boolean {
  return Object.values(filter).some((value) => value !== null);
}

/** The filter as a form that needs no script; `path` without its query shows everything again. */
export function filterHtml(
  path: string,
  query: URLSearchParams,
  clients: readonly { id: number; name: string; isActive: boolean }[],
): Html {
  const chosen = (name: string) => query.get(name) ?? "";
  const option = (name: string, value: string, label: string) =>
    html`<option value="${value}"${chosen(name) === value && html` selected`}>${label}</option>`;
  return html`<form class="filter" action="${path}" role="search" aria-label="Meldungen filtern">
<div class="field"><label for="filter-kunde">Kunde</label><select id="filter-kunde" name="kunde">${option("kunde", "", "Alle Kunden")}${clients.map(
    ({ id, name, isActive }) => option("kunde", String(id), isActive ? name : `${name} (archiviert)`),
  )}</select></div>
<div class="field"><label for="filter-stand">Stand</label><select id="filter-stand" name="stand">${option("stand", "", "Jeder Stand")}${Object.entries(
    draftStateLabels,
  ).map(([status, label]) => option("stand", status, label))}</select></div>
<div class="field"><label for="filter-thema">Thema</label><input type="text" id="filter-thema" name="thema" maxlength="${topicCharactersMax}" autocomplete="off" value="${chosen("thema")}"></div>
<div class="field"><label for="filter-von">Geändert von</label><input type="date" id="filter-von" name="von" value="${chosen("von")}"></div>
<div class="field"><label for="filter-bis">bis</label><input type="date" id="filter-bis" name="bis" value="${chosen("bis")}"></div>
<p class="buttons"><button>Filtern</button>${query.size > 0 && html`<a href="${path}">Alle zeigen</a>`}</p>
</form>`;
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
