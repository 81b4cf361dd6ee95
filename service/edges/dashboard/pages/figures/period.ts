import { dayWindow } from "../../../../features/reporting/articles/read-performance.ts";
import { comparisonNotes } from "../../../../features/reporting/exports/headline-figures.ts";
import {
  offeredPeriods,
  periodName,
  periodNameInDative,
} from "../../../../features/reporting/reports/period-names.ts";
import {
  comparedDays,
  comparedFacts,
  type DayRange,
  daysOfPeriod,
  parsePeriod,
  periodKey,
  releasePeriods,
  shiftDays,
} from "../../../../features/reporting/reports/periods.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { zonedFormat } from "../../../../floor/web/zoned-format.ts";
import type { Context } from "../../definition.ts";
import { dashboardWording } from "../../parts/wording.ts";
import { periodDefault, periods } from "./paths.ts";

/** For how many days a release's figures begin with its publication. */
const sinceDays = 30;

const sinceLabels = {
  "since-publication": "Seit Erscheinen",
  "first-30-days": "Erste 30 Tage",
  "first-7-days": "Erste 7 Tage",
};

export type ChosenPeriod = {
  days: DayRange;
  /** What they are compared with; null for nothing. */
  before: DayRange | null;
  today: string;
  /** What keeps the choice in an address, without the question mark. */
  query: string;
  /** The same days, whenever it is opened. */
  fixedQuery: string;
  /** Why the asked period can't be shown. */
  problem: string | null;
};

/** The period that an address names: `zeitraum` (or `von` and `bis`), or `tage` until today; with `vergleich`. */
export async function choosePeriod(
  { visit, query, deps }: Pick<Context, "visit" | "query" | "deps">,
  publishedOn: string | null = null,
): Promise<ChosenPeriod> {
  const { to: today } = await dayWindow(deps.sql, visit.agencyId, 1);
  const rolling = (days: number): DayRange => ({ from: shiftDays(today, 1 - days), to: today });
  const asked =
    query.get("von") && query.get("bis") ? `${query.get("von")}..${query.get("bis")}` : query.get("zeitraum");
  const days = periods.find((each) => String(each) === query.get("tage"));
  const isFresh = publishedOn !== null && publishedOn > shiftDays(today, -sinceDays) && publishedOn <= today;
  const text = asked || (days === undefined && isFresh ? "since-publication" : "");
  const parsed = text === "" ? null : parsePeriod(text);
  const found = parsed === null ? null : daysOfPeriod(parsed, { today, publishedOn });
  const isFound = found !== null && "from" in found;
  const range = isFound ? found : rolling(days ?? periodDefault);
  const comparison = query.get("vergleich");
  const kept = new URLSearchParams(isFound ? { zeitraum: text } : { tage: String(days ?? periodDefault) });
  const fixed = new URLSearchParams({ zeitraum: periodKey(range) });
  for (const each of [kept, fixed])
    if (comparison === "vorjahr" || comparison === "ohne") each.set("vergleich", comparison);
  const isSince = isFound && parsed !== null && "since" in parsed;
  const before =
    comparison === "ohne" || (isSince && comparison !== "vorjahr")
      ? null
      : comparedDays(range, comparison === "vorjahr" ? "previous_year" : "previous_period");
  // Fixed days don't tell that they begin with a publication, and would be compared with days before it.
  if (before === null) fixed.set("vergleich", "ohne");
  return {
    days: range,
    before,
    today,
    query: kept.toString(),
    fixedQuery: fixed.toString(),
    problem:
      text === "" || isFound
        ? null
        : found === null
          ? "Diesen Zeitraum gibt es nicht. Bitte wählen Sie einen anderen."
          : found.german,
  };
}

/** What keeps a comparison from being one of like with like, in sentences; `firstDay` is the first that was measured. */
export function comparedNotes({ days, before }: ChosenPeriod, firstDay: string | null): Html | null {
  const comparison = before === null ? undefined : { ...before, ...comparedFacts(days, before, firstDay) };
  const notes = comparisonNotes({ comparison }, dashboardWording);
  return notes.length === 0 ? null : html`${notes.map((note) => html`<p class="facts">${note}</p>`)}`;
}

/** Whether views of the period compared with were counted at all: what nobody counted is no zero. */
export function isMeasured(
  views: number,
  { before, firstDay }: { before: DayRange | null; firstDay: string | null },
): boolean {
  return before !== null && (views > 0 || (firstDay !== null && firstDay <= before.to));
}

export const notMeasuredBefore = "davor nicht gemessen";

/** A path with the period that an address names, to go on with it after a form. */
export function withPeriod(path: string, query: URLSearchParams): string {
  const kept = ["zeitraum", "tage", "vergleich"].flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
}

/** "Oktober 2026", "dem 3. Quartal 2026" or "1.10.2026 bis 15.10.2026". */
function comparedText(days: DayRange): string {
  return (
    periodNameInDative(days) ??
    (days.from === days.to ? dayText(days.from) : `${dayText(days.from)} bis ${dayText(days.to)}`)
  );
}

const dayFormat = zonedFormat("de-DE", { dateStyle: "medium" });

export function dayText(day: string): string {
  return dayFormat("UTC").format(new Date(day));
}

/** The periods to choose from: the usual ones as links, all others in a form. `path` is the page that shows them. */
export function periodPicker(
  period: ChosenPeriod,
  { path, hasSince = false }: { path: string; hasSince?: boolean },
): Html {
  const chosen = new URLSearchParams(period.query);
  const { days, today, problem } = period;
  const comparison = chosen.get("vergleich");
  const ends = comparison === null ? "" : `&vergleich=${comparison}`;
  const link = (query: string, label: string) =>
    html`<li><a href="${`${path}?${query}${ends}`}"${period.query === `${query}${ends}` && html` aria-current="true"`}>${label}</a></li>`;
  const offered = Map.groupBy(offeredPeriods(today), ({ group }) => group);
  const options = [...offered].map(
    ([group, entries]) =>
      html`<optgroup label="${group}">${entries.map(({ value, label }) => html`<option value="${value}"${value === chosen.get("zeitraum") && html` selected`}>${label}</option>`)}</optgroup>`,
  );
  const name = periodName(days);
  const compared = { "": "Zeitraum davor", vorjahr: "Vorjahr", ohne: "ohne Vergleich" };
  return html`<nav class="periods" aria-label="Zeitraum"><ul>${hasSince && releasePeriods.toReversed().map((each) => link(`zeitraum=${each}`, sinceLabels[each]))}${periods.map((each) => link(`tage=${each}`, `${each} Tage`))}</ul></nav>
${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}
<details class="other-period"><summary>Anderer Zeitraum …</summary><form method="get" action="${path}">
<p class="field"><label for="zeitraum">Zeitraum</label><select id="zeitraum" name="zeitraum"><option value="">freie Wahl</option>${options}</select></p>
<p class="field"><label for="von">Von</label><input type="date" id="von" name="von" max="${today}"></p>
<p class="field"><label for="bis">Bis</label><input type="date" id="bis" name="bis" max="${today}"></p>
<p class="field"><label for="vergleich">Vergleich</label><select id="vergleich" name="vergleich">${Object.entries(compared).map(([value, label]) => html`<option value="${value}"${value === (comparison ?? "") && html` selected`}>${label}</option>`)}</select></p>
<p><button>Anzeigen</button></p></form></details>
<p class="facts">${name !== null && `${name}: `}${dayText(days.from)} bis ${dayText(days.to)}${period.before !== null && `, verglichen mit ${comparedText(period.before)}`}</p>`;
}
