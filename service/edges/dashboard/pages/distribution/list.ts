import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../../errors.ts";
import { listClientNames } from "../../../../features/clients/client-names-sql.ts";
import { streamOf } from "../../../../features/media/stream-of.ts";
import { type Contact, listContacts } from "../../../../features/media-contacts/contacts.ts";
import { exportContacts } from "../../../../features/media-contacts/export-contacts.ts";
import { changeListMembers, membersAtOnceMax } from "../../../../features/media-contacts/lists.ts";
import { listContactLists, type StoredList } from "../../../../features/media-contacts/lists-sql.ts";
import { contactName, countryName } from "../../../../features/media-contacts/rules.ts";
import { findContactSettings } from "../../../../features/media-contacts/settings-sql.ts";
import { type ContactFilter, contactStates } from "../../../../features/media-contacts/sql.ts";
import { downloadHeaders } from "../../../../floor/http/downloads.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, defineRawForm, type PageContent } from "../../definition.ts";
import { pickField, pickManyField } from "../../forms/choice-fields.ts";
import { emptyForm, type FormState, isRefused } from "../../forms/form-state.ts";
import { idempotencyKeyName } from "../../forms/read-form.ts";
import { formAction } from "../../forms/render-form.ts";
import { buttonFormHtml } from "../../parts/confirm.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { clientChoice, finderHtml, type NamedClients, numberIn, typedIn } from "../../parts/list-filter.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { rowKeysScript } from "../../parts/row-keys.ts";
import { tableHtml } from "../../parts/table.ts";
import { tickAllScript } from "../../parts/tick-all.ts";
import { requireClient, type Visit } from "../../visit.ts";
import { stateHtml, stateLabels } from "./labels.ts";
import { contactImportPath, contactPath, distributionPath, newContactPath, tabsHtml } from "./paths.ts";

const choices = ["kunde", "liste", "thema", "region", "sprache", "land"] as const;

const tickFields = {
  contactIds: pickManyField({ label: "Kontakte", entriesMax: membersAtOnceMax }),
  listId: pickField({ label: "Liste" }),
};

const listPage = definePage({
  path: distributionPath,
  action: "distribution.read",
  scripts: [rowKeysScript, tickAllScript],
  handle: (context) => showContacts(context, emptyForm),
});

const addForm = tickForm("zur-liste", true);
const takeOutForm = tickForm("aus-der-liste", false);

/** The ticked contacts go into a list by hand, or out of it; the page stays where it was. */
function tickForm(word: string, isMember: boolean) {
  return defineForm({
    path: `${distributionPath}/${word}`,
    action: "distribution.write",
    fields: tickFields,
    async handle({ visit, query, values, deps }) {
      const { clientIds: scope, actor, requestId } = visit;
      const listId = uuidInPath(values.listId);
      const contactIds = values.contactIds.map(uuidInPath);
      const input = { listId, contactIds, isMember, scope, actor, requestId };
      const { name, count } = await changeListMembers(deps.sql, visit.agencyId, input);
      const contacts = count === 1 ? "Ein Kontakt steht" : `${count} Kontakte stehen`;
      return {
        location: placeOf(query),
        notice: `${contacts} ${isMember ? "jetzt" : "nicht mehr"} in der Liste „${name}“.`,
      };
    },
    show: showContacts,
    reasons: { not_found: "Die Liste oder ein Kontakt ist inzwischen gelöscht. Bitte wählen Sie neu." },
  });
}

async function showContacts({ visit, query, deps }: Context, state: FormState): Promise<PageContent> {
  const { agencyId, clientIds: scope } = visit;
  const [clients, lists, settings] = await Promise.all([
    listClientNames(deps.sql, agencyId, visit),
    listContactLists(deps.sql, agencyId, { scope }),
    findContactSettings(deps.sql, agencyId),
  ]);
  const filter = filterOf(visit, query, lists);
  const { list } = filter;
  const secrets = visit.may("distribution.addresses") ? deps.secrets : null;
  const cursor = cursorOf(query);
  const { contacts, nextCursor } = await listContacts(deps.sql, agencyId, { filter, cursor }, secrets);
  const clientName = (id: number) => clients.find((client) => client.id === id)?.name ?? "andere";
  const asked = [...choices, "q", "stand", "cursor"].filter((name) => query.get(name));
  const isAsked = asked.length > 0;
  const isNarrowed = asked.some((name) => name !== "liste");
  return {
    title: "Verteiler",
    lead: "Menschen in den Medien: woher ihre Adresse stammt, warum Sie ihnen schreiben dürfen, und wer es nicht mehr möchte.",
    tools: html`${
      visit.may("distribution.import") &&
      contacts.length > 0 &&
      buttonFormHtml({
        visit,
        action: placeOf(query).replace(distributionPath, `${distributionPath}/export`),
        label: asked.some((name) => name !== "cursor")
          ? "Auswahl als CSV herunterladen"
          : "Als CSV herunterladen",
      })
    }${visit.may("distribution.write") && html`<a class="button primary" href="${newContactPath}">Kontakt anlegen</a>`}`,
    main: html`${tabsHtml(visit, distributionPath)}
${isRefused(state) && html`<div class="summary" role="alert"><p>${state.message ?? Object.values(state.problems).join(" ")}</p></div>`}
${(isAsked || contacts.length > 0) && filterHtml(query, clients, lists)}
${list !== null && html`<p>Liste <strong>${list.name}</strong>${list.condition !== null && ": wer die Bedingung jetzt erfüllt"}.</p>`}
${contacts.length === 0 ? emptyOf(visit, { isAsked, isEmptyList: list?.condition === null && !isNarrowed }) : tickedHtml({ visit, query, lists, list, state }, (canTick) => tableOf(contacts, { settings, canTick, ticked: state.typed.contactIds ?? [], clientName }))}
${pagerHtml({ path: distributionPath, query, nextCursor })}`,
  };
}

type Narrowed = Omit<ContactFilter, "addressKey" | "list"> & { list: StoredList | null };

/** What the address narrows the list to, on the page and in its file. Throws `not_found`. */
function filterOf(visit: Visit, query: URLSearchParams, lists: readonly StoredList[]): Narrowed {
  const text = (name: string) => typedIn(query, name);
  const clientId = numberIn(query, "kunde");
  if (clientId !== null) requireClient(visit, clientId);
  const list = lists.find(({ id }) => id === text("liste")) ?? null;
  if (text("liste") !== null && list === null) throw new ServiceError("not_found", "There is no such list.");
  return {
    ...{
      scope: visit.clientIds,
      clientId,
      list,
      query: text("q"),
      topic: text("thema"),
      region: text("region"),
    },
    ...{ language: text("sprache")?.toLowerCase() ?? null, country: text("land")?.toUpperCase() ?? null },
    state: contactStates.find((state) => state === text("stand")) ?? null,
  };
}

/** A form and no link: that somebody takes the addresses away is noted. */
const exportForm = defineRawForm({
  path: `${distributionPath}/export`,
  action: "distribution.import",
  async handle({ visit, query, deps, request }) {
    const { actor, requestId, clientIds: scope } = visit;
    const filter = filterOf(visit, query, await listContactLists(deps.sql, visit.agencyId, { scope }));
    const chunks = await exportContacts(deps.sql, visit.agencyId, { actor, requestId, filter }, deps.secrets);
    deps.allowSlowReader(request);
    return new Response(streamOf(chunks), { headers: downloadHeaders("verteiler.csv") });
  },
});

export const contactListDefinitions = [listPage, exportForm, addForm, takeOutForm];

type Ticking = {
  visit: Visit;
  query: URLSearchParams;
  lists: readonly StoredList[];
  list: StoredList | null;
  state: FormState;
};

/** The table within a form, whose boxes put contacts into a list; without a list by hand there is nothing to tick them for. */
function tickedHtml({ visit, query, lists, list, state }: Ticking, table: (canTick: boolean) => Html): Html {
  const byHand = lists.filter(({ condition }) => condition === null);
  if (!visit.may("distribution.write") || byHand.length === 0) return table(false);
  const at = (word: string) =>
    formAction(visit, placeOf(query).replace(distributionPath, `${distributionPath}/${word}`));
  const chosen = state.typed.listId?.[0] ?? list?.id;
  return html`<form class="ticked" method="post" action="${at("zur-liste")}">
<input type="hidden" name="${idempotencyKeyName}" value="${uuidv7()}">
<div class="line"><label class="box tick-all" hidden><input type="checkbox" data-tick-all><span>Alle auf dieser Seite</span></label>
<div class="field"><label for="tick-list">Liste für die angekreuzten Kontakte</label><select id="tick-list" name="listId">${byHand.map(
    ({ id, name }) => html`<option value="${id}"${id === chosen && html` selected`}>${name}</option>`,
  )}</select></div>
<button>Aufnehmen</button>${list?.condition === null && html`<button formaction="${at("aus-der-liste")}">Herausnehmen</button>`}</div>
${table(true)}</form>`;
}

/** The list as it was narrowed, for the way back. */
function placeOf(query: URLSearchParams): string {
  const kept = new URLSearchParams([...query].filter(([name, value]) => name !== "agency" && value !== ""));
  return kept.size === 0 ? distributionPath : `${distributionPath}?${kept}`;
}

type Shown = {
  settings: { noticeUrl: string | null };
  canTick: boolean;
  ticked: readonly string[];
  clientName: (id: number) => string;
};

function tableOf(contacts: readonly Contact[], { settings, canTick, ticked, clientName }: Shown): Html {
  const isOfSome = contacts.some(({ clientIds }) => clientIds !== null);
  return tableHtml({
    caption: "Kontakte",
    hasRowKeys: true,
    rows: contacts,
    columns: [
      {
        label: "Kontakt",
        cell: (contact) =>
          html`${canTick && html`<input type="checkbox" name="contactIds" value="${contact.id}" aria-label="${`${contactName(contact)} ankreuzen`}"${ticked.includes(contact.id) && html` checked`}> `}<a href="${contactPath(contact.id)}">${contactName(contact)}</a>${contact.email !== null && html`<span class="facts">${contact.email}</span>`}`,
      },
      {
        label: "Medium",
        isName: true,
        cell: ({ medium, role, country }) =>
          html`${medium}<span class="facts">${role !== null && `${role}, `}${countryName(country)}</span>`,
      },
      {
        label: "Themen",
        isName: true,
        cell: ({ topics }) => (topics.length === 0 ? "–" : topics.join(", ")),
      },
      ...(isOfSome
        ? [
            {
              label: "Kunden",
              isName: true,
              cell: ({ clientIds }: Contact) => clientIds?.map(clientName).join(", ") ?? "Alle",
            },
          ]
        : []),
      { label: "Stand", cell: (contact) => stateHtml(contact, settings) },
    ],
  });
}

function emptyOf(visit: Visit, { isAsked, isEmptyList }: { isAsked: boolean; isEmptyList: boolean }): Html {
  if (isEmptyList)
    return emptyHtml({
      title: "In dieser Liste steht noch niemand",
      text: "Kreuzen Sie unter „Kontakte“ an, wer hineingehört, oder importieren Sie eine Datei in die Liste.",
      link: { label: "Kontakte ansehen", href: distributionPath },
    });
  if (isAsked)
    return emptyHtml({
      title: "Keinen Kontakt gefunden",
      text: "Lockern Sie die Filter, oder suchen Sie nach einem anderen Wort.",
    });
  const link = visit.may("distribution.import")
    ? { label: "Kontakte importieren", href: `${contactImportPath}/neu` }
    : visit.may("distribution.write") && { label: "Kontakt anlegen", href: newContactPath };
  return emptyHtml({
    title: "Noch keine Kontakte",
    text: "Nehmen Sie die CSV-Datei oder die Visitenkarten (vCard) Ihres bisherigen Verteilers, oder legen Sie die ersten von Hand an.",
    ...(link === false ? {} : { link }),
  });
}

function filterHtml(query: URLSearchParams, clients: NamedClients, lists: readonly StoredList[]): Html {
  const lines = { thema: "Thema", region: "Region", sprache: "Sprache, etwa de", land: "Land, etwa AT" };
  return finderHtml({
    path: distributionPath,
    label: "Kontakte suchen und filtern",
    placeholder: "Name, Medium, Thema oder Adresse",
    query,
    kept: ["stand"],
    choices: [
      clientChoice(clients),
      {
        name: "liste",
        label: "Liste",
        all: "Alle Kontakte",
        options: lists.map(({ id, name }) => ({ value: id, label: name })),
      },
    ],
    more: {
      summary: "Mehr Filter",
      fields: Object.entries(lines).map(([name, label]) => ({ name, label, type: "text" })),
    },
    states: { name: "stand", all: "Alle", labels: stateLabels },
  });
}
