import {
  addCampaign,
  campaignStamp,
  changeCampaign,
} from "../../../../features/reporting/campaigns/change-campaign.ts";
import { readCampaign } from "../../../../features/reporting/campaigns/list-campaigns.ts";
import { findReleaseTitles } from "../../../../features/reporting/campaigns/member-names-sql.ts";
import { campaignReleasesMax } from "../../../../features/reporting/campaigns/sql.ts";
import { listReleases } from "../../../../features/workflow/releases/list-releases.ts";
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
import { searchHtml, searchOf } from "./group-search.ts";
import { campaignsPath, figuresPath, scopePath } from "./paths.ts";

const fields = {
  name: textField({ label: "Name", charactersMax: 200 }),
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

const newPage = definePage({
  path: `${campaignsPath}/neu`,
  action: "groups.write",
  handle: (context) => showNew(context, emptyForm),
});

const newForm = defineForm({
  path: `${campaignsPath}/neu`,
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
  path: `${campaignsPath}/:id`,
  action: "groups.write",
  async handle(context) {
    const { visit, params, deps } = context;
    const { name, releaseIds } = await readCampaign(deps.sql, visit.agencyId, uuidInPath(params.id));
    const seenStamp = campaignStamp({ name, releaseIds });
    return await showEdit(context, filledForm({ name, releaseIds, seenStamp }));
  },
});

const editForm = defineForm({
  path: `${campaignsPath}/:id`,
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

export const campaignFormDefinitions = [newPage, newForm, editPage, editForm];

async function showNew(context: Context, state: FormState): Promise<PageContent> {
  const path = `${campaignsPath}/neu`;
  return {
    title: "Neue Kampagne",
    trail,
    main: html`${searchHtml(path, context.query, "Meldung suchen")}
${formHtml({
  visit: context.visit,
  action: path,
  fields,
  state,
  options: { releaseIds: await releaseOptions(context, state.typed.releaseIds ?? []) },
  submit: "Anlegen",
  beside: html`<a href="${campaignsPath}">Abbrechen</a>`,
})}`,
  };
}

async function showEdit(context: Context<{ id: string }>, state: FormState): Promise<PageContent> {
  const { visit, params, deps } = context;
  const { id, name, releaseIds } = await readCampaign(deps.sql, visit.agencyId, uuidInPath(params.id));
  const path = `${campaignsPath}/${id}`;
  const members = [...releaseIds.map(String), ...(state.typed.releaseIds ?? [])];
  const options = await releaseOptions(context, members);
  return {
    title: name,
    trail,
    main: html`${searchHtml(path, context.query, "Weitere Meldung suchen")}
${formHtml({
  visit,
  action: path,
  fields: editFields,
  state: withSavedBoxes(state, { conflict, name: "releaseIds", saved: releaseIds, options }),
  options: { releaseIds: options },
  submit: "Speichern",
  beside: html`<a href="${scopePath({ type: "campaign", id })}">Abbrechen</a>`,
})}`,
  };
}

/** Members first, then what was searched for, or changed last. */
async function releaseOptions(
  { visit, query, deps }: Pick<Context, "visit" | "query" | "deps">,
  memberIds: readonly string[],
): Promise<Option[]> {
  const ids = memberIds.filter((id) => /^[1-9]\d{0,8}$/.test(id)).map(Number);
  const [members, { releases }] = await Promise.all([
    findReleaseTitles(deps.sql, visit.agencyId, ids),
    listReleases(deps.sql, visit.agencyId, { only: "releases", query: searchOf(query), limit: offeredMax }),
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
