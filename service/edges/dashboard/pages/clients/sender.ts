import {
  checkSender,
  readSender,
  removeSender,
  renewSenderKey,
  type SenderView,
  senderNameCharactersMax,
  senderStamp,
  setSender,
} from "../../../../features/mailings/senders/senders.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { changedSince, seenStampField } from "../../forms/seen-stamp.ts";
import { mailField, textField } from "../../forms/text-fields.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { copyableHtml, copyScript } from "../../parts/copy-button.ts";
import { momentText } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { clientOf, clientPage, clientPath, clientsPath } from "./client-frame.ts";

const path = `${clientsPath}/:id/absender` as const;
const tab = "/absender";

const fields = {
  name: textField({
    label: "Name",
    hint: "So steht er im Postfach, etwa „Hafenbau AG, Presse“.",
    charactersMax: senderNameCharactersMax,
  }),
  address: mailField({
    label: "Adresse",
    hint: "Unter der Domain des Kunden, etwa presse@kunde.de. Antworten gehen nicht dorthin, sondern an Sie.",
  }),
};

const setFields = { ...fields, seenStamp: seenStampField };
const conflict = changedSince("den Absender");

const senderPage = definePage({
  path,
  action: "newsrooms.write",
  scripts: [copyScript],
  async handle(context) {
    const { id, name } = await clientOf(context);
    const sender = await readSender(context.deps.sql, context.visit.agencyId, id);
    return await showSender(
      context,
      filledForm({
        ...{ name: sender?.name ?? name, address: sender?.address ?? null },
        seenStamp: senderStamp(sender),
      }),
    );
  },
});

const setForm = defineForm({
  path,
  action: "newsrooms.write",
  scripts: [copyScript],
  fields: setFields,
  async handle(context) {
    const { visit, values, deps } = context;
    const { id } = await clientOf(context);
    const { actor } = visit;
    const sender = await setSender(
      deps.sql,
      visit.agencyId,
      { clientId: id, ...values },
      { actor, secrets: deps.secrets },
    );
    return {
      location: clientPath(id, tab),
      notice: sender.isSigning ? "Gespeichert." : "Gespeichert. Jetzt fehlt noch der Eintrag im DNS.",
    };
  },
  show: showSender,
  reasons: { version_conflict: conflict },
});

const checkForm = defineForm({
  path: `${path}/pruefen`,
  action: "newsrooms.write",
  fields: {},
  async handle(context) {
    const { visit, deps } = context;
    const { id } = await clientOf(context);
    const { isSigning, hasAnswered, domain } = await checkSender(deps.sql, visit.agencyId, id);
    if (!hasAnswered)
      return {
        location: clientPath(id, tab),
        notice: `Das DNS von ${domain} antwortet gerade nicht. Es bleibt, wie es war; der Dienst fragt stündlich wieder.`,
      };
    const notice = isSigning
      ? `Der Schlüssel von ${domain} ist gefunden. Aussände gehen jetzt von dort hinaus.`
      : "Der Eintrag ist noch nicht zu finden. Neue DNS-Einträge brauchen bis zu einer Stunde, und so oft fragt der Dienst von selbst.";
    return { location: clientPath(id, tab), notice };
  },
  show: showStored,
});

const renewForm = defineForm({
  path: `${path}/erneuern`,
  action: "newsrooms.write",
  fields: {},
  async handle(context) {
    const { visit, deps } = context;
    const { id } = await clientOf(context);
    await renewSenderKey(deps.sql, visit.agencyId, id, { actor: visit.actor, secrets: deps.secrets });
    return {
      location: clientPath(id, tab),
      notice: "Ein neuer Schlüssel wartet auf seinen Eintrag. Bis dahin gilt der alte.",
    };
  },
  show: showStored,
});

const removeForm = defineForm({
  path: `${path}/entfernen`,
  action: "newsrooms.write",
  fields: {},
  async handle(context) {
    const { visit, deps } = context;
    const { id } = await clientOf(context);
    await removeSender(deps.sql, visit.agencyId, id, { actor: visit.actor });
    return { location: clientPath(id, tab), notice: "Der Absender ist entfernt." };
  },
  show: showStored,
});

export const senderDefinitions = [senderPage, setForm, checkForm, renewForm, removeForm];

function showStored(context: Context<{ id: string }>, state: FormState): Promise<PageContent> {
  return showSender(context, state);
}

async function showSender(context: Context<{ id: string }>, state: FormState): Promise<PageContent> {
  const { visit, deps } = context;
  const client = await clientOf(context);
  const sender = await readSender(deps.sql, visit.agencyId, client.id);
  const at = clientPath(client.id, tab);
  return clientPage(visit, client, {
    tab,
    lead: "Von welcher Adresse Aussände an Redaktionen kommen. Ohne eigene gehen sie über die Adresse des Dienstes, mit dem Namen des Kunden.",
    main: html`${sender !== null && stateHtml(visit, at, sender)}
<h2>${sender === null ? "Absender einrichten" : "Absender ändern"}</h2>
${formHtml({ visit, action: at, fields: setFields, state, submit: "Speichern" })}`,
  });
}

function stateHtml(visit: Visit, at: string, sender: SenderView): Html {
  const { address, isSigning, checkedAt, domain, record, nextRecord } = sender;
  const waiting = isSigning ? nextRecord : record;
  return html`<section class="card" aria-label="${address}">
<h2>${address} ${isSigning ? html`<span class="state good">geprüft</span>` : html`<span class="state bad">noch nicht geprüft</span>`}</h2>
<p>${checkedAt === null ? "Das DNS wurde noch nicht gefragt." : `Zuletzt geprüft: ${momentText(visit, checkedAt)}.`} ${dmarcText(sender)} ${sender.hasSpf === false && `Für ${domain} gibt es keinen SPF-Eintrag. Aussände brauchen ihn nicht, andere Mails der Domain schon.`}</p>
${
  waiting !== null &&
  html`<p>Tragen Sie im DNS von ${domain} einen TXT-Eintrag ein. Er erlaubt diesem Dienst, Mails von dieser Domain zu unterschreiben (DKIM). Der SPF-Eintrag bleibt, wie er ist.</p>
${copyableHtml({ id: "dns-name", label: "Name", text: waiting.name })}
${copyableHtml({ id: "dns-wert", label: "Wert", text: waiting.value })}`
}
<div class="buttons after">${buttonFormHtml({ visit, action: `${at}/pruefen`, label: "Jetzt prüfen", isPrimary: !isSigning || nextRecord !== null })}
${isSigning && nextRecord === null && buttonFormHtml({ visit, action: `${at}/erneuern`, label: "Schlüssel erneuern" })}</div>
${confirmHtml({ visit, action: `${at}/entfernen`, label: "Entfernen …", question: "Aussände gehen dann wieder über die Adresse des Dienstes.", confirm: "Ja, entfernen" })}
</section>`;
}

function dmarcText({ dmarc, domain }: SenderView): string {
  if (dmarc === null || dmarc === "enforced") return "";
  return dmarc === "missing"
    ? `Für ${domain} gibt es keine DMARC-Regel. Große Anbieter erwarten eine: TXT-Eintrag _dmarc.${domain} mit dem Wert v=DMARC1; p=none.`
    : `Die DMARC-Regel von ${domain} lautet p=none: Gefälschte Mails werden nur gemeldet.`;
}
