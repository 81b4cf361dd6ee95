import { ServiceError } from "../../../../errors.ts";
import { findPersona } from "../../../../features/clients/persona-sql.ts";
import {
  clippingStamp,
  confirmClipping,
  judgeClipping,
  judgementStamp,
  mergeClippings,
  rejectClipping,
  removeClipping,
  fieldsOf as typedBefore,
  updateClipping,
} from "../../../../features/insights/clippings/change-clipping.ts";
import { hashesOf } from "../../../../features/insights/clippings/rules.ts";
import type { Clipping } from "../../../../features/insights/clippings/schema.ts";
import { findClipping, listSameArticle } from "../../../../features/insights/clippings/sql.ts";
import { tones } from "../../../../features/insights/schema.ts";
import { listReportsWithClipping } from "../../../../features/reporting/reports/sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { refuseFields } from "../../../../floor/web/refuse-fields.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { optionalPickField, pickManyField } from "../../forms/choice-fields.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { changedSince, seenStampField } from "../../forms/seen-stamp.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { publishedHtml } from "../../parts/moment.ts";
import { otherFormField, otherFormOf, otherFormScript } from "../../parts/other-form-script.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { requireClient } from "../../visit.ts";
import { defineSearch, searchButton } from "../figures/group-search.ts";
import { factsHtml } from "./clipping-facts.ts";
import { backField, backOf, clippingFields, fieldsOf, subjectOptions } from "./fields.ts";
import { toneLabels } from "./labels.ts";
import { stateHtml } from "./list.ts";
import { clippingPath, clippingsPath, foundPath } from "./paths.ts";

const path = `${clippingsPath}/beitrag/:clippingId` as const;
type Here = Context<{ clippingId: string }>;

const editFields = { ...clippingFields, seenStamp: seenStampField, otherForm: otherFormField };
const editConflict = changedSince("die Angaben");
const judgeConflict =
  "Dieses Clipping wurde inzwischen an anderer Stelle beurteilt; oben steht, was jetzt gilt. Speichern Sie noch einmal, dann gilt, was in den Feldern steht.";
const judgeFields = {
  seenStamp: seenStampField,
  tone: optionalPickField({ label: "Tonalität", emptyLabel: "Nicht beurteilt" }),
  keyMessages: pickManyField({ label: "Kernbotschaften, die darin vorkommen", entriesMax: 100 }),
};

const scripts = [otherFormScript];

const clippingPage = definePage({
  path,
  action: "clippings.read",
  scripts,
  handle: (context) => showClipping(context),
});

const editForm = defineForm({
  path: `${path}/bearbeiten`,
  action: "clippings.write",
  fields: editFields,
  scripts,
  async handle(context) {
    const { visit, values, deps } = context;
    const { seenStamp, otherForm: _judged, ...typed } = values;
    const { id } = await clippingOf(context);
    const changes = await fieldsOf(context, typed);
    await updateClipping(deps.sql, visit.agencyId, { ...visit, id, changes, seenStamp }).catch(refuseSecond);
    return { location: clippingPath(id), notice: "Gespeichert. Bestehende Berichte bleiben, wie sie sind." };
  },
  show: (context, edited) => showClipping(context, { edited }),
  reasons: { version_conflict: editConflict },
});

const searchForm = defineSearch({
  path,
  action: "clippings.write",
  fields: editFields,
  scripts,
  show: (context, edited) => showClipping(context, { edited, judged: otherFormOf(edited, judgeFields) }),
});

/**
 * `version_conflict` means two things here: a page that is too old, and an article that the client has already. The second has a sentence
 * of its own, which is shown at the headline.
 */
function refuseSecond(error: unknown): never {
  const [german] = error instanceof ServiceError ? (error.details?.formErrors ?? []) : [];
  if (!(error instanceof ServiceError) || error.code !== "version_conflict" || german === undefined)
    throw error;
  refuseFields({ field: "headline", german, english: error.message });
}

const judgeForm = defineForm({
  path: `${path}/beurteilen`,
  action: "clippings.write",
  fields: judgeFields,
  scripts,
  async handle(context) {
    const { visit, values, deps } = context;
    const { id } = await clippingOf(context);
    const tone = tones.find((each) => each === values.tone) ?? null;
    const { keyMessages, seenStamp } = values;
    await judgeClipping(deps.sql, visit.agencyId, { ...visit, id, tone, keyMessages, seenStamp });
    return { location: clippingPath(id), notice: "Die Beurteilung ist gespeichert." };
  },
  show: (context, judged) => showClipping(context, { judged }),
  reasons: { version_conflict: judgeConflict },
});

const confirmForm = stateForm("bestaetigen", confirmClipping, "Bestätigt.");
const rejectForm = stateForm("verwerfen", rejectClipping, "Verworfen. Kein Feed bringt es wieder.");

const mergeForm = defineForm({
  path: `${path}/zusammenfuehren/:otherId`,
  action: "clippings.write",
  fields: {},
  async handle(context) {
    const { visit, params, deps } = context;
    const { id } = await clippingOf(context);
    const other = uuidInPath(params.otherId);
    await mergeClippings(deps.sql, visit.agencyId, { ...visit, id: other, into: id });
    return { location: clippingPath(id), notice: "Zusammengeführt. Gezählt wird nur noch dieses Clipping." };
  },
  show: (context) => showClipping(context),
});

const removeForm = defineForm({
  path: `${path}/loeschen`,
  action: "clippings.write",
  fields: {},
  async handle(context) {
    const { visit, deps } = context;
    const { id } = await clippingOf(context);
    await removeClipping(deps.sql, visit.agencyId, { ...visit, id });
    return { location: clippingsPath, notice: "Das Clipping ist gelöscht." };
  },
  show: (context) => showClipping(context),
});

export const clippingDetailDefinitions = [
  clippingPage,
  editForm,
  searchForm,
  judgeForm,
  confirmForm,
  rejectForm,
  mergeForm,
  removeForm,
];

function stateForm(word: string, verb: typeof confirmClipping, notice: string) {
  return defineForm({
    path: `${path}/${word}`,
    action: "clippings.write",
    fields: { back: backField },
    async handle(context) {
      const { visit, values, deps } = context;
      const { id } = await clippingOf(context);
      await verb(deps.sql, visit.agencyId, { ...visit, id });
      return { location: backOf(values.back), notice };
    },
    show: (context) => showClipping(context),
  });
}

async function clippingOf({
  visit,
  params,
  deps,
}: Pick<Here, "visit" | "params" | "deps">): Promise<Clipping> {
  const id = uuidInPath(params.clippingId);
  const clipping = await findClipping(deps.sql, visit.agencyId, { id });
  if (clipping === null) throw new ServiceError("not_found", "The agency has no such clipping.");
  requireClient(visit, clipping.clientId);
  return clipping;
}

/** `edited` and `judged` are forms as they were sent. */
type Sent = { edited?: FormState; judged?: FormState | undefined };

async function showClipping(context: Here, sent: Sent = {}): Promise<PageContent> {
  const { visit } = context;
  const clipping = await clippingOf(context);
  const { headline, state } = clipping;
  const input = { clipping, clientIds: visit.clientIds };
  const reports = visit.may("reports.read")
    ? await listReportsWithClipping(context.deps.sql, visit.agencyId, input)
    : [];
  return {
    title: headline,
    lead: html`${clipping.medium}, ${publishedHtml(visit, clipping)} ${stateHtml(state)}`,
    trail: [
      clipping.isByHand || clipping.origin === "imported"
        ? { label: "Clippings", href: clippingsPath }
        : { label: "Gefundene Clippings", href: foundPath },
    ],
    tools: visit.may("clippings.write") ? stateButtons(context, clipping) : html``,
    main: html`${factsHtml(visit, clipping, reports)}
${visit.may("clippings.write") && (await formsHtml(context, clipping, sent))}`,
  };
}

function stateButtons({ visit }: Here, { id, state, mergedInto }: Clipping): Html {
  const button = (act: string, label: string) =>
    buttonFormHtml({
      visit,
      action: `${clippingPath(id)}/${act}`,
      label,
      isPrimary: act === "bestaetigen" && state === "found",
      values: { back: clippingPath(id) },
    });
  const isOpen = state === "found" || state === "rejected" || mergedInto !== null;
  return html`${isOpen && button("bestaetigen", state === "found" ? "Bestätigen" : "Zurückholen")}
${state !== "rejected" && button("verwerfen", "Verwerfen")}`;
}

async function formsHtml(context: Here, clipping: Clipping, { edited, judged }: Sent): Promise<Html> {
  const { visit, deps } = context;
  const { id, clientId, releaseId, keyMessages } = clipping;
  const [seenStamp, judgedStamp] = [clippingStamp(clipping), judgementStamp(clipping)];
  const subject = releaseId === null ? `client:${clientId}` : `release:${releaseId}`;
  const state = edited ?? filledForm({ seenStamp, ...typedBefore(clipping), subject });
  const { found, byHand } = hashesOf({ ...clipping, publishedOn: clipping.day });
  const [persona, same, subjects] = await Promise.all([
    findPersona(deps.sql, visit.agencyId, clientId),
    listSameArticle(deps.sql, visit.agencyId, { clientId, hashes: [found, byHand], exceptId: id }),
    subjectOptions(context, state),
  ]);
  const messages = [...new Set([...(persona?.keyMessages ?? []), ...keyMessages])];
  return html`${sameHtml(context, clipping, same)}
<h2 id="beurteilen">Beurteilen</h2>
${formHtml({
  visit,
  action: `${clippingPath(id)}/beurteilen`,
  fields: judgeFields,
  state: judged ?? filledForm({ seenStamp: judgedStamp, tone: clipping.tone, keyMessages }),
  options: {
    tone: Object.entries(toneLabels).map(([value, label]) => ({ value, label })),
    keyMessages: messages.map((message) => ({ value: message, label: message })),
  },
  prefix: "j",
  isUnsaved: judged !== undefined,
  submit: "Beurteilung speichern",
})}
<details class="more"${edited !== undefined && html` open`}><summary>Angaben ändern</summary>
${formHtml({
  visit,
  action: `${clippingPath(id)}/bearbeiten`,
  fields: editFields,
  state,
  options: { q: searchButton(visit, clippingPath(id)), subject: subjects },
  isUnsaved: edited !== undefined,
  submit: "Speichern",
})}</details>
${
  clipping.isByHand &&
  html`<div class="after">${confirmHtml({
    visit,
    action: `${clippingPath(id)}/loeschen`,
    label: "Löschen …",
    question: "Das Clipping wird gelöscht. Berichte, in denen es schon steht, bleiben, wie sie sind.",
    confirm: "Ja, löschen",
  })}</div>`
}`;
}

/** The same article as another origin or another release has it. */
function sameHtml(
  { visit }: Here,
  { id, mergedInto, state }: Clipping,
  same: Awaited<ReturnType<typeof listSameArticle>>,
): Html | false {
  return (
    same.length > 0 &&
    html`<h2>Derselbe Beitrag</h2>
<ul class="plain">${same.map(
      (other) =>
        html`<li><a href="${clippingPath(other.id)}">${other.origin === "imported" ? "Importiert" : "Beobachtet"}: ${other.source}</a> <span class="facts">${other.releaseTitle ?? "ohne Meldung"}${other.mergedInto === id && ", steht hinter diesem"}</span>
${
  state !== "rejected" &&
  mergedInto === null &&
  other.mergedInto === null &&
  buttonFormHtml({
    visit,
    action: `${clippingPath(id)}/zusammenfuehren/${other.id}`,
    label: "Nur dieses zeigen",
    about: other.source,
  })
}</li>`,
    )}</ul>`
  );
}
