import type { AuditFilter } from "../../../../features/audit/list-audit.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { uuidPattern } from "../../../../schema.ts";
import type { Option } from "../../forms/fields.ts";
import { instantOf } from "../../forms/local-moment.ts";
import { foldedFilterHtml } from "../../parts/folded-filter.ts";
import { knownActions, knownSubjects } from "./protocol-words.ts";

export const formerPerson = "ehemalige Person";
const path = "/app/einstellungen/protokoll";
const actionCharactersMax = 100;
const dayMs = 24 * 3600 * 1000;

type Names = ReadonlyMap<string, string>;
type Filter = Required<AuditFilter>;

/** A name that no list holds is no filter: the query may be anybody's text. Days are those of the agency's time zone. */
export function auditFilterOf(query: URLSearchParams, timeZone: string): Filter {
  const person = query.get("person") ?? "";
  const action = query.get("action") ?? "";
  const subject = query.get("sache") ?? "";
  const from = instantOf(`${query.get("von") ?? ""}T00:00`, timeZone);
  const last = instantOf(`${query.get("bis") ?? ""}T12:00`, timeZone);
  return {
    personId: uuidPattern.test(person) ? person.toLowerCase() : null,
    action: /^[a-z_]+(?:\.[a-z_]+)+$/.test(action) && action.length <= actionCharactersMax ? action : null,
    subjectType: knownSubjects.some(({ type }) => type === subject) ? subject : null,
    from,
    // The next day's beginning: a day of the change of clocks has 23 or 25 hours.
    until: last === null ? null : dayBegin(new Date(last.getTime() + dayMs), timeZone),
  };
}

export function setCountOf(filter: Filter): number {
  return Object.values(filter).filter((each) => each !== null).length;
}

function dayBegin(moment: Date, timeZone: string): Date | null {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(moment);
  return instantOf(`${day}T00:00`, timeZone);
}

export function filterHtml(input: {
  filter: Filter;
  query: URLSearchParams;
  names: Names;
  team: Names;
}): Html {
  const { filter, query, names, team } = input;
  const { personId, action, subjectType } = filter;
  const people: Option[] = [...team].map(([value, label]) => ({ value, label }));
  if (personId !== null && !team.has(personId))
    people.push({ value: personId, label: names.get(personId) ?? formerPerson });
  const actions: Option[] = knownActions.map(({ action: value, words }) => ({ value, label: words }));
  if (action !== null && !knownActions.some((known) => known.action === action))
    actions.push({ value: action, label: action });
  const subjects: Option[] = knownSubjects.map(({ type: value, words: label }) => ({ value, label }));
  return foldedFilterHtml({
    path,
    label: "Protokoll filtern",
    setCount: setCountOf(filter),
    fields: html`${selectHtml({ name: "person", label: "Person", options: people, chosen: personId })}
${selectHtml({ name: "action", label: "Handlung", options: actions, chosen: action })}
${selectHtml({ name: "sache", label: "Sache", options: subjects, chosen: subjectType })}
${dayHtml("von", "Von", filter.from === null ? null : query.get("von"))}
${dayHtml("bis", "Bis", filter.until === null ? null : query.get("bis"))}`,
  });
}

function dayHtml(name: string, label: string, value: string | null): Html {
  return html`<label>${label}<input type="date" name="${name}" value="${value ?? ""}"></label>`;
}

function selectHtml(input: {
  name: string;
  label: string;
  options: readonly Option[];
  chosen: string | null;
}): Html {
  const { name, label, options, chosen } = input;
  return html`<label>${label}<select name="${name}"><option value="">Alle</option>${options.map(
    (option) =>
      html`<option value="${option.value}"${option.value === chosen && html` selected`}>${option.label}</option>`,
  )}</select></label>`;
}
