import { ServiceError } from "../../../../errors.ts";
import { memberStamp } from "../../../../features/people/change-member.ts";
import { listClientChoices } from "../../../../features/people/client-choices-sql.ts";
import { inviteMember } from "../../../../features/people/invite-member.ts";
import {
  type FoundMember,
  findMember,
  listMembers,
  type MembershipRow,
} from "../../../../features/people/membership-sql.ts";
import { limitedClientsMax, personNameCharactersMax } from "../../../../features/people/rules.ts";
import {
  changeTeamMember,
  removeTeamMember,
} from "../../../../features/reporting/schedules/remove-readers.ts";
import { html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { choiceField, pickManyField, radioField } from "../../forms/choice-fields.ts";
import type { Option } from "../../forms/fields.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { seenStampField } from "../../forms/seen-stamp.ts";
import { mailField, optionalTextField } from "../../forms/text-fields.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { copyScript } from "../../parts/copy-button.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { numberInPath, uuidInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import { handOnHtml, handOver, teamPath as path, sendInvitation } from "./invitation.ts";

const trail = [{ label: "Team", href: path }];

export const roleLabels = { owner: "Inhaber", editor: "Redaktion", analyst: "Nur lesen" } as const;

const memberFields = {
  role: choiceField({
    label: "Rolle",
    hint: "Inhaber verwalten Schlüssel, Team und Guthaben. Die Redaktion arbeitet an Kunden, Texten und Berichten.",
    labels: roleLabels,
  }),
  scope: radioField({
    label: "Welche Kunden sieht die Person?",
    labels: { all: "Alle Kunden, auch künftige", named: "Nur die ausgewählten" },
  }),
  clientIds: pickManyField({
    label: "Ausgewählte Kunden",
    hint: "Gilt nur, wenn oben „Nur die ausgewählten“ steht. Inhaber sehen immer alle.",
    entriesMax: limitedClientsMax,
  }),
};
const changedMemberFields = { ...memberFields, seenStamp: seenStampField };
const memberConflict =
  "Rolle oder Kunden dieser Person wurden inzwischen an anderer Stelle geändert; darüber steht, was jetzt gilt. Speichern Sie noch einmal, dann gilt, was in den Feldern steht.";
const inviteFields = {
  email: mailField({ label: "E-Mail-Adresse" }),
  name: optionalTextField({ label: "Name", charactersMax: personNameCharactersMax }),
  ...memberFields,
};

const teamPage = definePage({
  path,
  action: "team.read",
  scripts: [copyScript],
  async handle({ visit, deps, query }) {
    const members = await listMembers(deps.sql, visit.agencyId);
    const invited = members.find(({ personId }) => personId === query.get("eingeladen"));
    return {
      title: "Team",
      lead: "Wer in dieser Agentur arbeitet, und mit welchen Rechten.",
      tools: visit.may("team.write")
        ? html`<a class="button primary" href="${`${path}/einladen`}">Person einladen</a>`
        : html``,
      main: html`${invited !== undefined && handOnHtml(invited.email, deps.publicUrl)}
${tableHtml({
  caption: "Personen der Agentur",
  rows: members,
  columns: [
    {
      label: "Person",
      cell: ({ name, email }) =>
        html`${name ?? html`<span class="address">${email}</span>`}${name !== null && html`<span class="facts">${email}</span>`}`,
    },
    { label: "Rolle", cell: (member) => roleText(member) },
    {
      label: "Zuletzt hier",
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? "–" : shortMomentHtml(visit, lastUsedAt)),
    },
    ...(visit.may("team.write")
      ? [
          {
            label: "Ändern",
            isAction: true,
            cell: ({ personId }: MembershipRow) => html`<a href="${`${path}/${personId}`}">Bearbeiten</a>`,
          },
        ]
      : []),
  ],
})}`,
    };
  },
});

const invitePage = definePage({
  path: `${path}/einladen`,
  action: "team.write",
  handle: (context) => showInvite(context, filledForm({ role: "editor", scope: "all" })),
});

const inviteForm = defineForm({
  path: `${path}/einladen`,
  action: "team.write",
  scripts: [copyScript],
  fields: inviteFields,
  async handle(context) {
    const { visit, values, deps } = context;
    const { email, name, role } = values;
    const invited = await inviteMember(
      deps.sql,
      visit.agencyId,
      { email, name, role, clientIds: clientIdsOf(values) },
      visit.actor,
    );
    if (deps.mailer === null) return await handOver(context, invited.personId, "gehört jetzt zum Team und");
    const isMailed = await sendInvitation(context, { email: invited.email, name });
    return isMailed
      ? {
          location: path,
          notice: `${invited.email} gehört jetzt zum Team und hat eine Nachricht bekommen.`,
        }
      : {
          location: `${path}?eingeladen=${invited.personId}`,
          notice: `${invited.email} gehört jetzt zum Team. Eine Nachricht ließ sich nicht verschicken: Bitte sagen Sie der Person selbst Bescheid.`,
        };
  },
  show: showInvite,
});

const memberPage = definePage({
  path: `${path}/:personId`,
  action: "team.write",
  async handle(context) {
    const member = await memberOf(context);
    const { role, clientIds } = member;
    const scope = clientIds === null ? "all" : "named";
    const filled = { seenStamp: memberStamp(member), role, scope, clientIds: clientIds ?? [] };
    return await showMember(context, filledForm(filled));
  },
});

const memberForm = defineForm({
  path: `${path}/:personId`,
  action: "team.write",
  fields: changedMemberFields,
  async handle({ visit, params, values, deps }) {
    const { role, seenStamp } = values;
    const input = { personId: uuidInPath(params.personId), role, clientIds: clientIdsOf(values), seenStamp };
    const { isTakenOff } = await changeTeamMember(deps.sql, visit.agencyId, input, visit.actor);
    const also = isTakenOff ? " Berichte über andere Kunden gehen nicht mehr dorthin." : "";
    return { location: path, notice: `Die Rolle ist geändert. Sie gilt ab dem nächsten Klick.${also}` };
  },
  show: showMember,
  reasons: { version_conflict: memberConflict },
});

const linkForm = defineForm({
  path: `${path}/:personId/link`,
  action: "team.write",
  scripts: [copyScript],
  fields: {},
  async handle(context) {
    if (context.deps.mailer !== null)
      throw new ServiceError("not_found", "Where mail goes out, people ask for their links themselves.");
    return await handOver(context, uuidInPath(context.params.personId));
  },
  show: showMember,
});

const removeForm = defineForm({
  path: `${path}/:personId/entfernen`,
  action: "team.write",
  fields: {},
  async handle({ visit, params, deps }) {
    const personId = uuidInPath(params.personId);
    const { email, isTakenOff } = await removeTeamMember(deps.sql, visit.agencyId, personId, visit.actor);
    const also = isTakenOff ? " Berichte gehen auch nicht mehr dorthin." : "";
    return { location: path, notice: `${email} gehört nicht mehr zum Team.${also}` };
  },
  show: showMember,
});

export const teamDefinitions = [
  teamPage,
  invitePage,
  inviteForm,
  memberPage,
  memberForm,
  linkForm,
  removeForm,
];

async function showInvite(context: Context, state: FormState): Promise<PageContent> {
  const { visit } = context;
  return {
    title: "Person einladen",
    trail,
    main: formHtml({
      visit,
      action: `${path}/einladen`,
      fields: inviteFields,
      state,
      options: { clientIds: await clientOptions(context, []) },
      submit: "Einladen",
      beside: html`<a href="${path}">Abbrechen</a>`,
    }),
  };
}

async function showMember(context: Context<{ personId: string }>, state: FormState): Promise<PageContent> {
  const { visit } = context;
  const member = await memberOf(context);
  const action = `${path}/${member.personId}`;
  return {
    title: member.name ?? member.email,
    lead: [...(member.name === null ? [] : [member.email]), roleText(member)].join(" · "),
    trail,
    main: html`${formHtml({
      visit,
      action,
      fields: changedMemberFields,
      state,
      options: { clientIds: await clientOptions(context, member.clientIds ?? []) },
      submit: "Speichern",
      beside: html`<a href="${path}">Abbrechen</a>`,
    })}
${
  context.deps.mailer === null &&
  member.personId !== visit.signedIn.personId &&
  html`<h2>Anmeldelink</h2>
<p>Dieser Dienst hat keinen Mailserver. Wer sich noch nicht angemeldet hat, kommt mit einem Link hinein, den Sie selbst weitergeben. Ein neuer Link beendet den älteren und was mit ihm offen ist.</p>
${buttonFormHtml({ visit, action: `${action}/link`, label: "Link anlegen" })}`
}
<h2>Aus dem Team entfernen</h2>
${confirmHtml({
  visit,
  action: `${action}/entfernen`,
  label: "Entfernen …",
  question: `${member.email} sieht dann nichts mehr von dieser Agentur. Texte und Protokoll bleiben.`,
  confirm: "Ja, entfernen",
})}`,
  };
}

async function memberOf({
  visit,
  params,
  deps,
}: Context<{ personId: string }>): Promise<FoundMember & { personId: string }> {
  const personId = uuidInPath(params.personId);
  const member = await findMember(deps.sql, visit.agencyId, personId);
  if (member === null) throw new ServiceError("not_found", "The agency has no such person.");
  return { ...member, personId };
}

async function clientOptions(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  chosenIds: readonly number[],
): Promise<Option[]> {
  const clients = await listClientChoices(deps.sql, visit.agencyId, chosenIds);
  return clients.map(({ id, name }) => ({ value: String(id), label: name }));
}

/** An empty list stays one, and the verb refuses it: nobody sees all clients because nothing was ticked. */
function clientIdsOf({
  scope,
  clientIds,
}: {
  scope: "all" | "named";
  clientIds: readonly string[];
}): number[] | null {
  return scope === "all" ? null : clientIds.map(numberInPath);
}

function roleText({ role, clientIds }: Pick<MembershipRow, "role" | "clientIds">): string {
  if (clientIds === null) return roleLabels[role];
  return `${roleLabels[role]}, ${clientIds.length === 1 ? "ein Kunde" : `${clientIds.length} Kunden`}`;
}
