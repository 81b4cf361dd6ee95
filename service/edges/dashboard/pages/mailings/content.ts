import { listAttachments } from "../../../../features/mailings/facts-sql.ts";
import { mailingStamp } from "../../../../features/mailings/mailing-stamp.ts";
import { changeMailing } from "../../../../features/mailings/mailings.ts";
import {
  attachmentBytesMax,
  attachmentsMax,
  messageCharactersMax,
  subjectCharactersMax,
} from "../../../../features/mailings/rules.ts";
import type { Mailing } from "../../../../features/mailings/schema.ts";
import { listAssets } from "../../../../features/media/list-assets.ts";
import { isUuid } from "../../../../floor/db/keyset-list.ts";
import { quoted } from "../../../../floor/strings/quoted.ts";
import { formatBytes } from "../../../../floor/web/format.ts";
import { html } from "../../../../floor/web/html.ts";
import { defineForm, definePage, type PageContent } from "../../definition.ts";
import { pickManyField } from "../../forms/choice-fields.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { changedSince, seenStampField, withSavedBoxes } from "../../forms/seen-stamp.ts";
import { optionalAreaField, textField } from "../../forms/text-fields.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import {
  knownMailing,
  type MailingContext,
  mailingPage,
  mailingPath,
  mailingsPath,
} from "./known-mailing.ts";

const path = `${mailingsPath}/:mailingId/inhalt` as const;
/** The newest files of a client's library; a mail has room for few. Chosen ones stand there besides: the next save would drop them. */
const filesOfferedMax = 50;

const fields = {
  seenStamp: seenStampField,
  subject: textField({ label: "Betreff", charactersMax: subjectCharactersMax }),
  message: optionalAreaField({
    label: "Persönliche Zeilen",
    hint: "Stehen über der Meldung. {Anrede}, {Vorname} und {Medium} werden für jeden Empfänger ausgefüllt.",
    charactersMax: messageCharactersMax,
    rows: 8,
  }),
  assetIds: pickManyField({
    label: "Anhänge",
    hint: `Zusammen höchstens ${attachmentBytesMax / 1_000_000} MB. Auf Bilder und Dateien der Meldung führt ohnehin ein Link.`,
    entriesMax: attachmentsMax,
  }),
};
const conflict = changedSince("den Inhalt");
const stampOf = (mailing: Mailing) => mailingStamp(mailing, ["subject", "message", "assetIds"]);

const contentPage = definePage({
  path,
  action: "mailings.write",
  async handle(context) {
    const mailing = await knownMailing(context);
    const { subject, message, assetIds } = mailing;
    const seenStamp = stampOf(mailing);
    return await showContent(context, filledForm({ subject, message, assetIds, seenStamp }));
  },
});

const contentForm = defineForm({
  path,
  action: "mailings.write",
  fields,
  async handle(context) {
    const { visit, values, deps } = context;
    const { id } = await knownMailing(context);
    const { subject, message, seenStamp } = values;
    const assetIds = values.assetIds.map(uuidInPath);
    const changes = { id, subject, message: message ?? "", assetIds, seenStamp };
    await changeMailing(deps.sql, visit.agencyId, changes, { actor: visit.actor });
    return { location: mailingPath(id, "/vorschau") };
  },
  show: showContent,
  reasons: { version_conflict: conflict },
});

export const contentDefinitions = [contentPage, contentForm];

async function showContent(context: MailingContext, state: FormState): Promise<PageContent> {
  const { visit, deps } = context;
  const mailing = await knownMailing(context);
  const { clientId, id, releaseTitle, isEmbargoed } = mailing;
  // What is ticked and a colleague has taken out: its box would be gone from a form that was refused, and with it the choice.
  const ticked = (state.typed.assetIds ?? []).filter(isUuid).slice(0, attachmentsMax);
  const assetIdsShown = [...new Set([...mailing.assetIds, ...ticked])];
  const [{ assets }, chosen] = await Promise.all([
    listAssets(deps.sql, visit.agencyId, { clientId, bytesMax: attachmentBytesMax, limit: filesOfferedMax }),
    listAttachments(deps.sql, visit.agencyId, { clientId, assetIds: assetIdsShown }),
  ]);
  const newest = assets.filter(({ id: assetId }) => chosen.every((file) => file.id !== assetId));
  const files = [...chosen, ...newest];
  const { assetIds, ...texts } = fields;
  const options = files.map(({ id: assetId, fileName, bytes }) => ({
    value: assetId,
    label: `${fileName} (${formatBytes(bytes, "de")})`,
  }));
  return mailingPage(mailing, {
    step: "/inhalt",
    main: html`${
      releaseTitle !== null &&
      (isEmbargoed
        ? html`<p>Darunter steht ein Link zur Meldung ${quoted(releaseTitle)} und von ihr selbst kein Wort. Betreff, persönliche Zeilen und Anhänge liest dagegen jeder, auch ohne die Sperrfrist anzunehmen.</p>`
        : html`<p>Darunter stehen Überschrift, Anfang und Bild der Meldung ${quoted(releaseTitle)} mit einem Link zum ganzen Text.</p>`)
    }
${formHtml({
  visit,
  action: mailingPath(id, "/inhalt"),
  fields: files.length > 0 ? { ...texts, assetIds } : texts,
  state: withSavedBoxes(state, { conflict, name: "assetIds", saved: mailing.assetIds, options }),
  options: { assetIds: options },
  submit: "Weiter zur Vorschau",
  beside: html`<a href="${mailingPath(id)}">Zurück</a>`,
})}`,
  });
}
