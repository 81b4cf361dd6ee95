import { textCharactersMax } from "../../../../press-text/markdown/text-limits.ts";
import { optionalPickField, pickField, pickManyField } from "../../forms/choice-fields.ts";
import type { ValuesOf } from "../../forms/fields.ts";
import {
  areaField,
  hiddenField,
  optionalAreaField,
  optionalTextField,
  textField,
} from "../../forms/text-fields.ts";
import { optionalMomentField } from "../../forms/value-fields.ts";

/** What a text has from its first word on. The verbs know the bounds of lists; these keep a form small. */
export const textFields = {
  title: textField({ label: "Titel", charactersMax: 300 }),
  subtitle: optionalTextField({ label: "Untertitel", charactersMax: 500 }),
  dateline: optionalTextField({
    label: "Ortsmarke",
    hint: "Der Ort am Anfang der Meldung. Das Datum kommt von selbst dazu.",
    charactersMax: 100,
  }),
  bodyMarkdown: areaField({
    label: "Text",
    hint: "Mit Zeichen: **fett**, ## Zwischentitel, [Linktext](https://…), Leerzeile für einen neuen Absatz.",
    charactersMax: textCharactersMax,
    rows: 22,
  }),
  imageAssetId: optionalPickField({
    label: "Bild über dem Text",
    hint: "Es steht auch in Vorschauen von Links.",
    emptyLabel: "Kein Bild",
  }),
  assetIds: pickManyField({
    label: "Weitere Bilder und Dateien",
    hint: "Bilder werden zur Galerie, alles andere zum Download.",
    entriesMax: 50,
  }),
  topics: optionalAreaField({
    label: "Themen",
    hint: "Höchstens fünf, eines je Zeile. Jedes Thema hat im Newsroom eine eigene Seite.",
    charactersMax: 400,
    rows: 3,
  }),
  embargoUntil: optionalMomentField({
    label: "Sperrfrist",
    hint: "Vor diesem Zeitpunkt erscheint die Meldung nicht.",
  }),
  language: pickField({ label: "Sprache" }),
  translationOf: optionalPickField({
    label: "Übersetzung von",
    hint: "Eine veröffentlichte Meldung desselben Kunden in einer anderen Sprache.",
    emptyLabel: "Keine Übersetzung",
  }),
  keywords: optionalAreaField({
    label: "Schlagwörter",
    hint: "Höchstens 30, eines je Zeile.",
    charactersMax: 2_000,
    rows: 3,
  }),
};

/** What a stored text has besides. */
export const editorFields = {
  /** The version that was on the screen: what somebody saved meanwhile is never overwritten. */
  expectedVersion: hiddenField({ charactersMax: 10 }),
  ...textFields,
  correctionNote: optionalTextField({
    label: "Was berichtigt wird",
    hint: "Ein Satz für die Leser. Er steht über der Meldung: „Berichtigt am …: …“",
    charactersMax: 500,
  }),
  seoTitle: optionalTextField({
    label: "Titel für Suchmaschinen",
    hint: "Gut sind bis zu 60 Zeichen. Er steht auch in Link-Vorschauen. Leer: der Titel der Meldung.",
    charactersMax: 120,
  }),
  seoDescription: optionalTextField({
    label: "Beschreibung für Suchmaschinen",
    hint: "Gut sind bis zu 155 Zeichen. Sie steht auch in Link-Vorschauen. Leer: der Untertitel oder der Anfang der Meldung.",
    charactersMax: 320,
  }),
  slug: optionalTextField({
    label: "Ende der Adresse",
    hint: "Zum Beispiel neues-werk-in-bremen. Leer: aus dem Titel gebildet.",
    charactersMax: 80,
  }),
  focusKeyword: optionalTextField({
    label: "Suchwort für die Vorschläge",
    hint: "Danach sollen Leser die Meldung finden. Es wird nicht gespeichert.",
    charactersMax: 60,
  }),
};

/** Of a correction: its address and its embargo go to and fro unseen, as they were. */
export const correctionFields = {
  ...editorFields,
  embargoUntil: hiddenField({ charactersMax: 40 }),
  slug: hiddenField({ charactersMax: 80 }),
};

export type EditorValues = ValuesOf<typeof editorFields>;

/** What the verbs refuse, in the words of the form. */
export const textReasons = {
  bodyMarkdown:
    "Der Text hat zu viele Links, Bilder, Tabellenzellen oder verschachtelte Ebenen. Bitte vereinfachen Sie ihn.",
  imageAssetId: {
    validation_error: "Dieses Bild gibt es bei diesem Kunden nicht mehr. Bitte wählen Sie neu.",
    invalid_parameters: "Diese Datei ist kein Bild, das sich auf einer Seite zeigen lässt.",
  },
  assetIds: "Eine dieser Dateien gibt es bei diesem Kunden nicht mehr. Bitte wählen Sie neu.",
  topics: "Bitte nennen Sie höchstens fünf Themen mit je höchstens 60 Zeichen.",
  keywords: "Bitte nennen Sie höchstens 30 Schlagwörter mit je höchstens 60 Zeichen.",
  embargoUntil: "Das liegt mehr als zwei Jahre entfernt. Bitte prüfen Sie das Jahr.",
  language: "Bitte wählen Sie eine der Sprachen.",
  translationOf:
    "Das Original muss eine veröffentlichte Meldung desselben Kunden in einer anderen Sprache sein, und selbst keine Übersetzung.",
} as const;

export const editorReasons = {
  ...textReasons,
  slug: "Erlaubt sind Kleinbuchstaben ohne Umlaute, Ziffern und einzelne Bindestriche dazwischen.",
  correctionNote:
    "Bitte sagen Sie in einem Satz, was berichtigt wird. Das geht nur bei einer veröffentlichten Meldung.",
} as const;

/** A text of full length with three bytes for each of its letters, and all other fields; below what the server takes at all. */
export const editorBytesMax = 1_000_000;
