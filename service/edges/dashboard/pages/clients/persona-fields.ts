import type { PersonaRow } from "../../../../features/clients/persona-sql.ts";
import { listEntriesMax, type PersonaFile, tabooWordsMax } from "../../../../features/clients/schema.ts";
import { type FieldProblem, refuseFields } from "../../../../floor/web/refuse-fields.ts";
import { choiceField, pickField } from "../../forms/choice-fields.ts";
import type { Field, ValuesOf } from "../../forms/fields.ts";
import { cellsField, hasHeadless, linesField } from "../../forms/list-fields.ts";
import { hiddenField, optionalAreaField } from "../../forms/text-fields.ts";

export const addressFormLabels = { sie: "Sie", du: "Du", neutral: "Ohne Anrede" } as const;

/** More versions than a client gets in a hundred years. */
const versionMax = 1_000_000;

/** The version that the form was filled with, 0 for none. */
const versionField: Field<number> = {
  ...hiddenField({ charactersMax: 7 }),
  read: ([text = ""]) =>
    /^\d{1,7}$/.test(text) && Number(text) <= versionMax
      ? { value: Number(text) }
      : { problem: "Bitte laden Sie die Seite neu." },
};

const column = (label: string, charactersMax: number, entriesMax: number) => ({
  label,
  charactersMax,
  entriesMax,
});
const columns = {
  groupName: column("Zielgruppe", 200, listEntriesMax),
  groupDescription: column("Beschreibung", 2_000, listEntriesMax),
  tabooTerm: column("Wort", 100, tabooWordsMax),
  tabooAlternative: column("Besser", 200, tabooWordsMax),
  tabooReason: column("Grund", 500, tabooWordsMax),
};

export const groupColumns = [
  { name: "groupName", ...columns.groupName },
  { name: "groupDescription", ...columns.groupDescription },
];
export const tabooColumns = [
  { name: "tabooTerm", ...columns.tabooTerm },
  { name: "tabooAlternative", ...columns.tabooAlternative },
  { name: "tabooReason", ...columns.tabooReason },
];

export const personaFields = {
  seenVersion: versionField,
  language: pickField({ label: "Sprache" }),
  addressForm: choiceField({ label: "Anrede", labels: addressFormLabels }),
  tone: linesField({
    label: "Ton",
    hint: "Eine Eigenschaft je Zeile, etwa „sachlich“.",
    entriesMax: listEntriesMax,
    charactersMax: 200,
  }),
  styleNotes: optionalAreaField({ label: "Hinweise zum Stil", charactersMax: 10_000 }),
  groupName: cellsField(columns.groupName),
  groupDescription: cellsField(columns.groupDescription),
  keyMessages: linesField({
    label: "Kernbotschaften",
    hint: "Eine je Zeile.",
    entriesMax: listEntriesMax,
    charactersMax: 1_000,
  }),
  tabooTerm: cellsField(columns.tabooTerm),
  tabooAlternative: cellsField(columns.tabooAlternative),
  tabooReason: cellsField(columns.tabooReason),
  boilerplate: optionalAreaField({
    label: "Über den Kunden",
    hint: "Der Absatz, der unter Meldungen steht.",
    charactersMax: 10_000,
  }),
};

/** What a form of a persona is filled with; of a new one in German and with „Sie“. */
export function typedPersona(persona: PersonaRow | null) {
  const { targetGroups = [], tabooWords = [] } = persona ?? {};
  return {
    seenVersion: persona?.version ?? 0,
    language: persona?.language ?? "de",
    addressForm: persona?.addressForm ?? "sie",
    tone: persona?.tone ?? [],
    styleNotes: persona?.styleNotes ?? "",
    groupName: targetGroups.map(({ name }) => name),
    groupDescription: targetGroups.map(({ description }) => description),
    keyMessages: persona?.keyMessages ?? [],
    tabooTerm: tabooWords.map(({ term }) => term),
    tabooAlternative: tabooWords.map(({ alternative }) => alternative ?? ""),
    tabooReason: tabooWords.map(({ reason }) => reason ?? ""),
    boilerplate: persona?.boilerplate ?? "",
  };
}

/** The persona of a form; empty rows are left out. Throws `validation_error` for one that is filled without its first cell. */
export function personaOf(values: ValuesOf<typeof personaFields>): Omit<PersonaFile, "contacts"> {
  const { language, addressForm, tone, keyMessages } = values;
  refuseFields([
    hasHeadless(values.groupName, values.groupDescription) ? noGroupName : null,
    hasHeadless(values.tabooTerm, values.tabooAlternative, values.tabooReason) ? noTerm : null,
  ]);
  return {
    language,
    addressForm,
    tone,
    keyMessages,
    styleNotes: values.styleNotes ?? "",
    boilerplate: values.boilerplate ?? "",
    targetGroups: values.groupName.flatMap((name, row) =>
      name === "" ? [] : [{ name, description: values.groupDescription[row] ?? "" }],
    ),
    tabooWords: values.tabooTerm.flatMap((term, row) =>
      term === ""
        ? []
        : [
            {
              term,
              reason: values.tabooReason[row] || null,
              alternative: values.tabooAlternative[row] || null,
            },
          ],
    ),
  };
}

const noGroupName: FieldProblem = {
  field: "groupName",
  german: "Eine Beschreibung hat keine Zielgruppe. Bitte benennen Sie sie, oder leeren Sie die Zeile.",
  english: "a description needs the name of its group.",
};

const noTerm: FieldProblem = {
  field: "tabooTerm",
  german: "In einer Zeile fehlt das Wort. Bitte tragen Sie es ein, oder leeren Sie die Zeile.",
  english: "an alternative or a reason needs its word.",
};
