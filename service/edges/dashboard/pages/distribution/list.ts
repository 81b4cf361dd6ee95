import { ServiceError } from "../../../../errors.ts";
import { listClientNames } from "../../../../features/clients/client-names-sql.ts";
import { streamOf } from "../../../../features/media/stream-of.ts";
import { type Contact, listContacts } from "../../../../features/media-contacts/contacts.ts";
import { exportContacts } from "../../../../features/media-contacts/export-contacts.ts";
import { listContactLists } from "../../../../features/media-contacts/lists-sql.ts";
import { contactName, countryName } from "../../../../features/media-contacts/rules.ts";
import { findContactSettings } from "../../../../features/media-contacts/settings-sql.ts";
import { type ContactFilter, contactStates } from "../../../../features/media-contacts/sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { definePage, defineRawForm } from "../../definition.ts";
import { buttonFormHtml } from "../../parts/confirm.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { pagerHtml } from "../../parts/pager.ts";
import { numberInPath } from "../../parts/path-id.ts";
import { rowKeysScript } from "../../parts/row-keys.ts";
import { tableHtml } from "../../parts/table.ts";
import { requireClient, type Visit } from "../../visit.ts";
import { stateHtml, stateLabels } from "./labels.ts";
import { contactImportPath, contactPath, distributionPath, newContactPath, tabsHtml } from "./paths.ts";

/** Of what is typed; further letters find nothing more. */
const searchCharactersMax = 200;
const choices = ["kunde", "liste", "thema", "region", "sprache", "land"] as const;

const listPage = definePage({
  path: distributionPath,
  action: "distribution.read",
  scripts: [rowKeysScript],
  async handle({ visit, query, deps }) {
    const { agencyId, clientIds: scope } = visit;
    const [clients, lists, settings] = await Promise.all([
      listClientNames(deps.sql, agencyId, visit),
      listContactLists(deps.sql, agencyId, { scope }),
      findContactSettings(deps.sql, agencyId),
    ]);
    const text = (name: string) =>
      (query.get(name) ?? "").trim().slice(0, searchCharactersMax).replaceAll("\0", "").toWellFormed() ||
      null;
    const clientId = text("kunde") === null ? null : numberInPath(text("kunde") ?? "");
    if (clientId !== null) requireClient(visit, clientId);
    const list = lists.find(({ id }) => id === text("liste")) ?? null;
    if (text("liste") !== null && list === null)
      throw new ServiceError("not_found", "There is no such list.");
    const filter: Omit<ContactFilter, "addressKey"> = {
      ...{ scope, clientId, list, query: text("q"), topic: text("thema"), region: text("region") },
      ...{ language: text("sprache"), country: text("land")?.toUpperCase() ?? null },
      state: contactStates.find((state) => state === text("stand")) ?? null,
    };
    const secrets = visit.may("distribution.addresses") ? deps.secrets : null;
    const cursor = query.get("cursor") ?? undefined;
    const { contacts, nextCursor } = await listContacts(deps.sql, agencyId, { filter, cursor }, secrets);
    const isAsked = [...choices, "q", "stand", "cursor"].some((name) => query.get(name));
    return {
      title: "Verteiler",
      lead: "Menschen in den Medien: woher ihre Adresse stammt, warum Sie ihnen schreiben dürfen, und wer es nicht mehr möchte.",
      tools: html`${visit.may("distribution.write") && html`<a class="button primary" href="${newContactPath}">Kontakt anlegen</a>`}${
        visit.may("distribution.import") &&
        contacts.length > 0 &&
        buttonFormHtml({ visit, action: `${distributionPath}/export`, label: "Als CSV herunterladen" })
      }`,
      main: html`${tabsHtml(visit, distributionPath)}
${(isAsked || contacts.length > 0) && filterHtml(query, { kunde: clients.map(({ id, name }) => [String(id), name]), liste: lists.map(({ id, name }) => [id, name]) })}
${list !== null && html`<p>Liste <strong>${list.name}</strong>${list.condition !== null && ": wer die Bedingung jetzt erfüllt"}.</p>`}
${contacts.length === 0 ? emptyOf(visit, isAsked) : tableOf(contacts, settings)}
${pagerHtml({ path: distributionPath, query, nextCursor })}`,
    };
  },
});

/** A form and no link: that somebody takes the addresses away is noted. */
const exportForm = defineRawForm({
  path: `${distributionPath}/export`,
  action: "distribution.import",
  async handle({ visit, deps, request }) {
    const { actor, requestId } = visit;
    const chunks = await exportContacts(deps.sql, visit.agencyId, { actor, requestId }, deps.secrets);
    deps.allowSlowReader(request);
    return new Response(streamOf(chunks), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="verteiler.csv"',
      },
    });
  },
});

export const contactListDefinitions = [listPage, exportForm];

function tableOf(contacts: readonly Contact[], settings: { noticeUrl: string | null }): Html {
  return tableHtml({
    caption: "Kontakte",
    hasRowKeys: true,
    rows: contacts,
    columns: [
      {
        label: "Kontakt",
        cell: (contact) =>
          html`<a href="${contactPath(contact.id)}">${contactName(contact)}</a>${contact.email !== null && html`<span class="facts">${contact.email}</span>`}`,
      },
      {
        label: "Medium",
        cell: ({ medium, role, country }) =>
          html`${medium}<span class="facts">${role !== null && `${role}, `}${countryName(country)}</span>`,
      },
      { label: "Themen", cell: ({ topics }) => (topics.length === 0 ? "–" : topics.join(", ")) },
      { label: "Stand", cell: (contact) => stateHtml(contact, settings) },
    ],
  });
}

function emptyOf(visit: Visit, isAsked: boolean): Html {
  if (isAsked)
    return emptyHtml({
      title: "Dazu gibt es keinen Kontakt",
      text: "Wählen Sie weniger aus, oder suchen Sie ein anderes Wort.",
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

type Choices = Readonly<Record<"kunde" | "liste", readonly (readonly [value: string, label: string])[]>>;

/** Search and choices as a form that needs no script, and the states as chips below. All of it stands in the address. */
function filterHtml(query: URLSearchParams, options: Choices): Html {
  const chosen = (name: string) => query.get(name) ?? "";
  const select = (name: keyof Choices, label: string, all: string) =>
    html`<div class="field"><label for="${`filter-${name}`}">${label}</label><select id="${`filter-${name}`}" name="${name}">${[
      ["", all] as const,
      ...options[name],
    ].map(
      ([value, text]) =>
        html`<option value="${value}"${chosen(name) === value && html` selected`}>${text}</option>`,
    )}</select></div>`;
  const line = (name: string, label: string) =>
    html`<div class="field"><label for="${`filter-${name}`}">${label}</label><input type="text" id="${`filter-${name}`}" name="${name}" maxlength="${searchCharactersMax}" autocomplete="off" value="${chosen(name)}"></div>`;
  const setCount = choices.filter((name) => chosen(name) !== "").length;
  const isOpen = ["thema", "region", "sprache", "land"].some((name) => chosen(name) !== "");
  return html`<form class="finder" action="${distributionPath}" role="search" aria-label="Kontakte suchen und filtern">
${chosen("stand") !== "" && html`<input type="hidden" name="stand" value="${chosen("stand")}">`}
<div class="line"><div class="field grow"><label class="unseen" for="filter-q">Suchen</label><input type="search" id="filter-q" name="q" maxlength="${searchCharactersMax}" autocomplete="off" placeholder="Name, Medium, Thema oder Adresse" value="${chosen("q")}"></div>
<div class="filter" id="filter" popover>${select("kunde", "Kunde", "Alle Kunden")}${select("liste", "Liste", "Alle Kontakte")}
<details class="more"${isOpen && html` open`}><summary>Mehr Filter</summary><div class="line">
${line("thema", "Thema")}${line("region", "Region")}${line("sprache", "Sprache, etwa de")}${line("land", "Land, etwa AT")}</div></details>
<button>Filtern</button></div>
<button>Suchen</button></div>
<p class="filter-button"><button type="button" popovertarget="filter">Filter${setCount > 0 && ` (${setCount} gesetzt)`}</button></p>
</form>
<nav class="chips" aria-label="Stand"><ul>${[["", "Alle"] as const, ...Object.entries(stateLabels)].map(
    ([value, label]) =>
      html`<li><a class="chip" href="${linkWith(query, value)}"${chosen("stand") === value && html` aria-current="true"`}>${label}</a></li>`,
  )}${setCount + chosen("q").length > 0 && html`<li><a href="${distributionPath}">Alles zeigen</a></li>`}</ul></nav>`;
}

function linkWith(query: URLSearchParams, state: string): string {
  const kept = [...query].filter(([name, value]) => !["cursor", "stand"].includes(name) && value !== "");
  const next = new URLSearchParams([...kept, ...(state === "" ? [] : [["stand", state]])]);
  return next.size === 0 ? distributionPath : `${distributionPath}?${next}`;
}
