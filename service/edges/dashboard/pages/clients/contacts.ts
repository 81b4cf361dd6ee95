import { ServiceError } from "../../../../errors.ts";
import { setApprovalRule } from "../../../../features/clients/approval-rule.ts";
import {
  addClientContact,
  clientContactStamp,
  listClientContacts,
} from "../../../../features/clients/contacts.ts";
import type { ClientContact } from "../../../../features/clients/persona-sql.ts";
import {
  changeClientContactAndReader,
  removeClientContactAndReader,
} from "../../../../features/reporting/schedules/remove-readers.ts";
import { html } from "../../../../floor/web/html.ts";
import { mailAddressOctetsMax } from "../../../../floor/web/mail-address.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { checkField } from "../../forms/choice-fields.ts";
import { emptyForm, type FormState, filledForm, withTyped } from "../../forms/form-state.ts";
import { timedIdOfForm } from "../../forms/id-of-form.ts";
import { formHtml } from "../../forms/render-form.ts";
import { changedSince, seenStampField } from "../../forms/seen-stamp.ts";
import { optionalTextField, textField } from "../../forms/text-fields.ts";
import { confirmHtml } from "../../parts/confirm.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import { approvalRuleSection, ruleConflict, ruleFields, ruleOf } from "./approval-rule.ts";
import { clientOf, clientPage, clientPath, clientsPath, type ShownClient } from "./client-frame.ts";

const path = `${clientsPath}/:id/kontakte` as const;
const tab = "/kontakte";

const contactFields = {
  name: textField({ label: "Name", charactersMax: 200 }),
  role: optionalTextField({ label: "Aufgabe", hint: "Etwa „Pressesprecherin“.", charactersMax: 200 }),
  email: optionalTextField({
    label: "E-Mail-Adresse",
    hint: "Dorthin gehen Freigaben und Berichte.",
    charactersMax: mailAddressOctetsMax,
  }),
  canApprove: checkField({
    label: "Darf Texte freigeben",
    hint: "Die Freigabe kommt als Link per E-Mail. Ein Konto braucht der Kontakt nicht.",
  }),
  wantsOnlineMail: checkField({
    label: "Möchte per E-Mail erfahren, wenn eine Meldung online ist",
    hint: "Nur ankreuzen, wenn der Kontakt zugestimmt hat. Der Dienst schreibt ihm dann bei jeder Veröffentlichung von selbst.",
  }),
};

const changedContactFields = { ...contactFields, seenStamp: seenStampField };
const contactConflict = changedSince("den Kontakt");

const contactsPage = definePage({
  path,
  action: "clients.read",
  handle: (context) => showContacts(context, null),
});

/** All contacts, and below them whose approval the client wants; `rule` is what was typed there, where it was refused. */
async function showContacts(context: Context<{ id: string }>, rule: FormState | null): Promise<PageContent> {
  const { visit, deps } = context;
  const client = await clientOf(context);
  const { contacts } = await listClientContacts(deps.sql, visit.agencyId, client.id);
  const mayWrite = visit.may("contacts.write");
  const newPath = clientPath(client.id, `${tab}/neu`);
  return clientPage(visit, client, {
    tab,
    ...(mayWrite && contacts.length > 0
      ? { tools: html`<a class="button primary" href="${newPath}">Kontakt anlegen</a>` }
      : {}),
    main:
      contacts.length === 0
        ? emptyHtml({
            title: "Noch kein Kontakt",
            text: "Wer Texte freigibt, braucht einen Kontakt mit E-Mail-Adresse.",
            ...(mayWrite ? { link: { label: "Kontakt anlegen", href: newPath } } : {}),
          })
        : html`${contactTable(client, contacts, mayWrite)}
${await approvalRuleSection(context, { clientId: client.id, contacts, state: rule })}`,
  });
}

const ruleForm = defineForm({
  path: `${path}/freigaberegel`,
  action: "approvals.rule",
  fields: ruleFields,
  async handle(context) {
    const { visit, values, deps } = context;
    const { id } = await clientOf(context);
    const rule = { clientId: id, ...ruleOf(values), seenStamp: values.seenStamp };
    await setApprovalRule(deps.sql, visit.agencyId, rule, visit.actor);
    return { location: clientPath(id, tab), notice: "Die Regel gilt ab der nächsten Anfrage." };
  },
  show: showContacts,
  reasons: { version_conflict: ruleConflict },
});

function contactTable(client: ShownClient, contacts: readonly ClientContact[], mayWrite: boolean) {
  return tableHtml({
    caption: `Kontakte von ${client.name}`,
    rows: contacts,
    columns: [
      {
        label: "Name",
        cell: ({ name, role }) => html`${name}${role !== null && html`<span class="facts">${role}</span>`}`,
      },
      { label: "E-Mail", cell: ({ email }) => email ?? "–" },
      {
        label: "Freigabe und Mails",
        cell: ({ canApprove, wantsOnlineMail }) =>
          canApprove || wantsOnlineMail
            ? html`${canApprove && html`<span class="state good">darf freigeben</span>`} ${wantsOnlineMail && html`<span class="state">Mail „ist online“</span>`}`
            : "–",
      },
      ...(mayWrite
        ? [
            {
              label: "Ändern",
              isAction: true,
              cell: ({ id, name }: ClientContact) =>
                html`<a href="${clientPath(client.id, `${tab}/${id}`)}">Bearbeiten<span class="unseen">: ${name}</span></a>`,
            },
          ]
        : []),
    ],
  });
}

const newPage = definePage({
  path: `${path}/neu`,
  action: "contacts.write",
  handle: (context) => showNew(context, emptyForm),
});

const newForm = defineForm({
  path: `${path}/neu`,
  action: "contacts.write",
  fields: contactFields,
  async handle(context) {
    const { visit, values, deps, idempotencyKey } = context;
    const { id: clientId } = await clientOf(context);
    const contact = { clientId, ...values };
    const id = timedIdOfForm(visit.agencyId, idempotencyKey, contact);
    await addClientContact(deps.sql, visit.agencyId, { ...contact, id }, visit.actor);
    return { location: clientPath(clientId, tab), notice: `${values.name} ist als Kontakt angelegt.` };
  },
  show: showNew,
});

const contactPage = definePage({
  path: `${path}/:contactId`,
  action: "contacts.write",
  async handle(context) {
    const { contact } = await contactOf(context);
    return await showContact(context, filledForm(storedIn(contact)));
  },
});

const contactForm = defineForm({
  path: `${path}/:contactId`,
  action: "contacts.write",
  fields: changedContactFields,
  async handle(context) {
    const { visit, values, deps } = context;
    const { client, contact } = await contactOf(context);
    const input = { contactId: contact.id, ...values };
    const changed = await changeClientContactAndReader(deps.sql, visit.agencyId, input, visit.actor);
    const notice = `${values.name} ist geändert.${readersText(changed)}`;
    return { location: clientPath(client.id, tab), notice };
  },
  show: showContact,
  reasons: { version_conflict: contactConflict },
});

/** Where reports go from now on, of a contact whose address is another. */
function readersText({ contact, ...is }: Awaited<ReturnType<typeof changeClientContactAndReader>>): string {
  const texts = [
    is.isReplaced ? " Berichte über diesen Kunden gehen jetzt an die neue Adresse." : "",
    is.isTakenOff ? " An die frühere Adresse gehen keine Berichte mehr." : "",
    is.isTakenOff && contact.email !== null
      ? " Bei Berichten über mehrere Kunden tragen Sie die neue bitte selbst ein, und einen davon, der noch nicht verschickt war, senden Sie bitte neu."
      : "",
  ];
  return texts.join("");
}

const removeForm = defineForm({
  path: `${path}/:contactId/entfernen`,
  action: "contacts.write",
  fields: {},
  async handle(context) {
    const { visit, deps } = context;
    const { client, contact } = await contactOf(context);
    const { isTakenOff } = await removeClientContactAndReader(
      deps.sql,
      visit.agencyId,
      contact.id,
      visit.actor,
    );
    const also = isTakenOff ? " Berichte gehen auch nicht mehr dorthin." : "";
    return { location: clientPath(client.id, tab), notice: `${contact.name} ist entfernt.${also}` };
  },
  async show(context, state) {
    const { contact } = await contactOf(context);
    return await showContact(context, withTyped(state, storedIn(contact)));
  },
  reasons: {
    approval_pending:
      "Dieser Kontakt ist um eine Freigabe gebeten und hat noch nicht geantwortet. Warten Sie die Antwort ab oder ändern Sie den Text: Das beendet die Anfrage.",
  },
});

export const clientContactDefinitions = [
  contactsPage,
  newPage,
  newForm,
  contactPage,
  contactForm,
  removeForm,
  ruleForm,
];

function storedIn(contact: ClientContact) {
  const { name, role, email, canApprove, wantsOnlineMail } = contact;
  return { name, role, email, canApprove, wantsOnlineMail, seenStamp: clientContactStamp(contact) };
}

async function contactOf(
  context: Context<{ id: string; contactId: string }>,
): Promise<{ client: ShownClient; contact: ClientContact }> {
  const { visit, params, deps } = context;
  const contactId = uuidInPath(params.contactId);
  const client = await clientOf(context);
  const { contacts } = await listClientContacts(deps.sql, visit.agencyId, client.id);
  const contact = contacts.find(({ id }) => id === contactId);
  if (contact === undefined) throw new ServiceError("not_found", "The client has no such contact.");
  return { client, contact };
}

async function showNew(context: Context<{ id: string }>, state: FormState): Promise<PageContent> {
  const { visit } = context;
  const client = await clientOf(context);
  return clientPage(visit, client, {
    tab,
    title: "Kontakt anlegen",
    main: formHtml({
      visit,
      action: clientPath(client.id, `${tab}/neu`),
      fields: contactFields,
      state,
      submit: "Anlegen",
      beside: html`<a href="${clientPath(client.id, tab)}">Abbrechen</a>`,
    }),
  });
}

async function showContact(
  context: Context<{ id: string; contactId: string }>,
  state: FormState,
): Promise<PageContent> {
  const { visit } = context;
  const { client, contact } = await contactOf(context);
  const action = clientPath(client.id, `${tab}/${contact.id}`);
  return clientPage(visit, client, {
    tab,
    title: contact.name,
    main: html`${formHtml({
      visit,
      action,
      fields: changedContactFields,
      state,
      submit: "Speichern",
      beside: html`<a href="${clientPath(client.id, tab)}">Abbrechen</a>`,
    })}
<h2>Entfernen</h2>
${confirmHtml({
  visit,
  action: `${action}/entfernen`,
  label: "Kontakt entfernen …",
  question: `${contact.name} bekommt dann keine Freigaben mehr. Bei früheren Freigaben bleibt der Name stehen, die Adresse wird gelöscht.`,
  confirm: "Ja, entfernen",
})}`,
  });
}
