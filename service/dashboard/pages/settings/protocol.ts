import { type ListedAct, listAudit } from "../../../audit/list-audit.ts";
import { listMemberNames } from "../../../people/membership-sql.ts";
import { findPeople } from "../../../people/person-sql.ts";
import { uuidPattern } from "../../../schema.ts";
import { type Html, html } from "../../../web/html.ts";
import { type Context, definePage } from "../../definition.ts";
import type { Option } from "../../forms/fields.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { momentHtml } from "../../parts/moment.ts";
import { pagerHtml } from "../../parts/pager.ts";
import { tableHtml } from "../../parts/table.ts";
import { actionText, knownActions, subjectText } from "./protocol-words.ts";

const path = "/app/einstellungen/protokoll";

/** What is longer is cut: a page has fifty of them. */
const detailsCharactersMax = 300;

const formerPerson = "ehemalige Person";

type Filter = { personId: string | null; action: string | null };
type Names = ReadonlyMap<string, string>;

const protocolPage = definePage({
  path,
  action: "audit.read",
  async handle({ visit, query, deps }) {
    const filter = filterOf(query);
    const { acts, nextCursor } = await listAudit(deps.sql, visit.agencyId, {
      cursor: query.get("cursor") ?? undefined,
      ...filter,
    });
    const members = await listMemberNames(deps.sql, visit.agencyId);
    const team = new Map(members.map(({ personId, name }) => [personId, name]));
    const names = await namesOf(deps, acts, team);
    const isFiltered = filter.personId !== null || filter.action !== null;
    return {
      title: "Protokoll",
      lead: "Wer was wann getan hat: Personen, Schlüssel, Kontakte und der Dienst selbst.",
      main: html`${filterHtml(filter, names, team)}
${acts.length === 0 ? emptyHtml(isFiltered ? nothingFits : nothingYet) : actsHtml(visit, acts, names)}
${pagerHtml({ path, query, nextCursor })}`,
    };
  },
});

export const protocolDefinitions = [protocolPage];

const nothingYet = { title: "Noch nichts geschehen", text: "Hier steht bald, wer was getan hat." };
const nothingFits = {
  title: "Dazu gibt es keinen Eintrag",
  text: "Wählen Sie eine andere Person oder Handlung.",
  link: { label: "Alles zeigen", href: path },
};

/** A name that no list holds is no filter: the query may be anybody's text. */
function filterOf(query: URLSearchParams): Filter {
  const person = query.get("person") ?? "";
  const action = query.get("action") ?? "";
  return {
    personId: uuidPattern.test(person) ? person.toLowerCase() : null,
    action: /^[a-z_]+(?:\.[a-z_]+)+$/.test(action) && action.length <= actionCharactersMax ? action : null,
  };
}

const actionCharactersMax = 100;

/** The team's names, and those of people who have left it, as long as they are known. */
async function namesOf(deps: Context["deps"], acts: readonly ListedAct[], team: Names): Promise<Names> {
  const ids = acts.flatMap(({ actorType, actorId, subjectType, subjectId }) => [
    ...(actorType === "person" && actorId !== null ? [actorId] : []),
    ...(subjectType === "person" ? [subjectId] : []),
  ]);
  const missing = [...new Set(ids)].filter((id) => uuidPattern.test(id) && !team.has(id));
  if (missing.length === 0) return team;
  const others = await findPeople(deps.sql, missing);
  return new Map([...team, ...others.map(({ id, name, email }) => [id, name ?? email] as const)]);
}

function filterHtml({ personId, action }: Filter, names: Names, team: Names): Html {
  const people: Option[] = [...team].map(([value, label]) => ({ value, label }));
  if (personId !== null && !team.has(personId))
    people.push({ value: personId, label: names.get(personId) ?? formerPerson });
  const actions: Option[] = knownActions.map(({ action: value, words }) => ({ value, label: words }));
  if (action !== null && !knownActions.some((known) => known.action === action))
    actions.push({ value: action, label: action });
  return html`<form class="filter" method="get" action="${path}">
${selectHtml({ name: "person", label: "Person", all: "Alle", options: people, chosen: personId })}
${selectHtml({ name: "action", label: "Handlung", all: "Alle", options: actions, chosen: action })}
<button>Filtern</button></form>`;
}

function selectHtml(input: {
  name: string;
  label: string;
  all: string;
  options: readonly Option[];
  chosen: string | null;
}): Html {
  const { name, label, all, options, chosen } = input;
  return html`<label>${label}<select name="${name}"><option value="">${all}</option>${options.map(
    (option) =>
      html`<option value="${option.value}"${option.value === chosen && html` selected`}>${option.label}</option>`,
  )}</select></label>`;
}

function actsHtml(visit: Context["visit"], acts: readonly ListedAct[], names: Names): Html {
  return tableHtml({
    caption: "Protokoll der Agentur",
    rows: acts,
    columns: [
      { label: "Wann", cell: ({ occurredAt }) => momentHtml(visit, occurredAt) },
      {
        label: "Wer",
        cell: (act) =>
          html`${actorText(act, names)}${act.device !== null && html`<span class="facts">${act.device}</span>`}`,
      },
      { label: "Was", cell: ({ action }) => actionText(action) },
      { label: "Woran", cell: (act) => subjectHtml(act, names) },
      {
        label: "Einzelheiten",
        cell: ({ details }) => html`<span class="facts">${detailsText(details)}</span>`,
      },
    ],
  });
}

function actorText({ actorType, actorId }: ListedAct, names: Names): string {
  if (actorType === "person") return names.get(actorId ?? "") ?? formerPerson;
  const label = actorLabels.get(actorType) ?? actorType;
  return actorId === null ? label : `${label} ${actorId}`;
}

const actorLabels = new Map([
  ["api_key", "Schlüssel"],
  ["contact", "Kontakt"],
  ["operator", "Betreiber"],
  ["service", "Dienst"],
]);

function subjectHtml({ subjectType, subjectId }: ListedAct, names: Names): Html {
  if (subjectType === "person") return html`${names.get(subjectId) ?? formerPerson}`;
  return html`${subjectText(subjectType)}<span class="facts">${subjectId}</span>`;
}

function detailsText(details: Record<string, unknown>): string {
  const parts = Object.entries(details).map(
    ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const text = parts.join(", ");
  return text.length > detailsCharactersMax ? `${text.slice(0, detailsCharactersMax)} …` : text;
}
