import { type AgentRequest, answerLocation, openRequest } from "../../../features/agent-access/authorize.ts";
import { allowAgent, grantableScopes } from "../../../features/agent-access/connections.ts";
import { consentPath } from "../../../features/agent-access/routes.ts";
import { remoteHostOf, type Scope, scopes } from "../../../features/agent-access/rules.ts";
import { listClientNames } from "../../../features/clients/client-names-sql.ts";
import { type Html, html } from "../../../floor/web/html.ts";
import { refusal } from "../../../floor/web/refuse-fields.ts";
import { seeOther } from "../answers.ts";
import { type Context, defineForm, definePage, type PageContent } from "../definition.ts";
import { pickManyField, radioField } from "../forms/choice-fields.ts";
import { type FormState, filledForm } from "../forms/form-state.ts";
import { idOfForm } from "../forms/id-of-form.ts";
import { formAction, formHtml } from "../forms/render-form.ts";
import { hiddenField } from "../forms/text-fields.ts";
import type { Script } from "../script.ts";
import type { Visit } from "../visit.ts";
import { roleLabels } from "./settings/team.ts";

/** Longer than a second click takes. */
const wakesAfterMs = 700;

const denyPath = "/app/agenten/ablehnen";
/** Clients of the person named on the page; the rest is a number. */
const clientsNamedMax = 10;

const scopeLabels: Readonly<Record<Scope, string>> = {
  read: "Lesen: Kunden, Texte, Zahlen und Berichte",
  write: "Schreiben: Texte entwerfen und ändern, Berichte erstellen",
  publish: "Veröffentlichen: um Freigabe bitten und freigegebene Texte veröffentlichen, das kostet Credits",
};

export const scopeWords: Readonly<Record<Scope, string>> = {
  read: "lesen",
  write: "schreiben",
  publish: "veröffentlichen",
};

const fields = {
  anfrage: hiddenField({ charactersMax: 1_900 }),
  scopes: pickManyField({
    label: "Was das Programm darf",
    hint: "Angekreuzt ist, worum es bittet.",
    entriesMax: scopes.length,
  }),
  duration: radioField({
    label: "Wie lange",
    labels: { "30": "30 Tage", "90": "90 Tage", open: "Bis ich die Verbindung trenne" },
  }),
};

/**
 * A page that a stranger opens in front of somebody who is just clicking must not get that click: the button wakes a moment after the
 * page is seen, and again after it was not. A second click on it, which would get a refusal in place of the first one's code, sends nothing.
 * Without a script it works at once.
 */
const consentScript: Script = {
  name: "consent",
  source: `const button = document.querySelector('form[action^="${consentPath}"] button.primary');
let timer;
let isSent = false;
const wait = () => {
  clearTimeout(timer);
  button.disabled = true;
  if (document.visibilityState === "visible") timer = setTimeout(() => (button.disabled = false), ${wakesAfterMs});
};
if (button !== null) {
  document.addEventListener("visibilitychange", wait);
  addEventListener("focus", wait);
  button.form.addEventListener("submit", (event) => {
    if (isSent) event.preventDefault();
    isSent = true;
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) isSent = false;
  });
  wait();
}
`,
};

const consentPage = definePage({
  path: consentPath,
  action: "agents.connect",
  scripts: [consentScript],
  async handle(context) {
    const { visit, query, deps } = context;
    const anfrage = query.get("anfrage") ?? "";
    const request = openRequest(deps.secrets, anfrage);
    if (request === null) return expiredPage();
    // Asked for before anything is read, so that "Erlauben" is the last step and goes through.
    if (!visit.signedIn.isFresh) {
      const next = encodeURIComponent(`${consentPath}?anfrage=${anfrage}`);
      return seeOther(`/app/bestaetigen?weiter=${next}`);
    }
    const ticked = grantableScopes(visit).filter((scope) => request.scopes.includes(scope));
    return await show(context, filledForm({ anfrage, scopes: ticked, duration: "30" }));
  },
});

const allowForm = defineForm({
  path: consentPath,
  action: "agents.connect",
  scripts: [consentScript],
  fields,
  async handle({ visit, values, deps, idempotencyKey }) {
    const request = openRequest(deps.secrets, values.anfrage);
    if (request === null) throw expired();
    const { code } = await allowAgent(
      deps.sql,
      visit.agencyId,
      {
        id: idOfForm(visit.agencyId, idempotencyKey),
        personId: visit.signedIn.personId,
        member: visit,
        method: visit.signedIn.method,
        request,
        scopes: scopes.filter((scope) => values.scopes.includes(scope)),
        days: values.duration === "open" ? null : Number(values.duration),
      },
      visit.actor,
    );
    return answeredPage("Verbunden", request, answerLocation({ ...request, ...deps }, { code }));
  },
  show,
});

const denyForm = defineForm({
  path: denyPath,
  action: "agents.read",
  fields,
  async handle({ values, deps }) {
    const request = openRequest(deps.secrets, values.anfrage);
    if (request === null) throw expired();
    const location = answerLocation({ ...request, ...deps }, { error: "access_denied" });
    return answeredPage("Abgelehnt", request, location);
  },
  show,
});

export const agentConsentDefinitions = [consentPage, allowForm, denyForm];

async function show({ visit, deps }: Context, state: FormState): Promise<PageContent> {
  const request = openRequest(deps.secrets, state.typed.anfrage?.[0] ?? "");
  if (request === null) return expiredPage();
  if (!hasAgents(visit)) return { title: "Noch nicht in Ihrem Tarif", main: planNotice };
  const grantable = grantableScopes(visit);
  return {
    title: `„${request.client.name}“ verbinden?`,
    lead: "Erlauben Sie das nur, wenn Sie die Verbindung gerade selbst begonnen haben. Das Programm arbeitet dann in Ihrem Namen.",
    main: html`${await factsHtml(visit, deps, request)}
${!request.scopes.every((scope) => grantable.includes(scope)) && html`<p class="notice">Das Programm möchte mehr, als Ihre Rolle erlaubt. Zur Wahl steht nur, was Sie selbst dürfen.</p>`}
${formHtml({
  visit,
  action: consentPath,
  fields,
  state,
  options: { scopes: grantable.map((scope) => ({ value: scope, label: scopeLabels[scope] })) },
  submit: "Erlauben",
  beside: html`<button formaction="${formAction(visit, denyPath)}">Ablehnen</button>`,
})}`,
  };
}

async function factsHtml(
  visit: Visit,
  { sql }: Context["deps"],
  { client, redirectUri }: AgentRequest,
): Promise<Html> {
  const answersTo = remoteHostOf(redirectUri);
  const { email, name } = visit.signedIn;
  const isChecked = client.kind === "operator";
  return html`<dl class="facts-list">
<div><dt>Programm</dt><dd>„${client.name}“ <span class="${isChecked ? "state good" : "state waiting"}">${isChecked ? "vom Betreiber geprüft" : "nicht geprüft"}</span>
${!isChecked && html`<span class="facts">So nennt es sich selbst. Verlassen Sie sich auf die Adressen.</span>`}</dd></div>
${client.kind === "document" && html`<div><dt>Herkunft</dt><dd>${client.host}</dd></div>`}
<div><dt>Antwort geht an</dt><dd>${answersTo ?? "ein Programm auf diesem Rechner"}</dd></div>
<div><dt>Agentur</dt><dd>${visit.agencyName}</dd></div>
<div><dt>Handelt als</dt><dd>${name ?? email}, Rolle ${roleLabels[visit.role]}</dd></div>
<div><dt>Kunden</dt><dd>${await clientsText(visit, sql)}</dd></div>
</dl>`;
}

async function clientsText({ agencyId, clientIds }: Visit, sql: Context["deps"]["sql"]): Promise<string> {
  if (clientIds === null) return "alle, auch künftige";
  const names = (await listClientNames(sql, agencyId, { clientIds })).map(({ name }) => name);
  const more = names.length - clientsNamedMax;
  return `${names.slice(0, clientsNamedMax).join(", ")}${more > 0 ? ` und ${more} weitere` : ""}`;
}

/** The browser goes on by itself; the link is for those that do not. */
function answeredPage(title: string, { redirectUri }: AgentRequest, location: string): PageContent {
  const to = remoteHostOf(redirectUri) ?? "dem Programm";
  return {
    title,
    goesOnTo: location,
    main: html`<p>Sie kommen gleich zu ${to} zurück. Geschieht nichts, klicken Sie bitte hier:</p>
<p class="buttons"><a class="button primary" href="${location}" rel="noreferrer">Weiter zu ${to}</a></p>
<p class="facts">Ihre Verbindungen stehen unter <a href="/app/einstellungen/agenten">Einstellungen → Agenten</a>.</p>`,
  };
}

/** The endpoint refuses the assistants of other agencies, whatever their people allow. */
export function hasAgents({ signedIn }: Visit): boolean {
  return signedIn.agency.plan === "agency";
}

export const planNotice = html`<p class="notice">KI-Assistenten gehören zum Tarif „agency“, den Ihre Agentur nicht hat. Wenden Sie sich an den Betreiber.</p>`;

const expiredText =
  "Die Anfrage gilt zehn Minuten und ist abgelaufen oder unvollständig. Beginnen Sie im Assistenten noch einmal.";

const expiredPage = (): PageContent => ({
  title: "Diese Anfrage gilt nicht mehr",
  status: 400,
  main: html`<p>${expiredText}</p><p class="buttons"><a class="button" href="/app/einstellungen/agenten">Zu den Agenten</a></p>`,
});

const expired = () =>
  refusal("validation_error", { german: expiredText, english: "The request is over. Begin anew." });
