import {
  addCampaign,
  campaignStamp,
  changeCampaign,
} from "../../../../features/reporting/campaigns/change-campaign.ts";
import { readCampaign } from "../../../../features/reporting/campaigns/list-campaigns-sql.ts";
import { findReleaseTitles } from "../../../../features/reporting/campaigns/member-names-sql.ts";
import { campaignReleasesMax } from "../../../../features/reporting/campaigns/sql.ts";
import { listReleases } from "../../../../features/workflow/releases/list-releases.ts";
import { html } from "../../../../floor/web/html.ts";
import { positiveIntegerIn } from "../../../../schema.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { pickManyField } from "../../forms/choice-fields.ts";
import type { Option } from "../../forms/fields.ts";
import { emptyForm, type FormState, filledForm } from "../../forms/form-state.ts";
import { timedIdOfForm } from "../../forms/id-of-form.ts";
import { formHtml } from "../../forms/render-form.ts";
import { changedSince, seenStampField, withSavedBoxes } from "../../forms/seen-stamp.ts";
import { textField } from "../../forms/text-fields.ts";
import { numberInPath, uuidInPath } from "../../parts/path-id.ts";
import { defineSearch, searchButton, searchField, searchOf } from "./group-search.ts";
import { campaignsPath, figuresPath, scopePath } from "./paths.ts";

const fields = {
  name: textField({ label: "Name", charactersMax: 200 }),
  q: searchField("Meldung suchen"),
  releaseIds: pickManyField({
    label: "Meldungen",
    hint: "Angeboten werden die zuletzt bearbeiteten. Ältere finden Sie über die Suche.",
    entriesMax: campaignReleasesMax,
  }),
};
const editFields = { ...fields, seenStamp: seenStampField };
const conflict = changedSince("die Kampagne");
const trail = [
  { label: "Zahlen", href: figuresPath },
  { label: "Kampagnen", href: campaignsPath },
];
/** Releases to choose from beside those that are in it already. */
const offeredMax = 100;

const newPath = `${campaignsPath}/neu` as const;
const editPath = `${campaignsPath}/:id` as const;

const newPage = definePage({
  path: newPath,
  action: "groups.write",
  handle: (context) => showNew(context, emptyForm),
});

const newForm = defineForm({
  path: newPath,
  action: "groups.write",
  fields,
  async handle({ visit, values, deps, idempotencyKey }) {
    const releaseIds = values.releaseIds.map(numberInPath);
    const ofForm = timedIdOfForm(visit.agencyId, idempotencyKey, values);
    const campaign = { name: values.name, releaseIds, id: ofForm };
    const id = await addCampaign(deps.sql, visit.agencyId, campaign, visit.actor);
    return { location: scopePath({ type: "campaign", id }), notice: "Die Kampagne ist angelegt." };
  },
  show: showNew,
  reasons: { release_not_found: "Eine der Meldungen gibt es nicht mehr. Bitte wählen Sie neu." },
});

const editPage = definePage({
  path: editPath,
  action: "groups.write",
  async handle(context) {
    const { visit, params, deps } = context;
    const { name, releaseIds } = await readCampaign(deps.sql, visit.agencyId, uuidInPath(params.id));
    const seenStamp = campaignStamp({ name, releaseIds });
    return await showEdit(context, filledForm({ name, releaseIds, seenStamp }));
  },
});

const editForm = defineForm({
  path: editPath,
  action: "groups.write",
  fields: editFields,
  async handle({ visit, params, values, deps }) {
    const campaignId = uuidInPath(params.id);
    const releaseIds = values.releaseIds.map(numberInPath);
    const input = { campaignId, name: values.name, releaseIds, seenStamp: values.seenStamp };
    await changeCampaign(deps.sql, visit.agencyId, input, visit.actor);
    return {
      location: scopePath({ type: "campaign", id: campaignId }),
      notice: "Die Kampagne ist gespeichert. Berichte, die es schon gibt, bleiben, wie sie sind.",
    };
  },
  show: showEdit,
  reasons: {
    version_conflict: conflict,
    release_not_found: "Eine der Meldungen gibt es nicht mehr. Bitte wählen Sie neu.",
  },
});

const searchForms = [
  defineSearch({ path: newPath, action: "groups.write", fields, show: showNew }),
  defineSearch({ path: editPath, action: "groups.write", fields: editFields, show: showEdit }),
];

export const campaignFormDefinitions = [newPage, newForm, editPage, editForm, ...searchForms];

async function showNew(context: Context, state: FormState): Promise<PageContent> {
  return {
    title: "Neue Kampagne",
    trail,
    main: formHtml({
      visit: context.visit,
      action: newPath,
      fields,
      state,
      options: {
        q: searchButton(context.visit, newPath),
        releaseIds: await releaseOptions(context, state, []),
      },
      submit: "Anlegen",
      beside: html`<a href="${campaignsPath}">Abbrechen</a>`,
    }),
  };
}

async function showEdit(context: Context<{ id: string }>, state: FormState): Promise<PageContent> {
  const { visit, params, deps } = context;
  const { id, name, releaseIds } = await readCampaign(deps.sql, visit.agencyId, uuidInPath(params.id));
  const path = `${campaignsPath}/${id}`;
  const options = await releaseOptions(context, state, releaseIds);
  return {
    title: name,
    trail,
    main: formHtml({
      visit,
      action: path,
      fields: editFields,
      state: withSavedBoxes(state, { conflict, name: "releaseIds", saved: releaseIds, options }),
      options: { q: searchButton(visit, path), releaseIds: options },
      submit: "Speichern",
      beside: html`<a href="${scopePath({ type: "campaign", id })}">Abbrechen</a>`,
    }),
  };
}

/** Members and what was ticked first, then what was searched for, or changed last. */
async function releaseOptions(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  { typed }: FormState,
  memberIds: readonly number[],
): Promise<Option[]> {
  const chosen = [...memberIds.map(String), ...(typed.releaseIds ?? [])];
  const ids = chosen.flatMap((id) => positiveIntegerIn(id) ?? []);
  const [members, { releases }] = await Promise.all([
    findReleaseTitles(deps.sql, visit.agencyId, ids),
    listReleases(deps.sql, visit.agencyId, {
      only: "releases",
      query: searchOf(typed.q?.[0]),
      limit: offeredMax,
    }),
  ]);
  const known = new Set(members.map(({ id }) => id));
  const offered = releases.flatMap(({ pressReleaseId, title, clientName }) =>
    pressReleaseId === null || known.has(pressReleaseId) ? [] : [{ id: pressReleaseId, title, clientName }],
  );
  return [...members, ...offered].map(({ id, title, clientName }) => ({
    value: String(id),
    label: `${title} (${clientName})`,
  }));
}
