import { ServiceError } from "../../../../errors.ts";
import {
  conditionWordsMax,
  listStamp,
  removeContactList,
  saveContactList,
} from "../../../../features/media-contacts/lists.ts";
import { listContactLists, type StoredList } from "../../../../features/media-contacts/lists-sql.ts";
import { countryName } from "../../../../features/media-contacts/rules.ts";
import { charactersMax } from "../../../../features/media-contacts/schema.ts";
import { html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { optionalPickField, pickManyField, radioField } from "../../forms/choice-fields.ts";
import type { Option, ValuesOf } from "../../forms/fields.ts";
import { type FormState, filledForm, withTyped } from "../../forms/form-state.ts";
import { timedIdOfForm } from "../../forms/id-of-form.ts";
import { linesField } from "../../forms/list-fields.ts";
import { formHtml } from "../../forms/render-form.ts";
import { changedSince, seenStampField, withSavedBoxes } from "../../forms/seen-stamp.ts";
import { textField } from "../../forms/text-fields.ts";
import { confirmHtml } from "../../parts/confirm.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import type { Visit } from "../../visit.ts";
import { optionsOf } from "./fields.ts";
import { countryOptions } from "./labels.ts";
import { distributionPath, listsPath, tabsHtml, trail } from "./paths.ts";

const path = `${listsPath}/:contactListId` as const;
type Here = Context<{ contactListId: string }>;

const words = { entriesMax: conditionWordsMax, rows: 3 };
const kinds = { hand: "Von Hand gewählte", condition: "Wer eine Bedingung erfüllt" };
const allClients = "Für alle Kunden";
const allCountries = "Alle Länder";
const fields = {
  seenStamp: seenStampField,
  name: textField({ label: "Name", charactersMax: charactersMax.listName }),
  clientId: optionalPickField({ label: "Kunde", emptyLabel: allClients }),
  kind: radioField({
    label: "Wer steht in der Liste?",
    labels: kinds,
    notes: {
      hand: "Sie kreuzen Kontakte im Verteiler an, oder importieren eine Datei in die Liste.",
      condition: "Sie wird für jeden Aussand neu ausgewertet. Von jeder Angabe unten muss eine zutreffen.",
    },
  }),
  topics: linesField({
    label: "Themen",
    hint: "Je Zeile eines.",
    charactersMax: charactersMax.topic,
    ...words,
  }),
  regions: linesField({
    label: "Regionen",
    hint: "Je Zeile eine.",
    charactersMax: charactersMax.topic,
    ...words,
  }),
  media: linesField({
    label: "Medien",
    hint: "Je Zeile eines.",
    charactersMax: charactersMax.medium,
    ...words,
  }),
  languages: linesField({
    label: "Sprachen",
    hint: "Kürzel wie de, je Zeile eines.",
    charactersMax: 2,
    ...words,
  }),
  country: optionalPickField({ label: "Land", emptyLabel: allCountries }),
  clientIds: pickManyField({ label: "Kontakte nur für diese Kunden", entriesMax: 50 }),
};
const conflict = changedSince("die Liste");

const listsPage = definePage({
  path: listsPath,
  action: "distribution.read",
  async handle(context) {
    const { visit, deps } = context;
    const { clientIds: scope } = visit;
    const [lists, options] = await Promise.all([
      listContactLists(deps.sql, visit.agencyId, { scope }),
      optionsOf(context),
    ]);
    const clientName = (id: number) =>
      options.clientIds?.find(({ value }) => value === String(id))?.label ?? "–";
    const mayWrite = visit.may("distribution.write");
    return {
      title: "Listen",
      lead: "Wen ein Aussand erreicht. Eine Liste mit Bedingung wächst mit dem Verteiler.",
      tools:
        mayWrite && lists.length > 0
          ? html`<a class="button primary" href="${`${listsPath}/neu`}">Liste anlegen</a>`
          : html``,
      main: html`${tabsHtml(visit, listsPath)}
${
  lists.length === 0
    ? emptyHtml({
        title: "Noch keine Listen",
        text: "Zum Beispiel „Fachpresse Logistik“: alle Kontakte mit diesem Thema.",
        ...(mayWrite ? { link: { label: "Liste anlegen", href: `${listsPath}/neu` } } : {}),
      })
    : tableHtml({
        caption: "Listen",
        rows: lists,
        columns: [
          {
            label: "Liste",
            cell: ({ id, name }) => html`<a href="${`${distributionPath}?liste=${id}`}">${name}</a>`,
          },
          { label: "Wer darin steht", cell: conditionText },
          {
            label: "Kunde",
            isName: true,
            cell: ({ clientId }) => (clientId === null ? "Alle" : clientName(clientId)),
          },
          {
            label: "Ändern",
            isAction: true,
            cell: (list) =>
              isOwn(visit, list) &&
              html`<a href="${`${listsPath}/${list.id}`}">Bearbeiten<span class="unseen">: ${list.name}</span></a>`,
          },
        ],
      })
}`,
    };
  },
});

const newPage = definePage({
  path: `${listsPath}/neu`,
  action: "distribution.write",
  handle: (context) => showForm(context, filledForm({ kind: "condition" }), null),
});

const newForm = defineForm({
  path: `${listsPath}/neu`,
  action: "distribution.write",
  fields,
  handle: (context) => save(context, null),
  show: (context, state) => showForm(context, state, null),
});

const listPage = definePage({
  path,
  action: "distribution.write",
  async handle(context) {
    const list = await listOf(context);
    return await showForm(context, filledForm(storedIn(list)), list);
  },
});

const listForm = defineForm({
  path,
  action: "distribution.write",
  fields,
  handle: async (context) => save(context, (await listOf(context)).id),
  show: async (context, state) => showForm(context, state, await listOf(context)),
  reasons: { version_conflict: conflict },
});

const removeForm = defineForm({
  path: `${path}/loeschen`,
  action: "distribution.write",
  fields: {},
  async handle({ visit, params, deps }) {
    const { clientIds: scope, actor, requestId } = visit;
    const id = uuidInPath(params.contactListId);
    await removeContactList(deps.sql, visit.agencyId, { id, scope, actor, requestId });
    return { location: listsPath, notice: "Die Liste ist gelöscht. Ihre Kontakte bleiben." };
  },
  async show(context, state) {
    const list = await listOf(context);
    return await showForm(context, withTyped(state, storedIn(list)), list);
  },
});

export const listDefinitions = [listsPage, newPage, newForm, listPage, listForm, removeForm];

function storedIn(list: StoredList) {
  const { name, clientId, condition } = list;
  const { topics = [], regions = [], media = [], languages = [], clientIds = [] } = condition ?? {};
  return {
    ...{ name, clientId, topics, regions, media, languages, clientIds },
    kind: condition === null ? "hand" : "condition",
    country: condition?.countries[0] ?? null,
    seenStamp: listStamp(list),
  };
}

async function save(
  {
    visit,
    deps,
    values,
    idempotencyKey,
  }: Pick<Context, "visit" | "deps"> & { values: ValuesOf<typeof fields>; idempotencyKey: string },
  id: string | null,
) {
  const { name, clientId, kind, country, clientIds, languages, seenStamp, ...lines } = values;
  const { clientIds: scope, actor, requestId } = visit;
  const condition =
    kind === "hand"
      ? null
      : {
          ...lines,
          languages: languages.map((language) => language.toLowerCase()),
          countries: country === null ? [] : [country],
          clientIds: clientIds.map(Number),
        };
  const list = { id, name, clientId: clientId === null ? null : Number(clientId), condition };
  const newId = timedIdOfForm(visit.agencyId, idempotencyKey, list);
  const input = { list, newId, seenStamp, scope, actor, requestId };
  const saved = await saveContactList(deps.sql, visit.agencyId, input);
  return { location: `${distributionPath}?liste=${saved}`, notice: "Die Liste ist gespeichert." };
}

async function listOf({ visit, params, deps }: Pick<Here, "visit" | "params" | "deps">): Promise<StoredList> {
  const ids = [uuidInPath(params.contactListId)];
  const [list] = await listContactLists(deps.sql, visit.agencyId, { scope: visit.clientIds, ids });
  if (list === undefined || !isOwn(visit, list))
    throw new ServiceError("not_found", "There is no such list.");
  return list;
}

function isOwn(visit: Visit, { clientId }: StoredList): boolean {
  return visit.may("distribution.write") && (visit.clientIds === null || clientId !== null);
}

async function showForm(
  context: Pick<Context, "visit" | "deps">,
  state: FormState,
  list: StoredList | null,
): Promise<PageContent> {
  const { visit } = context;
  const { clientIds = [] } = await optionsOf(context);
  const at = `${listsPath}/${list?.id ?? "neu"}`;
  const shown = list === null ? state : besideStored(state, list, clientIds);
  return {
    title: list?.name ?? "Liste anlegen",
    trail: [...trail, { label: "Listen", href: listsPath }],
    main: html`${formHtml({
      visit,
      action: at,
      fields,
      state: shown,
      options: { clientId: clientIds, clientIds, country: countryOptions },
      submit: list === null ? "Anlegen" : "Speichern",
      beside: html`<a href="${listsPath}">Abbrechen</a>`,
    })}
${
  list !== null &&
  html`<h2>Liste löschen</h2>${confirmHtml({ visit, action: `${at}/loeschen`, label: "Löschen …", question: "Die Kontakte bleiben im Verteiler.", confirm: "Ja, löschen" })}`
}`,
  };
}

/** After a conflict: says beside each choice what somebody else has saved there meanwhile. Beside the texts the verb has said so. */
function besideStored(state: FormState, list: StoredList, clients: readonly Option[]): FormState {
  const { kind, clientId, country, clientIds } = storedIn(list);
  const choices = [
    ["clientId", [clientId ?? ""], [{ value: "", label: allClients }, ...clients]],
    ["kind", [kind], Object.entries(kinds).map(([value, label]) => ({ value, label }))],
    ["country", [country ?? ""], [{ value: "", label: allCountries }, ...countryOptions]],
    ["clientIds", clientIds, clients],
  ] as const;
  return choices.reduce(
    (each, [name, saved, options]) => withSavedBoxes(each, { conflict, name, saved, options }),
    state,
  );
}

function conditionText({ condition }: StoredList): string {
  if (condition === null) return "Von Hand gewählte";
  const { topics, regions, media, languages, countries, clientIds } = condition;
  const parts = [topics, regions, media, languages, countries.map(countryName)].filter(
    (each) => each.length > 0,
  );
  const text = parts.map((each) => each.join(" oder ")).join("; ");
  if (clientIds.length > 0) return `${text === "" ? "" : `${text}; `}nur für bestimmte Kunden`;
  return text === "" ? "Alle Kontakte" : text;
}
