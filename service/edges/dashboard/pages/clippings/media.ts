import { findReadingSettings } from "../../../../features/insights/pages/address-sql.ts";
import { changeReading, unreadHostsMax } from "../../../../features/insights/pages/hand-over.ts";
import { html } from "../../../../floor/web/html.ts";
import { stampOf } from "../../../../floor/web/seen-stamp.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { checkField } from "../../forms/choice-fields.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { linesField } from "../../forms/list-fields.ts";
import { formHtml } from "../../forms/render-form.ts";
import { changedSince, seenStampField } from "../../forms/seen-stamp.ts";
import { mediaPath } from "./paths.ts";
import { tabsHtml } from "./tabs.ts";

const fields = {
  readsArticles: checkField({
    label: "Seiten von Medien lesen",
    hint: "Gelesen werden Adressen, die Sie eintragen oder einlesen, und Treffer aus Feeds. Aus der Seite nehmen wir Überschrift, Medium, Autor, Tag und Sprache. Gehört der Beitrag zu einer Meldung, vergleichen wir ihn mit ihr, und danach vier Wochen lang einmal je Woche noch einmal. Vom Text behalten wir nur Zahlen und Prüfsummen.",
  }),
  unreadHosts: linesField({
    label: "Diese Medien nicht lesen",
    hint: "Eine Domain je Zeile, zum Beispiel „zeitung.de“. Sie gilt auch für alles darunter.",
    entriesMax: unreadHostsMax,
    charactersMax: 253,
    rows: 4,
  }),
  seenStamp: seenStampField,
};

const conflict = changedSince("diese Angaben");

export const mediaDefinitions = [
  definePage({ path: mediaPath, action: "agency.write", handle: (context) => showMedia(context, null) }),
  defineForm({
    path: mediaPath,
    action: "agency.write",
    fields,
    async handle({ visit, values, deps }) {
      const { seenStamp, ...settings } = values;
      await changeReading(deps.sql, visit.agencyId, { settings, seenStamp, actor: visit.actor });
      return { location: mediaPath, notice: "Gespeichert." };
    },
    show: showMedia,
    reasons: { version_conflict: conflict },
  }),
];

async function showMedia(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  state: FormState | null,
): Promise<PageContent> {
  const settings = await findReadingSettings(deps.sql, visit.agencyId);
  const shown = state ?? filledForm({ ...settings, seenStamp: stampOf(settings) });
  return {
    title: "Seiten lesen",
    lead: "Der Dienst kann Seiten von Beiträgen lesen: Er bereitet die Angaben vor und zählt, wie viel einer Meldung übernommen wurde.",
    main: html`${tabsHtml(visit, mediaPath)}
<p>Text und Data Mining ist nach § 44b UrhG erlaubt, soweit der Rechteinhaber es sich nicht vorbehält. Vorbehalte in robots.txt, Kopfzeilen, Meta-Angaben und tdmrep.json achten wir; für Beiträge hinter einer Bezahlschranke brauchen Sie eine Lizenz des Mediums.</p>
${formHtml({ visit, action: mediaPath, fields, state: shown, submit: "Speichern" })}`,
  };
}
