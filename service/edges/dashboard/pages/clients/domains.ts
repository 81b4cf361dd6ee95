import {
  addDomain,
  listDomains,
  removeDomain,
} from "../../../../features/newsroom/domains/change-domains.ts";
import { proveDomain } from "../../../../features/newsroom/domains/prove-domain.ts";
import type { DomainView } from "../../../../features/newsroom/domains/view.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { emptyForm, type FormState } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { hiddenField, textField } from "../../forms/text-fields.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { momentText } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { clientOf, clientPage, clientPath, clientsPath } from "./client-frame.ts";

const path = `${clientsPath}/:id/domains` as const;
const tab = "/domains";

const addFields = {
  host: textField({
    label: "Domain",
    hint: "Etwa „presse.kunde.de“, ohne https:// und ohne Pfad.",
    charactersMax: 253,
  }),
};
/** Of a domain that is on the page already. */
const knownFields = { host: hiddenField({ charactersMax: 253 }) };

const domainsPage = definePage({
  path,
  action: "newsrooms.write",
  handle: (context) => showDomains(context, emptyForm),
});

const addForm = defineForm({
  path,
  action: "newsrooms.write",
  fields: addFields,
  async handle(context) {
    const { visit, values, deps } = context;
    const { id } = await clientOf(context);
    const { host } = await addDomain(
      deps.sql,
      visit.agencyId,
      { clientId: id, host: values.host },
      { actor: visit.actor, serviceHosts: deps.serviceHosts },
    );
    return {
      location: clientPath(id, tab),
      notice: `${host} ist eingetragen. Jetzt fehlt noch der Nachweis.`,
    };
  },
  show: showDomains,
});

const proveForm = defineForm({
  path: `${path}/pruefen`,
  action: "newsrooms.write",
  fields: knownFields,
  async handle(context) {
    const { visit, values, deps } = context;
    const { id } = await clientOf(context);
    const { host } = await proveDomain(
      deps.sql,
      visit.agencyId,
      { clientId: id, host: values.host },
      { actor: visit.actor, targetRules: deps.targetRules },
    );
    return {
      location: clientPath(id, tab),
      notice: `${host} ist nachgewiesen. Der Newsroom liegt jetzt dort, die alte Adresse führt dorthin.`,
    };
  },
  show: showAsMessage,
});

const removeForm = defineForm({
  path: `${path}/entfernen`,
  action: "newsrooms.write",
  fields: knownFields,
  async handle(context) {
    const { visit, values, deps } = context;
    const { id } = await clientOf(context);
    const { host } = await removeDomain(
      deps.sql,
      visit.agencyId,
      { clientId: id, host: values.host },
      visit.actor,
    );
    return { location: clientPath(id, tab), notice: `${host} ist entfernt.` };
  },
  show: showAsMessage,
});

export const domainDefinitions = [domainsPage, addForm, proveForm, removeForm];

/** The hidden field of a known domain has no place for a reason: it stands above the list. */
function showAsMessage(context: Context<{ id: string }>, state: FormState): Promise<PageContent> {
  return showDomains(context, emptyForm, state);
}

async function showDomains(
  context: Context<{ id: string }>,
  state: FormState,
  refused?: FormState,
): Promise<PageContent> {
  const { visit, deps } = context;
  const client = await clientOf(context);
  const { domains } = await listDomains(deps.sql, visit.agencyId, client.id);
  const at = clientPath(client.id, tab);
  const refusedHost = refused?.typed.host?.[0];
  const reason = refused?.problems.host ?? refused?.message ?? undefined;
  return clientPage(visit, client, {
    tab,
    lead: "Der Newsroom kann unter einer Domain des Kunden stehen. Sie weisen einmal nach, dass sie dem Kunden gehört.",
    main: html`${reason !== undefined && html`<div class="summary" role="alert" tabindex="-1" autofocus><p>${refusedHost !== undefined && `${refusedHost}: `}${reason}</p></div>`}
${domains.map((domain) => domainHtml({ visit, at, domain }))}
<h2>Domain hinzufügen</h2>
${formHtml({ visit, action: at, fields: addFields, state, submit: "Hinzufügen" })}`,
  });
}

function domainHtml({ visit, at, domain }: { visit: Visit; at: string; domain: DomainView }): Html {
  const { host, provenAt, provenBy } = domain;
  return html`<section class="card domain" aria-label="${host}">
<h2>${host} ${provenAt === null ? html`<span class="state bad">noch nicht nachgewiesen</span>` : html`<span class="state good">nachgewiesen</span>`}</h2>
${provenAt === null ? proofHtml({ visit, at, domain }) : html`<p>Seit dem ${momentText(visit, new Date(provenAt))}, ${provenBy === "dns" ? "durch den DNS-Eintrag" : "durch die Seite unter dieser Domain"}.</p>`}
${confirmHtml({
  visit,
  action: `${at}/entfernen`,
  label: "Entfernen …",
  question:
    provenAt === null
      ? `${host} wird aus der Liste genommen.`
      : `Unter ${host} ist der Newsroom dann nicht mehr zu erreichen. Links dorthin führen ins Leere.`,
  confirm: "Ja, entfernen",
  values: { host },
})}
</section>`;
}

function proofHtml({ visit, at, domain }: { visit: Visit; at: string; domain: DomainView }): Html {
  const { host, proof } = domain;
  return html`<p>Leiten Sie die Domain auf diesen Dienst, und weisen Sie sie auf einem von zwei Wegen nach. Neue DNS-Einträge brauchen bis zu einer Stunde.</p>
<dl class="facts-list">
<div><dt>Entweder ein TXT-Eintrag im DNS mit dem Namen</dt><dd><code>${proof.txtName}</code></dd></div>
<div><dt>und dem Wert</dt><dd><code>${proof.txtValue}</code></dd></div>
<div><dt>oder eine Seite, die nur diesen Text zeigt</dt><dd><code>${proof.pageText}</code></dd></div>
<div><dt>unter der Adresse</dt><dd><code>${proof.pageUrl}</code></dd></div>
</dl>
${buttonFormHtml({ visit, action: `${at}/pruefen`, label: "Jetzt prüfen", about: host, values: { host } })}`;
}
