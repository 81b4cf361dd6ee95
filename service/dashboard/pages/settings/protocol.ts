import { type ListedAct, listAudit } from "../../../audit/list-audit.ts";
import { findPeople } from "../../../people/person-sql.ts";
import { uuidPattern } from "../../../schema.ts";
import { html } from "../../../web/html.ts";
import { definePage } from "../../definition.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { momentHtml } from "../../parts/moment.ts";
import { pagerHtml } from "../../parts/pager.ts";
import { tableHtml } from "../../parts/table.ts";

const path = "/app/einstellungen/protokoll";

/** What is longer is cut: a page has fifty of them. */
const detailsCharactersMax = 300;

const protocolPage = definePage({
  path,
  action: "audit.read",
  async handle({ visit, query, deps }) {
    const { acts, nextCursor } = await listAudit(deps.sql, visit.agencyId, {
      cursor: query.get("cursor") ?? undefined,
    });
    const personIds = acts.flatMap(({ actorType, actorId }) =>
      actorType === "person" && actorId !== null && uuidPattern.test(actorId) ? [actorId] : [],
    );
    const people = await findPeople(deps.sql, [...new Set(personIds)]);
    const names = new Map(people.map(({ id, name, email }) => [id, name ?? email]));
    return {
      title: "Protokoll",
      lead: "Wer was wann getan hat: Personen, Schlüssel, Kontakte und der Dienst selbst.",
      main:
        acts.length === 0
          ? emptyHtml({ title: "Noch nichts geschehen", text: "Hier steht bald, wer was getan hat." })
          : html`${tableHtml({
              caption: "Protokoll der Agentur",
              rows: acts,
              columns: [
                { label: "Wann", cell: ({ occurredAt }) => momentHtml(visit, occurredAt) },
                { label: "Wer", cell: (act) => actorText(act, names) },
                { label: "Was", cell: ({ action }) => html`${action}` },
                { label: "Woran", cell: ({ subjectType, subjectId }) => `${subjectType} ${subjectId}` },
                {
                  label: "Einzelheiten",
                  cell: ({ details }) => html`<span class="facts">${detailsText(details)}</span>`,
                },
              ],
            })}
${pagerHtml({ path, query, nextCursor })}`,
    };
  },
});

export const protocolDefinitions = [protocolPage];

function actorText({ actorType, actorId }: ListedAct, names: ReadonlyMap<string, string>): string {
  if (actorType === "person") return names.get(actorId ?? "") ?? "ehemalige Person";
  const label = actorLabels.get(actorType) ?? actorType;
  return actorId === null ? label : `${label} ${actorId}`;
}

const actorLabels = new Map([
  ["api_key", "Schlüssel"],
  ["contact", "Kontakt"],
  ["operator", "Betreiber"],
  ["service", "Dienst"],
]);

function detailsText(details: Record<string, unknown>): string {
  const parts = Object.entries(details).map(
    ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const text = parts.join(", ");
  return text.length > detailsCharactersMax ? `${text.slice(0, detailsCharactersMax)} …` : text;
}
