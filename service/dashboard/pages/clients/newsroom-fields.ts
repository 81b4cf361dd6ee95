import type { NewsroomChanges } from "../../../newsroom/settings/rules.ts";
import { settingsStamp } from "../../../newsroom/settings/settings-stamp.ts";
import type { NewsroomView } from "../../../newsroom/settings/show-newsroom.ts";
import { mailAddressOctetsMax } from "../../../web/mail-address.ts";
import { checkField, choiceField, optionalPickField, radioField } from "../../forms/choice-fields.ts";
import type { ValuesOf } from "../../forms/fields.ts";
import { hiddenField, optionalAreaField, optionalTextField, textField } from "../../forms/text-fields.ts";

const line = (label: string, hint?: string, charactersMax = 200) =>
  optionalTextField({ label, charactersMax, ...(hint === undefined ? {} : { hint }) });
const address = (label: string, hint?: string) =>
  optionalTextField({
    label,
    charactersMax: 2_000,
    placeholder: "https://",
    ...(hint === undefined ? {} : { hint }),
  });
const markdown = (label: string, charactersMax: number, hint?: string) =>
  optionalAreaField({ label, charactersMax, rows: 5, ...(hint === undefined ? {} : { hint }) });

export const newsroomFields = {
  seenStamp: hiddenField({ charactersMax: 64 }),
  imprintUrl: address(
    "Impressum: Adresse",
    "Ohne Impressum ist der Newsroom nicht zu sehen (§ 5 DDG). Geben Sie eine Adresse oder einen Text an.",
  ),
  imprintMarkdown: markdown(
    "Impressum: Text",
    20_000,
    "Der Newsroom zeigt ihn selbst. Markdown ist möglich.",
  ),
  privacyUrl: address("Datenschutz: Adresse"),
  privacyMarkdown: markdown(
    "Datenschutz: Text",
    50_000,
    "Der Newsroom zeigt ihn selbst. Markdown ist möglich.",
  ),
  contactName: line("Name"),
  contactRole: line("Aufgabe", "Etwa „Pressesprecherin“."),
  contactEmail: line("E-Mail-Adresse", undefined, mailAddressOctetsMax),
  contactPhone: line("Telefon", undefined, 50),
  contactPictureAssetId: optionalPickField({
    label: "Bild des Kontakts",
    hint: "Bilder kommen aus der Mediathek dieses Kunden.",
    emptyLabel: "Kein Bild",
  }),
  boilerplate: markdown("Über den Kunden", 2_000, "Einige Sätze am Rand jeder Seite. Markdown ist möglich."),
  websiteUrl: address("Website des Kunden"),
  logoAssetId: optionalPickField({ label: "Logo", emptyLabel: "Kein Logo" }),
  accentColor: line(
    "Akzentfarbe",
    "Für Links und Knöpfe, etwa „#0a5a6a“. Ohne Angabe gilt die Farbe des Dienstes.",
    7,
  ),
  language: choiceField({
    label: "Sprache des Newsrooms",
    hint: "Für alles, was um die Meldungen herum steht.",
    labels: { de: "Deutsch", en: "Englisch" },
  }),
  level: radioField({
    label: "Was gezählt wird",
    hint: "Kein Cookie und nichts auf dem Gerät, bei jeder Stufe.",
    labels: { L0: "L0", L1: "L1", L2: "L2" },
    notes: {
      L0: "Seitenaufrufe, ihre Herkunft und wer sie machte: Menschen, Suchmaschinen, KI.",
      L1: "Dazu Klicks auf Links, Downloads und Kontakte, gezählt beim Weiterleiten.",
      L2: "Dazu Lesedauer und wie weit gelesen wurde, durch ein kleines Skript auf der Seite.",
    },
  }),
  allowsLlmsTxt: checkField({
    label: "llms.txt anbieten",
    hint: "Eine Liste der Meldungen für KI-Systeme, die danach fragen.",
  }),
  slug: textField({
    label: "Adresswort",
    hint: "Achtung: Ein neues Wort ändert die Adresse jeder Meldung. Die alte Adresse leitet für immer auf die neue um und wird nie wieder vergeben.",
    charactersMax: 80,
  }),
};

export type NewsroomValues = ValuesOf<typeof newsroomFields>;

/** Headings of the form, and what stands below each. */
export const newsroomSections: readonly { title: string; names: readonly (keyof typeof newsroomFields)[] }[] =
  [
    {
      title: "Impressum und Datenschutz",
      names: ["imprintUrl", "imprintMarkdown", "privacyUrl", "privacyMarkdown"],
    },
    {
      title: "Pressekontakt",
      names: ["contactName", "contactRole", "contactEmail", "contactPhone", "contactPictureAssetId"],
    },
    {
      title: "Auftritt",
      names: ["boilerplate", "websiteUrl", "logoAssetId", "accentColor", "language"],
    },
    { title: "Messung und KI", names: ["level", "allowsLlmsTxt"] },
    { title: "Adresse", names: ["slug"] },
  ];

/** All settings of a form: what is empty there is taken away. */
export function changesOf({ seenStamp: _stamp, ...changes }: NewsroomValues): NewsroomChanges {
  return changes;
}

/** What a form that was only typed in would change; for a preview nobody checks it. */
export function typedChanges(typed: Readonly<Record<string, readonly string[]>>): NewsroomChanges {
  const texts = Object.keys(newsroomFields)
    .filter((name) => name !== "allowsLlmsTxt" && name !== "seenStamp" && typed[name] !== undefined)
    .map((name) => [name, (typed[name]?.[0] ?? "").replace(/\r\n?/g, "\n")]);
  return Object.fromEntries(texts);
}

/** What the form is filled with. */
export function typedNewsroom(view: NewsroomView) {
  const { slug, level, language, allowsLlmsTxt } = view;
  return {
    ...{ seenStamp: settingsStamp(view), slug, level, language, allowsLlmsTxt },
    imprintUrl: view.imprintUrl,
    imprintMarkdown: view.imprintMarkdown,
    privacyUrl: view.privacyUrl,
    privacyMarkdown: view.privacyMarkdown,
    contactName: view.contactName,
    contactRole: view.contactRole,
    contactEmail: view.contactEmail,
    contactPhone: view.contactPhone,
    contactPictureAssetId: view.contactPictureAssetId ?? "",
    boilerplate: view.boilerplate,
    websiteUrl: view.websiteUrl,
    logoAssetId: view.logoAssetId ?? "",
    accentColor: view.accentColor,
  };
}
