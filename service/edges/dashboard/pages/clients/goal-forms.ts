import {
  dropGoal,
  fixGoal,
  goalStamp,
  requireGoal,
  saveGoal,
} from "../../../../features/reporting/goals/change-goal.ts";
import { type GoalChoice, listGoalChoices } from "../../../../features/reporting/goals/scopes-sql.ts";
import type { GoalRow } from "../../../../features/reporting/goals/sql.ts";
import { html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import type { Option } from "../../forms/fields.ts";
import { emptyForm, type FormState, filledForm } from "../../forms/form-state.ts";
import { timedIdOfForm } from "../../forms/id-of-form.ts";
import { fieldHtml, formHtml } from "../../forms/render-form.ts";
import { changedSince, seenStampField } from "../../forms/seen-stamp.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { clientOf, clientPage, clientPath, type ShownClient } from "./client-frame.ts";
import { goalFields, goalOf, measureRows, typedGoal } from "./goal-fields.ts";
import { goalOfPath, goalsPath, goalsTab, measureText, showGoal, tooLate } from "./goals.ts";

const changedGoalFields = { ...goalFields, seenStamp: seenStampField };
const goalConflict = changedSince("das Ziel");

const newPage = definePage({
  path: `${goalsPath}/neu`,
  action: "goals.write",
  async handle(context) {
    const client = await clientOf(context);
    const old = await replacedGoal(context, client);
    const state = old === null ? emptyForm : filledForm(typedGoal(old));
    return await showForm(context, { client, state, old });
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
    const id = timedIdOfForm(visit.agencyId, idempotencyKey, goal);
    await saveGoal(deps.sql, visit.agencyId, { ...goal, id }, visit.actor);
    const saved = await requireGoal(deps.sql, visit.agencyId, { goalId: id, clientIds: [client.id] });
    const next = (await tooLate(context, saved)) ?? "Legen Sie es fest, bevor der Zeitraum beginnt.";
    return {
      location: clientPath(client.id, `${goalsTab}/${id}`),
      notice: `Das Ziel ist gespeichert. ${next}`,
    };
  },
  async show(context, state) {
    const client = await clientOf(context);
    return await showForm(context, { client, state, old: await replacedGoal(context, client) });
  },
});

const editPage = definePage({
  path: `${goalsPath}/:goalId/bearbeiten`,
  action: "goals.write",
  async handle(context) {
    const { client, goal } = await goalOfPath(context);
    const state = filledForm({ ...typedGoal(goal), seenStamp: goalStamp(goal) });
    return await showForm(context, { client, state, goal });
  },
});

const editForm = defineForm({
  path: `${goalsPath}/:goalId/bearbeiten`,
  action: "goals.write",
  fields: changedGoalFields,
  async handle(context) {
    const { visit, values, deps } = context;
    const { client, goal } = await goalOfPath(context);
    const { id, replaces } = goal;
    const { seenStamp } = values;
    const changed = { ...goalOf(values), id, clientId: client.id, replaces, seenStamp };
    await saveGoal(deps.sql, visit.agencyId, changed, visit.actor);
    return { location: clientPath(client.id, `${goalsTab}/${id}`), notice: "Das Ziel ist geändert." };
  },
  async show(context, state) {
    const { client, goal } = await goalOfPath(context);
    return await showForm(context, { client, state: withStored(state, goal), goal });
  },
  reasons: { version_conflict: goalConflict },
});

const fixForm = defineForm({
  path: `${goalsPath}/:goalId/festlegen`,
  action: "goals.write",
  fields: { seenStamp: seenStampField },
  async handle(context) {
    const { visit, values, deps } = context;
    const { client, goal } = await goalOfPath(context);
    const asked = { goalId: goal.id, clientIds: visit.clientIds, seal: deps.seal, ...values };
    await fixGoal(deps.sql, visit.agencyId, asked, visit.actor);
    deps.wake("stamps");
    return { location: clientPath(client.id, `${goalsTab}/${goal.id}`), notice: "Das Ziel ist festgelegt." };
  },
  show: showGoal,
  reasons: {
    version_conflict:
      "Das Ziel wurde inzwischen an anderer Stelle geändert; darunter steht, was jetzt gilt. Legen Sie es noch einmal fest, wenn es so richtig ist.",
  },
});

const dropForm = defineForm({
  path: `${goalsPath}/:goalId/verwerfen`,
  action: "goals.write",
  fields: { seenStamp: seenStampField },
  async handle(context) {
    const { visit, values, deps } = context;
    const { client, goal } = await goalOfPath(context);
    const asked = { goalId: goal.id, clientIds: visit.clientIds, ...values };
    await dropGoal(deps.sql, visit.agencyId, asked, visit.actor);
    return { location: clientPath(client.id, goalsTab), notice: "Das Ziel ist verworfen." };
  },
  show: showGoal,
  reasons: {
    version_conflict:
      "Das Ziel wurde inzwischen an anderer Stelle geändert; darunter steht, was jetzt gilt. Verwerfen Sie es noch einmal, wenn es wirklich gelöscht werden soll.",
  },
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

/** The refused form with what a colleague has saved, in words where the verb has ids. */
function withStored(state: FormState, goal: GoalRow): FormState {
  const problems = { ...state.problems };
  const say = (name: string, stored: string) => {
    if (state.message === goalConflict && problems[name] !== undefined)
      problems[name] = `Inzwischen gespeichert: „${stored}“`;
  };
  say("scope", goal.title ?? "nicht mehr da");
  say("measures", goal.measures.map(measureText).join("; "));
  return { ...state, problems };
}

const groups = { release: "Meldungen", campaign: "Kampagnen", client: "Kunde" };

/** A goal's form: empty, of `goal` as it is, or of one that takes over from `old`. */
async function showForm(
  { visit, deps }: Context<{ id: string }>,
  input: { client: ShownClient; state: FormState; goal?: GoalRow; old?: GoalRow | null },
): Promise<PageContent> {
  const { client, state, goal, old = null } = input;
  const choices = await listGoalChoices(deps.sql, visit.agencyId, client.id);
  const options = { scope: scopeOptions(client, goal ?? old, choices) };
  const field = (name: keyof typeof changedGoalFields) =>
    fieldHtml(changedGoalFields, name, state, { options });
  const ending =
    goal !== undefined ? `/${goal.id}/bearbeiten` : old !== null ? `/neu?ersetzt=${old.id}` : "/neu";
  return clientPage(visit, client, {
    tab: goalsTab,
    title: goal !== undefined ? "Ziel bearbeiten" : old !== null ? "Ein Ziel ablösen" : "Ziel setzen",
    lead:
      old !== null
        ? "Das festgelegte Ziel bleibt stehen. Berichte zeigen das neue und sagen, wann es welches abgelöst hat."
        : "Nach dem Speichern können Sie noch alles ändern, bis Sie das Ziel festlegen.",
    main: formHtml({
      visit,
      action: clientPath(client.id, `${goalsTab}${ending}`),
      fields: changedGoalFields,
      state,
      submit: "Speichern",
      beside: html`<a href="${clientPath(client.id, goalsTab)}">Zurück</a>`,
      body: html`${goal !== undefined && field("seenStamp")}${field("scope")}${field("from")}${field("to")}${field("objective")}${field("audience")}${measureRows(state)}`,
    }),
  });
}

/** What a goal may be for. What this one is for stands first: it may be older than what is offered, or archived. */
function scopeOptions(client: ShownClient, goal: GoalRow | null, choices: readonly GoalChoice[]): Option[] {
  const optionOf = ({ type, id, title }: GoalChoice) => ({
    ...{ value: `${type}:${id}`, label: title, group: groups[type] },
  });
  const offered: Option[] = [
    ...(goal === null || goal.title === null
      ? []
      : [optionOf({ type: goal.scopeType, id: goal.scopeId, title: goal.title })]),
    { value: `client:${client.id}`, label: `${client.name} (alles)` },
    ...choices.map(optionOf),
  ];
  return [...new Map(offered.map((option) => [option.value, option])).values()];
}
