import { type ListedAct, listAudit } from "../../../../features/audit/list-audit.ts";
import { listClientNames } from "../../../../features/clients/client-names-sql.ts";
import { listKeys } from "../../../../features/keys/sql.ts";
import { listMemberNames } from "../../../../features/people/membership-sql.ts";
import { findPeople } from "../../../../features/people/person-sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { uuidPattern } from "../../../../schema.ts";
import { type Context, definePage } from "../../definition.ts";
import type { Option } from "../../forms/fields.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { momentHtml } from "../../parts/moment.ts";
import { pagerHtml } from "../../parts/pager.ts";
import { tableHtml } from "../../parts/table.ts";
import { clientPath } from "../clients/client-frame.ts";
import { reportPath } from "../reports/paths.ts";
import { releasePagePath, textPath } from "../texts/paths.ts";
import { detailsText } from "./protocol-details.ts";
import { actionText, knownActions, subjectText } from "./protocol-words.ts";
import { webhooksPath } from "./webhooks/labels.ts";

const path = "/app/einstellungen/protokoll";

const formerPerson = "ehemalige Person";

type Filter = { personId: string | null; action: string | null };
type Names = ReadonlyMap<string, string>;
/** What those are called that the log names by their ids. */
type Known = { people: Names; keys: Names; clients: ReadonlyMap<number, string> };

const protocolPage = definePage({
  path,
  action: "audit.read",
  async handle({ visit, query, deps }) {
    const filter = filterOf(query);
    const { acts, nextCursor } = await listAudit(deps.sql, visit.agencyId, {
      cursor: query.get("cursor") ?? undefined,
      ...filter,
    });
    const [members, keys, clients] = await Promise.all([
      listMemberNames(deps.sql, visit.agencyId),
      listKeys(deps.sql, visit.agencyId),
      listClientNames(deps.sql, visit.agencyId, { clientIds: null }),
    ]);
    const team = new Map(members.map(({ personId, name }) => [personId, name]));
    const people = await namesOf(deps, acts, team);
    const known = {
      people,
      keys: new Map(keys.map(({ id, name }) => [id, name])),
      clients: new Map(clients.map(({ id, name }) => [id, name])),
    };
    const isFiltered = filter.personId !== null || filter.action !== null;
    return {
      title: "Protokoll",
      lead: "Wer was wann getan hat: Personen, Schlüssel, Kontakte und der Dienst selbst.",
      main: html`${filterHtml(filter, people, team)}
${acts.length === 0 ? emptyHtml(isFiltered ? nothingFits : nothingYet) : actsHtml(visit, acts, known)}
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

function actsHtml(visit: Context["visit"], acts: readonly ListedAct[], known: Known): Html {
  return tableHtml({
    caption: "Protokoll der Agentur",
    rows: acts,
    columns: [
      { label: "Wann", cell: ({ occurredAt }) => momentHtml(visit, occurredAt) },
      {
        label: "Wer",
        cell: (act) =>
          html`${actorText(act, known)}${act.device !== null && html`<span class="facts">${act.device}</span>`}`,
      },
      { label: "Was", cell: ({ action }) => actionText(action) },
      { label: "Woran", cell: (act) => subjectHtml(act, known) },
      {
        label: "Einzelheiten",
        cell: ({ details }) =>
          html`<span class="facts">${detailsText({ timeZone: visit.timeZone, clientNames: known.clients }, details)}</span>`,
      },
    ],
  });
}

function actorText({ actorType, actorId }: ListedAct, { people, keys }: Known): string {
  if (actorType === "person") return people.get(actorId ?? "") ?? formerPerson;
  const label = actorLabels.get(actorType) ?? actorType;
  const name = actorType === "api_key" ? keys.get(actorId ?? "") : undefined;
  return name === undefined ? label : `${label} „${name}“`;
}

const actorLabels = new Map([
  ["api_key", "Schlüssel"],
  ["contact", "Kontakt"],
  ["operator", "Betreiber"],
  ["service", "Dienst"],
]);

function subjectHtml({ subjectType, subjectId }: ListedAct, { people, keys, clients }: Known): Html {
  if (subjectType === "person") return html`${people.get(subjectId) ?? formerPerson}`;
  if (subjectType === "tool") return html`${subjectText(subjectType)} ${subjectId}`;
  const name = subjectType === "client" ? clients.get(Number(subjectId)) : keys.get(subjectId);
  const label = `${subjectText(subjectType)}${name === undefined ? "" : ` „${name}“`}`;
  const subjectPath = pages[subjectType]?.(subjectId);
  return subjectPath === undefined ? html`${label}` : html`<a href="${subjectPath}">${label}</a>`;
}

/** Where a subject is looked at. The others have no page of their own. */
const pages: Readonly<Partial<Record<string, (id: string) => string>>> = {
  client: (id) => clientPath(Number(id)),
  draft: textPath,
  release: (id) => releasePagePath(Number(id)),
  report: reportPath,
  webhook: (id) => `${webhooksPath}/${id}`,
};
