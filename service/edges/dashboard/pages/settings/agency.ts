import { ServiceError } from "../../../../errors.ts";
import { logoBytesMax } from "../../../../features/agencies/settings/read-logo.ts";
import {
  type AgencySettings,
  labelCharactersMax,
  labelsMax,
  nameCharactersMax,
  senderCharactersMax,
} from "../../../../features/agencies/settings/schema.ts";
import {
  agencyStamp,
  showAgency,
  updateAgency,
} from "../../../../features/agencies/settings/update-agency.ts";
import { asPng } from "../../../../features/media/picture/as-png.ts";
import { changeAgency } from "../../../../features/reporting/schedules/change-agency.ts";
import { html } from "../../../../floor/web/html.ts";
import { mailAddressOctetsMax } from "../../../../floor/web/mail-address.ts";
import { type Context, defineForm, definePage, defineRawForm, type PageContent } from "../../definition.ts";
import { pickField } from "../../forms/choice-fields.ts";
import { colorScript, optionalColorField } from "../../forms/color-field.ts";
import type { Option } from "../../forms/fields.ts";
import { emptyForm, type FormState, filledForm } from "../../forms/form-state.ts";
import { readFile } from "../../forms/read-form.ts";
import { formHtml } from "../../forms/render-form.ts";
import { changedSince, seenStampField } from "../../forms/seen-stamp.ts";
import { optionalAreaField, optionalTextField, textField } from "../../forms/text-fields.ts";
import { fileControl } from "../../forms/value-fields.ts";
import { confirmHtml } from "../../parts/confirm.ts";
import { otherFormScript } from "../../parts/other-form-script.ts";
import { formatLabels, readLabels } from "./conversion-labels.ts";

export const agencySettingsPath = "/app/einstellungen/agentur";
export const logoReason =
  "Dieses Bild lässt sich nicht verwenden. Gebraucht wird ein PNG, JPEG oder WebP bis 1 MB und 4 Millionen Pixel, ein PNG ohne „Interlacing“.";
export const logoNotice = "Das Logo ist gespeichert. Es steht in allen neuen Berichten.";
const path = agencySettingsPath;
/** Offered first: where most agencies sit. */
const zonesNearby = ["Europe/Berlin", "Europe/Vienna", "Europe/Zurich", "Europe/Luxembourg"];
/** What a form with one file has around it. */
const envelopeBytes = 16 * 1_024;

const fields = {
  seenStamp: seenStampField,
  name: textField({ label: "Name", charactersMax: nameCharactersMax }),
  timeZone: pickField({
    label: "Zeitzone",
    hint: "Alle Zeiten im Dashboard und die Tage in Berichten gelten in dieser Zone.",
  }),
  colorPrimary: optionalColorField({
    label: "Farbe in Berichten",
    hint: "Für Überschriften und Zahlen, dunkel genug für weißes Papier, zum Beispiel #1a4d8f.",
  }),
  colorSecondary: optionalColorField({
    label: "Zweite Farbe",
    hint: "Für Balken in Diagrammen.",
  }),
  senderName: optionalTextField({
    label: "Absender von Berichten",
    hint: "Der Name, unter dem Berichte per E-Mail kommen.",
    charactersMax: senderCharactersMax,
  }),
  replyTo: optionalTextField({ label: "Antworten an", charactersMax: mailAddressOctetsMax }),
  conversionLabels: optionalAreaField({
    label: "Namen von Conversions",
    hint: `Eine je Zeile, zum Beispiel „lead = Anfrage“. Höchstens ${labelsMax}, jeder Name bis ${labelCharactersMax} Zeichen.`,
    charactersMax: 8_000,
    rows: 5,
  }),
};
const conflict = changedSince("diese Angaben");

const settingsPage = definePage({
  path,
  action: "agency.write",
  scripts: [colorScript, otherFormScript],
  async handle(context) {
    return await showSettings(context, null);
  },
});

const settingsForm = defineForm({
  path,
  action: "agency.write",
  scripts: [colorScript, otherFormScript],
  fields,
  async handle({ visit, values, deps }) {
    const { conversionLabels: text, seenStamp, ...update } = values;
    const before = await showAgency(deps.sql, visit.agencyId);
    const conversionLabels = readLabels(text ?? "", before.conversionLabels);
    await changeAgency(deps.sql, visit.agencyId, {
      update: { ...update, conversionLabels },
      seenStamp,
      actor: visit.actor,
    });
    return {
      location: path,
      notice: "Die Angaben sind gespeichert. Bestehende Berichte bleiben, wie sie sind.",
    };
  },
  show: showSettings,
  reasons: { version_conflict: conflict },
  fieldReasons: {
    timeZone: "Diese Zeitzone ist nicht bekannt. Ein Beispiel: Europe/Vienna.",
    colorPrimary: "Bitte geben Sie eine Farbe wie #1a4d8f ein, die auf weißem Papier gut lesbar ist.",
    colorSecondary: "Bitte geben Sie eine Farbe wie #5b8def ein, die sich von weißem Papier abhebt.",
    senderName: "Bitte geben Sie einen Namen in einer Zeile ein.",
    replyTo: "Bitte geben Sie eine vollständige E-Mail-Adresse ein.",
    conversionLabels: `Bitte schreiben Sie je Zeile „Art = Name“, höchstens ${labelsMax} Zeilen und ${labelCharactersMax} Zeichen je Name.`,
  },
});

const logoForm = defineRawForm({
  path: `${path}/logo`,
  action: "agency.write",
  scripts: [colorScript, otherFormScript],
  async handle(context) {
    const { visit, deps, request } = context;
    try {
      const file = await readFile(request, "logo", logoBytesMax + envelopeBytes);
      if (file === null) return await showSettings(context, null, "Bitte wählen Sie ein Bild aus.");
      const logo = await asPng(deps.pictures, visit.agencyId, new Uint8Array(await file.arrayBuffer()));
      await updateAgency(deps.sql, visit.agencyId, { update: { logo }, actor: visit.actor });
    } catch (error) {
      const isRefused =
        error instanceof ServiceError &&
        ["validation_error", "payload_too_large", "picture_refused"].includes(error.code);
      if (!isRefused) throw error;
      return await showSettings(context, null, logoReason);
    }
    return { location: path, notice: logoNotice };
  },
});

const removeLogoForm = defineForm({
  path: `${path}/logo/entfernen`,
  action: "agency.write",
  fields: {},
  async handle({ visit, deps }) {
    await updateAgency(deps.sql, visit.agencyId, { update: { logo: null }, actor: visit.actor });
    return { location: path, notice: "Neue Berichte haben kein Logo mehr." };
  },
  show: (context) => showSettings(context, null),
});

export const agencyDefinitions = [settingsPage, settingsForm, logoForm, removeLogoForm];

async function showSettings(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  state: FormState | null,
  logoProblem: string | null = null,
): Promise<PageContent> {
  const settings = await showAgency(deps.sql, visit.agencyId);
  return {
    title: "Agentur",
    ...(logoProblem === null ? {} : { status: 400 as const }),
    lead: "Name, Zeitzone und das Aussehen neuer Berichte. Das Impressum gehört zum Newsroom jedes Kunden.",
    main: html`${formHtml({
      visit,
      action: path,
      fields,
      options: { timeZone: zoneOptions(settings.timeZone) },
      state: state ?? filledForm({ ...typedOf(settings), seenStamp: agencyStamp(settings) }),
      submit: "Speichern",
    })}
<h2>Logo in Berichten</h2>
${
  settings.logo === null
    ? html`<p class="lead">Noch keines.</p>`
    : html`<p class="lead">Ein Bild mit ${settings.logo.width} × ${settings.logo.height} Pixeln ist hinterlegt.</p>
${confirmHtml({
  visit,
  action: `${path}/logo/entfernen`,
  label: "Entfernen …",
  question: "Neue Berichte haben dann kein Logo mehr. Bestehende bleiben, wie sie sind.",
  confirm: "Ja, entfernen",
})}`
}
${formHtml({
  visit,
  action: `${path}/logo`,
  fields: {},
  state: { ...emptyForm, message: logoProblem },
  body: html`<div class="field"><label for="logo">Logo</label><p class="hint" id="logo-hint">PNG, JPEG oder WebP, höchstens 1 MB. Sie können es auch hierher ziehen. Ein Bild aus der Mediathek eines Kunden übernehmen Sie dort auf seiner Seite.</p>${fileControl({ id: "logo", name: "logo", accept: "image/png,image/jpeg,image/webp" })}</div>`,
  submit: "Hochladen",
  isMultipart: true,
})}`,
  };
}

/** The chosen one stands there too where this platform lists it under another name. */
function zoneOptions(chosen: string): Option[] {
  const zones = new Set([...zonesNearby, chosen, ...Intl.supportedValuesOf("timeZone")]);
  return [...zones].map((value) => ({ value, label: value.replaceAll("_", " ") }));
}

function typedOf({ conversionLabels, ...settings }: AgencySettings) {
  const { name, timeZone, colorPrimary, colorSecondary, senderName, replyTo } = settings;
  const labels = formatLabels(conversionLabels);
  return { name, timeZone, colorPrimary, colorSecondary, senderName, replyTo, conversionLabels: labels };
}
