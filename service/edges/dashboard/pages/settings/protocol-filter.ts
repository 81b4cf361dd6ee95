import type { AuditFilter } from "../../../../features/audit/list-audit-sql.ts";
import type { Html } from "../../../../floor/web/html.ts";
import { uuidPattern } from "../../../../schema.ts";
import type { Option } from "../../forms/fields.ts";
import { daysIn, foldedFilterHtml } from "../../parts/list-filter.ts";
import { knownActions, knownSubjects } from "./protocol-words.ts";

export const formerPerson = "ehemalige Person";
const path = "/app/einstellungen/protokoll";
const actionCharactersMax = 100;

type Names = ReadonlyMap<string, string>;
type Filter = Required<AuditFilter>;

/** A name that no list holds is no filter: the query may be anybody's text. Days are those of the agency's time zone. */
export function auditFilterOf(query: URLSearchParams, timeZone: string): Filter {
  const person = query.get("person") ?? "";
  const action = query.get("action") ?? "";
  const subject = query.get("sache") ?? "";
  return {
    personId: uuidPattern.test(person) ? person.toLowerCase() : null,
    action: /^[a-z_]+(?:\.[a-z_]+)+$/.test(action) && action.length <= actionCharactersMax ? action : null,
    subjectType: knownSubjects.some(({ type }) => type === subject) ? subject : null,
    ...daysIn(query, timeZone),
  };
}

export function setCountOf(filter: Filter): number {
  return Object.values(filter).filter((each) => each !== null).length;
}

export function filterHtml(input: {
  filter: Filter;
  query: URLSearchParams;
  names: Names;
  team: Names;
}): Html {
  const { filter, query, names, team } = input;
  const { personId, action } = filter;
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
    query,
    fields: [
      { name: "person", label: "Person", options: people },
      { name: "action", label: "Handlung", options: actions },
      { name: "sache", label: "Sache", options: subjects },
      { name: "von", label: "Von", type: "date" },
      { name: "bis", label: "Bis", type: "date" },
    ],
  });
}
