import {
  dropGoal,
  fixGoal,
  requireGoal,
  saveGoal,
} from "../../../../features/reporting/goals/change-goal.ts";
import { listGoalChoices } from "../../../../features/reporting/goals/scopes-sql.ts";
import type { GoalRow } from "../../../../features/reporting/goals/sql.ts";
import { html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { emptyForm, type FormState, filledForm } from "../../forms/form-state.ts";
import { idOfForm } from "../../forms/id-of-form.ts";
import { fieldHtml, formHtml } from "../../forms/render-form.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { clientOf, clientPage, clientPath, type ShownClient } from "./client-frame.ts";
import { goalFields, goalOf, measureRows, typedGoal } from "./goal-fields.ts";
import { goalOfPath, goalsPath, goalsTab, showGoal } from "./goals.ts";

const newPage = definePage({
  path: `${goalsPath}/neu`,
  action: "goals.write",
  async handle(context) {
    const client = await clientOf(context);
    const old = await replacedGoal(context, client);
    const state = old === null ? emptyForm : filledForm(typedGoal(old));
    return await showForm(context, { client, state, ending: newEnding(old) });
  },
});

const newForm = defineForm({
  path: `${goalsPath}/neu`,
  action: "goals.write",
  fields: goalFields,
  async handle(context) {
    const { visit, values, deps, idempotencyKey } = context;
    const client = await clientOf(context);
    const replaces = (await replacedGoal(context, client))?.id ?? null;
    const goal = { ...goalOf(values), clientId: client.id, replaces };
    // With what it says: who goes back in the browser and sets another goal has sent the same key.
    const id = idOfForm(visit.agencyId, `${idempotencyKey}/${JSON.stringify(goal)}`);
    await saveGoal(deps.sql, visit.agencyId, { ...goal, id }, visit.actor);
    return {
      location: clientPath(client.id, `${goalsTab}/${id}`),
      notice: "Das Ziel ist gespeichert. Legen Sie es fest, bevor der Zeitraum beginnt.",
    };
  },
  async show(context, state) {
    const client = await clientOf(context);
    return await showForm(context, { client, state, ending: newEnding(await replacedGoal(context, client)) });
  },
});

const editPage = definePage({
  path: `${goalsPath}/:goalId/bearbeiten`,
  action: "goals.write",
  async handle(context) {
    const { client, goal } = await goalOfPath(context);
    return await showForm(context, { client, state: filledForm(typedGoal(goal)), ending: editEnding(goal) });
  },
});

const editForm = defineForm({
  path: `${goalsPath}/:goalId/bearbeiten`,
  action: "goals.write",
  fields: goalFields,
  async handle(context) {
    const { visit, values, deps } = context;
    const { client, goal } = await goalOfPath(context);
    const { id, replaces } = goal;
    const changed = { ...goalOf(values), id, clientId: client.id, replaces };
    await saveGoal(deps.sql, visit.agencyId, changed, visit.actor);
    return { location: clientPath(client.id, `${goalsTab}/${id}`), notice: "Das Ziel ist geändert." };
  },
  async show(context, state) {
    const { client, goal } = await goalOfPath(context);
    return await showForm(context, { client, state, ending: editEnding(goal) });
  },
});

const fixForm = defineForm({
  path: `${goalsPath}/:goalId/festlegen`,
  action: "goals.write",
  fields: {},
  async handle(context) {
    const { visit, deps } = context;
    const { client, goal } = await goalOfPath(context);
    const asked = { goalId: goal.id, clientIds: visit.clientIds, seal: deps.seal };
    await fixGoal(deps.sql, visit.agencyId, asked, visit.actor);
    deps.wake("stamps");
    return { location: clientPath(client.id, `${goalsTab}/${goal.id}`), notice: "Das Ziel ist festgelegt." };
  },
  show: showGoal,
});

const dropForm = defineForm({
  path: `${goalsPath}/:goalId/verwerfen`,
  action: "goals.write",
  fields: {},
  async handle(context) {
    const { visit, deps } = context;
    const { client, goal } = await goalOfPath(context);
    const asked = { goalId: goal.id, clientIds: visit.clientIds };
    await dropGoal(deps.sql, visit.agencyId, asked, visit.actor);
    return { location: clientPath(client.id, goalsTab), notice: "Das Ziel ist verworfen." };
  },
  show: showGoal,
});

export const goalFormDefinitions = [newPage, newForm, editPage, editForm, fixForm, dropForm];

/** The fixed goal that the address says is to be replaced; null without one. */
async function replacedGoal(
  { visit, query, deps }: Context<{ id: string }>,
  client: ShownClient,
): Promise<GoalRow | null> {
  const id = query.get("ersetzt");
  if (id === null) return null;
  const asked = { goalId: uuidInPath(id), clientIds: [client.id] };
  return await requireGoal(deps.sql, visit.agencyId, asked);
}

function newEnding(old: GoalRow | null): string {
  return old === null ? "/neu" : `/neu?ersetzt=${old.id}`;
}

function editEnding({ id }: GoalRow): string {
  return `/${id}/bearbeiten`;
}

async function showForm(
  { visit, deps }: Context<{ id: string }>,
  { client, state, ending }: { client: ShownClient; state: FormState; ending: string },
): Promise<PageContent> {
  const choices = await listGoalChoices(deps.sql, visit.agencyId, client.id);
  const groups = { release: "Meldungen", campaign: "Kampagnen", client: "Kunde" };
  const options = {
    scope: [
      { value: `client:${client.id}`, label: `${client.name} (alles)` },
      ...choices.map(({ type, id, title }) => ({
        ...{ value: `${type}:${id}`, label: title, group: groups[type] },
      })),
    ],
  };
  const field = (name: keyof typeof goalFields) => fieldHtml(goalFields, name, state, { options });
  const isReplacing = ending.includes("?");
  return clientPage(visit, client, {
    tab: goalsTab,
    title: isReplacing ? "Ein Ziel ablösen" : ending === "/neu" ? "Ziel setzen" : "Ziel bearbeiten",
    lead: isReplacing
      ? "Das festgelegte Ziel bleibt stehen. Berichte zeigen das neue und sagen, wann es welches abgelöst hat."
      : "Gespeichert ist noch nicht festgelegt: Bis dahin können Sie alles ändern.",
    main: formHtml({
      visit,
      action: clientPath(client.id, `${goalsTab}${ending}`),
      fields: goalFields,
      state,
      submit: "Speichern",
      beside: html`<a href="${clientPath(client.id, goalsTab)}">Zurück</a>`,
      body: html`${field("scope")}${field("from")}${field("to")}${field("objective")}${field("audience")}${measureRows(state)}`,
    }),
  });
}
