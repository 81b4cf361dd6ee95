import { listClientNames } from "../../../../features/clients/client-names-sql.ts";
import { listCampaigns } from "../../../../features/reporting/campaigns/list-campaigns-sql.ts";
import { findCampaignNames } from "../../../../features/reporting/campaigns/member-names-sql.ts";
import {
  addPortfolio,
  changePortfolio,
  portfolioStamp,
} from "../../../../features/reporting/portfolios/change-portfolio.ts";
import { readPortfolio } from "../../../../features/reporting/portfolios/list-portfolios-sql.ts";
import { portfolioMembersMax } from "../../../../features/reporting/portfolios/sql.ts";
import { html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { pickManyField } from "../../forms/choice-fields.ts";
import type { Option } from "../../forms/fields.ts";
import { emptyForm, type FormState, filledForm } from "../../forms/form-state.ts";
import { timedIdOfForm } from "../../forms/id-of-form.ts";
import { formHtml } from "../../forms/render-form.ts";
import { changedSince, seenStampField, withSavedBoxes } from "../../forms/seen-stamp.ts";
import { textField } from "../../forms/text-fields.ts";
import { numberInPath, uuidInPath } from "../../parts/path-id.ts";
import { figuresPath, portfoliosPath, scopePath } from "./paths.ts";

const fields = {
  name: textField({ label: "Name", charactersMax: 200 }),
  clientIds: pickManyField({
    label: "Kunden",
    hint: "Alles, was für sie erschienen ist und noch erscheint.",
    entriesMax: portfolioMembersMax,
  }),
  campaignIds: pickManyField({
    label: "Kampagnen",
    hint: "Freiwillig. Angeboten werden die 100 neuesten.",
    entriesMax: portfolioMembersMax,
  }),
};
const editFields = { ...fields, seenStamp: seenStampField };
const conflict = changedSince("das Portfolio");
const trail = [
  { label: "Zahlen", href: figuresPath },
  { label: "Portfolios", href: portfoliosPath },
];
const offeredMax = 100;
const reasons = { not_found: "Einen der Kunden oder eine der Kampagnen gibt es nicht mehr." };

const newPage = definePage({
  path: `${portfoliosPath}/neu`,
  action: "groups.write",
  handle: (context) => showNew(context, emptyForm),
});

const newForm = defineForm({
  path: `${portfoliosPath}/neu`,
  action: "groups.write",
  fields,
  async handle({ visit, values, deps, idempotencyKey }) {
    const portfolio = { ...membersOf(values), id: timedIdOfForm(visit.agencyId, idempotencyKey, values) };
    const id = await addPortfolio(deps.sql, visit.agencyId, portfolio, visit.actor);
    return { location: scopePath({ type: "portfolio", id }), notice: "Das Portfolio ist angelegt." };
  },
  show: showNew,
  reasons,
});

const editPage = definePage({
  path: `${portfoliosPath}/:id`,
  action: "groups.write",
  async handle(context) {
    const { visit, params, deps } = context;
    const portfolio = await readPortfolio(deps.sql, visit.agencyId, uuidInPath(params.id));
    const { name, clientIds, campaignIds } = portfolio;
    return await showEdit(
      context,
      filledForm({ name, clientIds, campaignIds, seenStamp: portfolioStamp(portfolio) }),
    );
  },
});

const editForm = defineForm({
  path: `${portfoliosPath}/:id`,
  action: "groups.write",
  fields: editFields,
  async handle({ visit, params, values, deps }) {
    const portfolioId = uuidInPath(params.id);
    const input = { portfolioId, ...membersOf(values), seenStamp: values.seenStamp };
    await changePortfolio(deps.sql, visit.agencyId, input, visit.actor);
    return {
      location: scopePath({ type: "portfolio", id: portfolioId }),
      notice: "Das Portfolio ist gespeichert.",
    };
  },
  // Of an unknown portfolio there is no page, so that its refusal is the 404 of any unknown address.
  show: showEdit,
  reasons: { ...reasons, version_conflict: conflict },
});

export const portfolioFormDefinitions = [newPage, newForm, editPage, editForm];

function membersOf(values: { name: string; clientIds: string[]; campaignIds: string[] }) {
  const clientIds = values.clientIds.map(numberInPath);
  return { name: values.name, clientIds, campaignIds: values.campaignIds.map(uuidInPath) };
}

async function showNew(context: Context, state: FormState): Promise<PageContent> {
  return {
    title: "Neues Portfolio",
    trail,
    main: formHtml({
      visit: context.visit,
      action: `${portfoliosPath}/neu`,
      fields,
      state,
      options: await optionsOf(context, { clientIds: [], campaignIds: [] }),
      submit: "Anlegen",
      beside: html`<a href="${portfoliosPath}">Abbrechen</a>`,
    }),
  };
}

async function showEdit(context: Context<{ id: string }>, state: FormState): Promise<PageContent> {
  const { visit, params, deps } = context;
  const portfolio = await readPortfolio(deps.sql, visit.agencyId, uuidInPath(params.id));
  const options = await optionsOf(context, portfolio);
  const shown = (["clientIds", "campaignIds"] as const).reduce(
    (each, name) => withSavedBoxes(each, { conflict, name, saved: portfolio[name], options: options[name] }),
    state,
  );
  return {
    title: portfolio.name,
    trail,
    main: formHtml({
      visit,
      action: `${portfoliosPath}/${portfolio.id}`,
      fields: editFields,
      state: shown,
      options,
      submit: "Speichern",
      beside: html`<a href="${scopePath({ type: "portfolio", id: portfolio.id })}">Abbrechen</a>`,
    }),
  };
}

/** Members first: what is not offered would be taken out by the next saving. */
async function optionsOf(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  members: { clientIds: readonly number[]; campaignIds: readonly string[] },
): Promise<Record<"clientIds" | "campaignIds", Option[]>> {
  const { sql } = deps;
  const { agencyId } = visit;
  const [ownClients, clients, ownCampaigns, { campaigns }] = await Promise.all([
    listClientNames(sql, agencyId, { clientIds: members.clientIds }),
    listClientNames(sql, agencyId, { clientIds: null }),
    findCampaignNames(sql, agencyId, members.campaignIds),
    listCampaigns(sql, agencyId, { limit: offeredMax }),
  ]);
  return {
    clientIds: distinctOptions([...ownClients, ...clients]),
    campaignIds: distinctOptions([...ownCampaigns, ...campaigns]),
  };
}

function distinctOptions(rows: readonly { id: number | string; name: string }[]): Option[] {
  return [...new Map(rows.map(({ id, name }) => [String(id), name]))].map(([value, label]) => ({
    value,
    label,
  }));
}
