import { ServiceError } from "../../../../errors.ts";
import { measureName, valueText } from "../../../../features/reporting/exports/shown-goals.ts";
import { goalStamp, requireGoal } from "../../../../features/reporting/goals/change-goal.ts";
import { stampedHashOf } from "../../../../features/reporting/goals/rules.ts";
import type { GoalMeasure } from "../../../../features/reporting/goals/schema.ts";
import { type GoalRow, listGoals, readFixing } from "../../../../features/reporting/goals/sql.ts";
import { readTemplate } from "../../../../features/reporting/templates/set-template.ts";
import { findStamp } from "../../../../features/stamps/sql.ts";
import { downloadOf, replyHeaders, stampBox } from "../../../../features/stamps/stamp-box.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, definePage, type PageContent } from "../../definition.ts";
import { confirmHtml } from "../../parts/confirm.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { momentText } from "../../parts/moment.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import { dashboardWording } from "../../parts/wording.ts";
import type { Visit } from "../../visit.ts";
import { clientOf, clientPage, clientPath, clientsPath, type ShownClient } from "./client-frame.ts";
import { goalScopeHtml } from "./goal-scope.ts";

export const goalsPath = `${clientsPath}/:id/ziele` as const;
export const goalsTab = "/ziele";
const { formats } = dashboardWording;

const listPage = definePage({
  path: goalsPath,
  action: "clients.read",
  async handle(context) {
    const { visit, deps } = context;
    const client = await clientOf(context);
    const goals = await listGoals(deps.sql, visit.agencyId, client.id);
    const newPath = clientPath(client.id, `${goalsTab}/neu`);
    const mayWrite = visit.may("goals.write");
    const { sections } = await readTemplate(deps.sql, visit.agencyId, client.id);
    const areShown = goals.length === 0 || sections.includes("goals");
    return clientPage(visit, client, {
      tab: goalsTab,
      lead: "Was Sie mit dem Kunden vorher vereinbaren, und woran Sie es messen. Ein festgelegtes Ziel ändert sich nie; Berichte stellen ihm das Ergebnis gegenüber.",
      ...(mayWrite && goals.length > 0
        ? { tools: html`<a class="button primary" href="${newPath}">Ziel setzen</a>` }
        : {}),
      main:
        goals.length === 0
          ? emptyHtml({
              title: "Noch kein Ziel",
              text: "Ein Ziel gilt für eine Meldung, eine Kampagne oder den Kunden und einen Zeitraum. Legen Sie es fest, bevor der Zeitraum beginnt.",
              ...(mayWrite ? { link: { label: "Ziel setzen", href: newPath } } : {}),
            })
          : html`${!areShown && leftOutHtml(visit, client)}${goalTable(visit, client, goals)}`,
    });
  },
});

const goalPage = definePage({
  path: `${goalsPath}/:goalId`,
  action: "clients.read",
  handle: (context) => showGoal(context),
});

const stampFile = definePage({
  path: `${goalsPath}/:goalId/stempel.tsr`,
  action: "clients.read",
  async handle(context) {
    const { goal } = await goalOfPath(context);
    const stamp = await findStamp(context.deps.sql, context.visit.agencyId, { type: "goal", id: goal.id });
    const file = downloadOf(stamp, stampedHashOf(context.visit.agencyId, goal));
    if (file === null) throw new ServiceError("not_found", "The goal has no stamp yet.");
    return new Response(file, { headers: replyHeaders });
  },
});

export const goalPageDefinitions = [listPage, goalPage, stampFile];

/** The goal of the path, and its client. The same 404 for one that is not there, another agency's, and another client's. */
export async function goalOfPath(
  context: Pick<Context<{ id: string; goalId: string }>, "visit" | "params" | "deps">,
): Promise<{ client: ShownClient; goal: GoalRow }> {
  const { visit, params, deps } = context;
  const client = await clientOf(context);
  const goal = await requireGoal(deps.sql, visit.agencyId, {
    goalId: uuidInPath(params.goalId),
    clientIds: [client.id],
  });
  return { client, goal };
}

export async function showGoal(context: Context<{ id: string; goalId: string }>): Promise<PageContent> {
  const { visit, deps } = context;
  const { client, goal } = await goalOfPath(context);
  const at = clientPath(client.id, `${goalsTab}/${goal.id}`);
  const stamp =
    goal.fixedAt === null ? null : await findStamp(deps.sql, visit.agencyId, { type: "goal", id: goal.id });
  const link = (id: string, label: string) =>
    html`<a href="${clientPath(client.id, `${goalsTab}/${id}`)}">${label}</a>`;
  return clientPage(visit, client, {
    tab: goalsTab,
    title: goal.objective,
    tools: tools(visit, client, goal),
    main: html`<dl class="facts-list">
<div><dt>Stand</dt><dd>${stateHtml(goal)} ${stateText(visit, goal)}</dd></div>
<div><dt>Wofür</dt><dd>${await goalScopeHtml(context, goal)}</dd></div>
<div><dt>Zeitraum</dt><dd>${formats.period(goal.from, goal.to)}</dd></div>
<div><dt>Zielgruppe</dt><dd>${goal.audience}</dd></div>
<div><dt>Messgrößen</dt><dd>${measureList(goal)}</dd></div>
${goal.replaces !== null && html`<div><dt>Löst ab</dt><dd>${link(goal.replaces, "Das Ziel von vorher")}</dd></div>`}
${goal.replacedBy !== null && html`<div><dt>Abgelöst durch</dt><dd>${link(goal.replacedBy, "Das neuere Ziel")}</dd></div>`}
</dl>
${
  goal.contentHash !== null &&
  html`<section aria-labelledby="nachweis"><h2 id="nachweis">Nachweis</h2>
<p class="facts breaks">Prüfsumme (SHA-256): <code>${goal.contentHash}</code></p>
${stampBox(stamp, { hash: stampedHashOf(visit.agencyId, goal), href: `${at}/stempel.tsr` })}</section>`
}
${goal.fixedAt === null && visit.may("goals.write") && fixing(visit, { at, goal, late: await tooLate(context, goal) })}`,
  });
}

/** The warning that a goal fixed now counts as fixed afterwards, with the reason; null where it does not. */
export async function tooLate(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  { id, hasBegun }: GoalRow,
): Promise<string | null> {
  const fixed = await readFixing(deps.sql, visit.agencyId, id);
  if (fixed === null || !fixed.isLater) return null;
  const reason = hasBegun ? "Der Zeitraum hat schon begonnen" : "Die Meldung ist schon erschienen";
  return `${reason}: Wenn Sie das Ziel jetzt festlegen, gilt es für immer als nachträglich festgelegt, auch in jedem Bericht.`;
}

function fixing(visit: Visit, { at, goal, late }: { at: string; goal: GoalRow; late: string | null }): Html {
  // What this page shows is signed or dropped, and nothing that a colleague saves meanwhile.
  const seen = { seenStamp: goalStamp(goal) };
  return html`<section aria-labelledby="festlegen"><h2 id="festlegen">Festlegen</h2>
${confirmHtml({
  visit,
  action: `${at}/festlegen`,
  label: "Festlegen …",
  question: `Das Ziel bekommt eine Prüfsumme, eine Unterschrift und einen Zeitstempel. Danach lässt es sich weder ändern noch löschen, nur durch ein neues ablösen. ${late ?? ""}`,
  confirm: "Ja, festlegen",
  isPrimary: true,
  values: seen,
})}
${confirmHtml({
  visit,
  action: `${at}/verwerfen`,
  label: "Verwerfen …",
  question: "Das Ziel wird mit seinen Messgrößen gelöscht.",
  confirm: "Ja, verwerfen",
  values: seen,
})}</section>`;
}

function tools(visit: Visit, client: ShownClient, { id, fixedAt, replacedBy }: GoalRow): Html {
  if (!visit.may("goals.write")) return html``;
  if (fixedAt === null)
    return html`<a class="button" href="${clientPath(client.id, `${goalsTab}/${id}/bearbeiten`)}">Bearbeiten</a>`;
  return replacedBy === null
    ? html`<a class="button" href="${clientPath(client.id, `${goalsTab}/neu?ersetzt=${id}`)}">Durch ein neues ablösen</a>`
    : html``;
}

/** A template that was saved before there were goals shows none. */
function leftOutHtml(visit: Visit, client: ShownClient): Html {
  const template = visit.may("reports.create")
    ? html`<a href="${clientPath(client.id, "/berichtsvorlage")}">Berichtsvorlage</a>`
    : "Berichtsvorlage";
  return html`<p>Berichte über diesen Kunden zeigen seine Ziele nicht: Die ${template} lässt sie weg.</p>`;
}

function goalTable(visit: Visit, client: ShownClient, goals: readonly GoalRow[]): Html {
  return tableHtml({
    caption: `Ziele von ${client.name}`,
    rows: goals,
    columns: [
      {
        label: "Ziel",
        cell: (goal) =>
          html`<a href="${clientPath(client.id, `${goalsTab}/${goal.id}`)}">${goal.objective}</a><span class="facts">${goal.title ?? "nicht mehr da"}</span>`,
      },
      { label: "Zeitraum", cell: ({ from, to }) => formats.period(from, to) },
      { label: "Messgrößen", cell: measureList },
      {
        label: "Stand",
        cell: (goal) => html`${stateHtml(goal)}<span class="facts">${stateText(visit, goal)}</span>`,
      },
    ],
  });
}

function measureList({ measures }: GoalRow): Html {
  return html`<ul class="plain-list">${measures.map((measure) => html`<li>${measureText(measure)}</li>`)}</ul>`;
}

export function measureText(measure: GoalMeasure): string {
  return `${measureName(measure, {}, dashboardWording)}: ${valueText(measure, measure.target, dashboardWording)}`;
}

function stateHtml({ fixedAt, replacedBy, isOver }: GoalRow): Html {
  if (fixedAt === null) return html`<span class="state">nicht festgelegt</span>`;
  if (replacedBy !== null) return html`<span class="state">abgelöst</span>`;
  return html`<span class="state good">${isOver ? "abgeschlossen" : "festgelegt"}</span>`;
}

/** When it was fixed: the only moment that counts of a goal, also once it is over or replaced. */
function stateText(visit: Visit, { fixedAt, isLater, isOver, replacedBy }: GoalRow): string {
  if (fixedAt === null) return "";
  const verb = isOver || replacedBy !== null ? "festgelegt " : "";
  return `${isLater === true ? "nachträglich " : ""}${verb}am ${momentText(visit, fixedAt)}`;
}
