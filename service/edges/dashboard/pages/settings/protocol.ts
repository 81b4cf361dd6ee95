import { findConnectionNames } from "../../../../features/agent-access/connections-sql.ts";
import { type ListedAct, listAudit, readAudit } from "../../../../features/audit/list-audit-sql.ts";
import { listClientNames } from "../../../../features/clients/client-names-sql.ts";
import { listKeys } from "../../../../features/keys/sql.ts";
import { streamOf } from "../../../../features/media/stream-of.ts";
import { listMemberNames } from "../../../../features/people/membership-sql.ts";
import { findPeople } from "../../../../features/people/person-sql.ts";
import { findSubjectNames, subjectKey } from "../../../../features/today/subject-names-sql.ts";
import { downloadHeaders } from "../../../../floor/http/downloads.ts";
import { byteOrderMark, csvLine } from "../../../../floor/web/csv-line.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { uuidPattern } from "../../../../schema.ts";
import { type Context, definePage } from "../../definition.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { tableHtml } from "../../parts/table.ts";
import { clientPath } from "../clients/client-frame.ts";
import { reportPath } from "../reports/paths.ts";
import { releasePagePath, textPath } from "../texts/paths.ts";
import { detailsText } from "./protocol-details.ts";
import { auditFilterOf, filterHtml, formerPerson, setCountOf } from "./protocol-filter.ts";
import { actionText, subjectText } from "./protocol-words.ts";
import { webhooksPath } from "./webhooks/labels.ts";

const path = "/app/einstellungen/protokoll";

const csvPath = `${path}/csv` as const;

type Names = ReadonlyMap<string, string>;
/** What those are called that the log names by their ids. */
type Known = {
  people: Names;
  agents: Names;
  keys: Names;
  subjects: Names;
  clients: ReadonlyMap<number, string>;
};

const protocolPage = definePage({
  path,
  action: "audit.read",
  async handle({ visit, query, deps }) {
    const filter = auditFilterOf(query, visit.timeZone);
    const { acts, nextCursor } = await listAudit(deps.sql, visit.agencyId, {
      cursor: cursorOf(query),
      ...filter,
    });
    const team = await teamNames(deps, visit.agencyId);
    const known = await knownOf(deps, visit.agencyId, { acts, team });
    const isFiltered = setCountOf(filter) > 0;
    return {
      title: "Protokoll",
      lead: "Wer was wann getan hat: Personen, Schlüssel, Kontakte und der Dienst selbst.",
      tools: html`<a class="button" href="${csvHref(query)}" download>Als CSV laden</a>`,
      main: html`${filterHtml({ filter, query, names: known.people, team })}
${acts.length === 0 ? emptyHtml(isFiltered ? nothingFits : nothingYet) : actsHtml(visit, acts, known)}
${pagerHtml({ path, query, nextCursor })}`,
    };
  },
});

/** The whole log that the filter leaves, as its reader takes it. */
const csvPage = definePage({
  path: csvPath,
  action: "audit.read",
  async handle({ visit, query, deps, request }) {
    deps.allowSlowReader(request);
    const team = await teamNames(deps, visit.agencyId);
    const chunks = csvOf({ visit, deps, query, team });
    return new Response(streamOf(chunks), { headers: downloadHeaders("protokoll.csv") });
  },
});

export const protocolDefinitions = [protocolPage, csvPage];

async function* csvOf({
  visit,
  deps,
  query,
  team,
}: Pick<Context, "visit" | "deps" | "query"> & { team: Names }): AsyncGenerator<Uint8Array> {
  const { agencyId, timeZone } = visit;
  const encoder = new TextEncoder();
  yield encoder.encode(byteOrderMark + csvLine(["Wann", "Wer", "Gerät", "Was", "Woran", "Einzelheiten"]));
  for await (const acts of readAudit(deps.longReads, agencyId, auditFilterOf(query, timeZone))) {
    const known = await knownOf(deps, agencyId, { acts, team });
    const teller = { timeZone, clientNames: known.clients };
    const lines = acts.map((act) =>
      csvLine([
        act.occurredAt.toISOString(),
        actorText(act, known),
        act.device ?? "",
        actionText(act.action),
        subjectLabel(act, known),
        detailsText(teller, act.details),
      ]),
    );
    yield encoder.encode(lines.join(""));
  }
}

function csvHref(query: URLSearchParams): string {
  const kept = new URLSearchParams([...query].filter(([name]) => name !== "cursor"));
  return kept.size === 0 ? csvPath : `${csvPath}?${kept}`;
}

const nothingYet = { title: "Noch nichts geschehen", text: "Hier steht bald, wer was getan hat." };
const nothingFits = {
  title: "Kein Eintrag gefunden",
  text: "Wählen Sie eine andere Person, Sache oder Zeit.",
  link: { label: "Alles zeigen", href: path },
};

async function teamNames({ sql }: Context["deps"], agencyId: number): Promise<Names> {
  const members = await listMemberNames(sql, agencyId);
  return new Map(members.map(({ personId, name }) => [personId, name]));
}

async function knownOf(
  deps: Context["deps"],
  agencyId: number,
  { acts, team }: { acts: readonly ListedAct[]; team: Names },
): Promise<Known> {
  const subjects = acts.map(({ subjectType: type, subjectId: id }) => ({ type, id }));
  const agentIds = acts.flatMap(({ actorType, actorId, subjectType, subjectId }) => [
    ...(actorType === "agent" && actorId !== null ? [actorId] : []),
    ...(subjectType === "agent_connection" ? [subjectId] : []),
  ]);
  const [people, agents, keys, clients, names] = await Promise.all([
    namesOf(deps, acts, team),
    findConnectionNames(deps.sql, agencyId, agentIds),
    listKeys(deps.sql, agencyId),
    listClientNames(deps.sql, agencyId, { clientIds: null }),
    findSubjectNames(deps.sql, agencyId, subjects),
  ]);
  return {
    people,
    agents,
    subjects: names,
    keys: new Map(keys.map(({ id, name }) => [id, name])),
    clients: new Map(clients.map(({ id, name }) => [id, name])),
  };
}

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

function actsHtml(visit: Context["visit"], acts: readonly ListedAct[], known: Known): Html {
  return html`<div class="log">${tableHtml({
    caption: "Protokoll der Agentur",
    rows: acts,
    columns: [
      { label: "Wann", cell: ({ occurredAt }) => shortMomentHtml(visit, occurredAt) },
      {
        label: "Wer",
        isName: true,
        cell: (act) =>
          html`${actorText(act, known)}${act.device !== null && html`<span class="facts">${act.device}</span>`}`,
      },
      { label: "Was", cell: ({ action }) => actionText(action) },
      { label: "Woran", isName: true, cell: (act) => subjectHtml(act, known) },
      {
        label: "Einzelheiten",
        isName: true,
        cell: ({ details }) => {
          const text = detailsText({ timeZone: visit.timeZone, clientNames: known.clients }, details);
          return text !== "" && html`<span class="facts">${text}</span>`;
        },
      },
    ],
  })}</div>`;
}

function actorText({ actorType, actorId }: ListedAct, { people, agents, keys }: Known): string {
  if (actorType === "person") return people.get(actorId ?? "") ?? formerPerson;
  if (actorType === "agent") return agents.get(actorId ?? "") ?? "ehemaliger Assistent";
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

function subjectHtml(act: ListedAct, known: Known): Html {
  const label = subjectLabel(act, known);
  const subjectPath = pages[act.subjectType]?.(act.subjectId);
  return subjectPath === undefined ? html`${label}` : html`<a href="${subjectPath}">${label}</a>`;
}

/** "Text „Neues Werk in Bremen“" */
function subjectLabel(
  { subjectType, subjectId, details }: ListedAct,
  { people, agents, keys, clients, subjects }: Known,
): string {
  if (subjectType === "person") return people.get(subjectId) ?? formerPerson;
  if (subjectType === "tool") return `${subjectText(subjectType)} ${subjectId}`;
  const { fileName } = details;
  const name =
    subjects.get(subjectKey({ type: subjectType, id: subjectId })) ??
    (subjectType === "client"
      ? clients.get(Number(subjectId))
      : (keys.get(subjectId) ?? agents.get(subjectId))) ??
    (typeof fileName === "string" ? fileName : undefined);
  return `${subjectText(subjectType)}${name === undefined ? "" : ` „${name}“`}`;
}

/** Where a subject is looked at. The others have no page of their own. */
const pages: Readonly<Partial<Record<string, (id: string) => string>>> = {
  client: (id) => clientPath(Number(id)),
  draft: textPath,
  release: (id) => releasePagePath(Number(id)),
  report: reportPath,
  webhook: (id) => `${webhooksPath}/${id}`,
};
