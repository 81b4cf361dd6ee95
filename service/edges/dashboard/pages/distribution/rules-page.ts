import { countryRules } from "../../../../features/media-contacts/country-rules.ts";
import { recordObjectionOf } from "../../../../features/media-contacts/object.ts";
import { privacyNotice } from "../../../../features/media-contacts/privacy-notice.ts";
import { countryName } from "../../../../features/media-contacts/rules.ts";
import { retentionMonths, saveContactSettings } from "../../../../features/media-contacts/settings.ts";
import { findContactSettings } from "../../../../features/media-contacts/settings-sql.ts";
import { urlCharactersMax } from "../../../../floor/web/field-rules.ts";
import { html } from "../../../../floor/web/html.ts";
import { stampOf } from "../../../../floor/web/seen-stamp.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { emptyForm, type FormState, filledForm } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { changedSince, seenStampField } from "../../forms/seen-stamp.ts";
import { mailField, optionalAddressField } from "../../forms/text-fields.ts";
import { numberField } from "../../forms/value-fields.ts";
import { copyableHtml, copyScript } from "../../parts/copy-button.ts";
import { tableHtml } from "../../parts/table.ts";
import { rulesPath, tabsHtml } from "./paths.ts";

const settingFields = {
  retentionMonths: numberField({
    label: "Löschen nach Monaten",
    hint: "Wer so lange nicht angeschrieben und nicht geprüft wurde, wird einen Monat lang auf „Heute“ gezeigt und dann gelöscht.",
    minimum: retentionMonths.min,
    maximum: retentionMonths.max,
  }),
  noticeUrl: optionalAddressField({
    label: "Datenschutzhinweis Ihrer Agentur",
    hint: "Adresse der Seite, auf der steht, wie Sie mit Daten von Kontakten umgehen. Jede Mail verlinkt sie. Einen Text dafür finden Sie unten.",
    charactersMax: urlCharactersMax,
  }),
  seenStamp: seenStampField,
};
const conflict = changedSince("diese Angaben");
const objectFields = {
  email: mailField({
    label: "Adresse, die widersprochen hat",
    hint: "Auch eine, die nicht in Ihrem Verteiler steht: Von ihr wird nur eine Prüfsumme gespeichert.",
  }),
};

const rulesPage = definePage({
  path: rulesPath,
  action: "distribution.read",
  scripts: [copyScript],
  handle: (context) => showRules(context, {}),
});

const settingsForm = defineForm({
  path: rulesPath,
  action: "agency.write",
  scripts: [copyScript],
  fields: settingFields,
  async handle({ visit, values, deps }) {
    const { actor, requestId } = visit;
    const { seenStamp, ...settings } = values;
    await saveContactSettings(deps.sql, visit.agencyId, { settings, seenStamp, actor, requestId });
    return { location: rulesPath, notice: "Gespeichert." };
  },
  show: (context, settings) => showRules(context, { settings }),
  reasons: { version_conflict: conflict },
});

const objectForm = defineForm({
  path: `${rulesPath}/widerspruch`,
  action: "distribution.write",
  scripts: [copyScript],
  fields: objectFields,
  async handle({ visit, values, deps }) {
    const { actor, requestId } = visit;
    await recordObjectionOf(
      deps.sql,
      visit.agencyId,
      { email: values.email, actor, requestId },
      deps.secrets,
    );
    return { location: rulesPath, notice: "Der Widerspruch gilt ab sofort und für alle Kunden." };
  },
  show: (context, objection) => showRules(context, { objection }),
});

export const rulesDefinitions = [rulesPage, settingsForm, objectForm];

async function showRules(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  { settings, objection = emptyForm }: { settings?: FormState; objection?: FormState },
): Promise<PageContent> {
  const stored = await findContactSettings(deps.sql, visit.agencyId);
  const checkedBy = deps.contactRulesCheckedBy;
  const state = settings ?? filledForm({ ...stored, seenStamp: stampOf(stored) });
  return {
    title: "Regeln",
    lead: "An wen geschrieben werden darf, richtet sich nach dem Land des Kontakts. Die Regeln sperren, und niemand kann sie abschalten.",
    main: html`${tabsHtml(visit, rulesPath)}
${tableHtml({
  caption: "Regeln der Länder",
  rows: Object.entries(countryRules),
  columns: [
    { label: "Land", cell: ([code]) => countryName(code) },
    { label: "Regel", cell: ([, { german }]) => german },
    {
      label: "Grundlage",
      cell: ([, { source, asOf }]) =>
        html`${source}<span class="facts">Stand ${asOf.split("-").toReversed().join(".")}</span>`,
    },
  ],
})}
<p class="facts">Kontakte aller anderen Länder sind gesperrt. ${checkedBy === null ? "Diese Regeln hat noch kein Anwalt Ihres Betreibers geprüft. Sie ersetzen keine Rechtsberatung." : `Geprüft von ${checkedBy}.`}</p>
${
  visit.may("agency.write") &&
  html`<h2>Aufbewahrung und Hinweis</h2>${formHtml({ visit, action: rulesPath, fields: settingFields, state, submit: "Speichern" })}`
}
${
  visit.may("distribution.write") &&
  html`<h2>Widerspruch eintragen</h2>${formHtml({ visit, action: `${rulesPath}/widerspruch`, fields: objectFields, state: objection, submit: "Eintragen", prefix: "w" })}`
}
<h2 id="hinweistext">Text für Ihren Datenschutzhinweis</h2>
<p>Was Art. 14 DSGVO verlangt, mit Ihrem Namen und Ihrer Frist. Ergänzen Sie, was in eckigen Klammern steht, lassen Sie ihn prüfen, und veröffentlichen Sie ihn auf Ihrer Website. Er ersetzt keine Rechtsberatung.</p>
${copyableHtml({ id: "hinweis", label: "Zum Kopieren", text: privacyNotice({ ...stored, agencyName: visit.agencyName }) })}`,
  };
}
