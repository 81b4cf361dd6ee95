import { ServiceError } from "../../../errors.ts";
import { chooseAlertMails } from "../../../features/alerts/alerts.ts";
import { isAlertKind } from "../../../features/alerts/kinds.ts";
import { findWishes } from "../../../features/alerts/sql.ts";
import { endSessions } from "../../../features/people/end-sessions.ts";
import { listRequiredProviders, type RequiredProvider } from "../../../features/people/partner-sql.ts";
import { renamePerson } from "../../../features/people/rename-person.ts";
import { personNameCharactersMax } from "../../../features/people/rules.ts";
// oxlint-disable-next-line pr-service/no-writing-sql -- which agency a session looks at is nothing of that agency's.
import { chooseAgency, type ListedSession, listSessions } from "../../../features/people/session-sql.ts";
import { type Html, html } from "../../../floor/web/html.ts";
import { seeOther } from "../answers.ts";
import { endedSessionCookie } from "../cookies.ts";
import { type Context, defineForm, definePage, type PageContent } from "../definition.ts";
import { pickField, pickManyField } from "../forms/choice-fields.ts";
import { type FormState, filledForm } from "../forms/form-state.ts";
import { formHtml } from "../forms/render-form.ts";
import { optionalTextField } from "../forms/text-fields.ts";
import { buttonFormHtml } from "../parts/confirm.ts";
import { shortMomentHtml } from "../parts/moment.ts";
import { numberInPath, uuidInPath } from "../parts/path-id.ts";
import { tableHtml } from "../parts/table.ts";

const path = "/app/konto";

/** Events that can be mailed. Some concern the whole agency: people limited to some clients never get these. */
const alertOptions = [
  { value: "first_clipping", label: "das erste Clipping einer Meldung" },
  { value: "first_views", label: "die ersten 100 Aufrufe einer Meldung" },
  { value: "goal_reached", label: "ein erreichtes Ziel" },
  { value: "goal_ended", label: "das Ende des Zeitraums eines Ziels" },
  { value: "feed_broken", label: "einen Feed, der sich nicht lesen lässt" },
  { value: "approval_overdue", label: "eine überfällige Freigabe" },
  { value: "new_mentions", label: "neue Treffer in Feeds, einmal am Tag" },
];

const nameFields = {
  name: optionalTextField({
    label: "Name",
    hint: "So heißen Sie im Team, im Protokoll, bei Fassungen und in Nachrichten an Kunden, bei jeder Agentur, für die Sie arbeiten. Ohne Namen steht dort Ihre E-Mail-Adresse.",
    charactersMax: personNameCharactersMax,
    autocomplete: "name",
  }),
};

const accountPage = definePage({ path, action: "account.read", handle: showAccount });

const nameForm = defineForm({
  path: `${path}/name`,
  action: "account.write",
  fields: nameFields,
  async handle({ visit, values, deps }) {
    refusePartner(visit.signedIn);
    const { personId } = visit.signedIn;
    await renamePerson(deps.sql, { personId, name: values.name }, visit.actor);
    return { location: path, notice: "Ihr Name ist gespeichert." };
  },
  show: showName,
});

const switchForm = defineForm({
  path: "/app/agentur",
  action: "account.write",
  fields: { agencyId: pickField({ label: "Agentur" }) },
  async handle({ visit, values, deps }) {
    const agencyId = numberInPath(values.agencyId);
    // What the session may see: a partner's has one agency, whatever else the person belongs to.
    const isOpen = visit.signedIn.memberships.some((each) => each.agencyId === agencyId);
    const { sessionId } = visit.signedIn;
    if (!isOpen || !(await chooseAgency(deps.sql, { sessionId, agencyId })))
      throw new ServiceError("not_found", "The person has no part in this agency.");
    return { location: "/app" };
  },
  show: showAccount,
});

const signOutForm = defineForm({
  path: "/app/abmelden",
  action: "account.write",
  fields: {},
  async handle({ visit, deps, request }) {
    const { personId, sessionId } = visit.signedIn;
    await endSessions(deps.sql, visit.agencyId, { personId, only: sessionId }, visit.actor);
    return seeOther("/app/anmelden", [endedSessionCookie(request)]);
  },
  show: showAccount,
});

const endOneForm = defineForm({
  path: `${path}/sitzungen/:sessionId/beenden`,
  action: "account.write",
  fields: {},
  async handle({ visit, params, deps }) {
    refusePartner(visit.signedIn);
    const one = { personId: visit.signedIn.personId, only: uuidInPath(params.sessionId) };
    if ((await endSessions(deps.sql, visit.agencyId, one, visit.actor)) === 0)
      throw new ServiceError("not_found", "The person has no such session.");
    return { location: path, notice: "Die Sitzung ist beendet." };
  },
  show: showAccount,
});

const endOthersForm = defineForm({
  path: `${path}/sitzungen/beenden`,
  action: "account.write",
  fields: {},
  async handle({ visit, deps }) {
    refusePartner(visit.signedIn);
    const { personId, sessionId } = visit.signedIn;
    await endSessions(deps.sql, visit.agencyId, { personId, except: sessionId }, visit.actor);
    return { location: path, notice: "Alle anderen Sitzungen sind beendet." };
  },
  show: showAccount,
});

const alertFields = {
  kinds: pickManyField({ label: "Per E-Mail Bescheid geben über", entriesMax: alertOptions.length }),
};

const alertsForm = defineForm({
  path: `${path}/neuigkeiten`,
  action: "account.write",
  fields: alertFields,
  async handle({ visit, values, deps }) {
    const input = { personId: visit.signedIn.personId, kinds: values.kinds.filter(isAlertKind) };
    await chooseAlertMails(deps.sql, visit.agencyId, input, visit.actor);
    return { location: path, notice: "Ihre Auswahl ist gespeichert." };
  },
  show: showAccount,
});

export const accountDefinitions = [
  accountPage,
  nameForm,
  switchForm,
  signOutForm,
  endOneForm,
  endOthersForm,
  alertsForm,
];

/** A partner of one agency has no say in how the person works for others. */
function refusePartner({ isOfPartner }: { isOfPartner: boolean }): void {
  if (isOfPartner) throw new ServiceError("not_found", "A session of a partner speaks for one agency alone.");
}

async function showAccount(context: Context): Promise<PageContent> {
  return await showName(context, filledForm({ name: context.visit.signedIn.name }));
}

/** The page with what was typed as the name. */
async function showName({ visit, deps }: Context, nameState: FormState): Promise<PageContent> {
  const { personId, sessionId, email, isOfPartner, method } = visit.signedIn;
  const [all, wishes, providers] = await Promise.all([
    listSessions(deps.sql, personId),
    findWishes(deps.sql, visit.agencyId, personId),
    isOfPartner ? [] : listRequiredProviders(deps.sql, { personId, method, onlyAgencyId: null }),
  ]);
  const sessions = isOfPartner ? all.filter(({ id }) => id === sessionId) : all;
  const endButton = ({ id, device }: ListedSession) =>
    id === sessionId
      ? html`<span class="state good">diese hier</span>`
      : buttonFormHtml({
          visit,
          action: `${path}/sitzungen/${id}/beenden`,
          label: "Beenden",
          about: device,
        });
  return {
    title: "Mein Konto",
    lead: email,
    tools: isOfPartner ? html`` : html`<a class="button" href="${`${path}/passkeys`}">Passkeys</a>`,
    main: html`${
      !isOfPartner &&
      formHtml({
        visit,
        action: `${path}/name`,
        fields: nameFields,
        state: nameState,
        submit: "Namen speichern",
      })
    }
<h2>Sitzungen</h2>
<p class="lead">Geräte, auf denen Sie angemeldet sind. Beenden Sie, was Sie nicht kennen.</p>
${tableHtml({
  caption: "Sitzungen",
  rows: sessions,
  columns: [
    { label: "Gerät", cell: ({ device }) => device },
    { label: "Angemeldet", cell: ({ createdAt }) => shortMomentHtml(visit, createdAt) },
    { label: "Zuletzt benutzt", cell: ({ lastUsedAt }) => shortMomentHtml(visit, lastUsedAt) },
    { label: "Beenden", isAction: true, cell: endButton },
  ],
})}
${sessions.length > 1 && html`<div class="after">${buttonFormHtml({ visit, action: `${path}/sitzungen/beenden`, label: "Alle anderen beenden", isDangerous: true })}</div>`}
${providers.length > 0 && providersHtml(providers)}
<h2>Neuigkeiten</h2>
<p class="lead">Höchstens eine E-Mail in der Stunde, mit allem, was geschehen ist.</p>
${formHtml({ visit, action: `${path}/neuigkeiten`, fields: alertFields, state: filledForm({ kinds: wishes }), options: { kinds: alertOptions }, submit: "Speichern" })}`,
  };
}

/** Agencies that this session can't change to. Who works for another one, too, would find their address nowhere. */
function providersHtml(providers: readonly RequiredProvider[]): Html {
  return html`<h2>Weitere Agenturen</h2>
<p class="lead">Diese Agenturen lassen Sie nur über ihre eigene Anmeldung herein. Diese Sitzung endet, sobald Sie dort angemeldet sind.</p>
${providers.map(
  ({ id, name, agencyName }) =>
    html`<p class="buttons"><a class="button" href="${`/app/anmelden/partner/${id}`}">Mit ${name} bei ${agencyName} anmelden</a></p>`,
)}`;
}
