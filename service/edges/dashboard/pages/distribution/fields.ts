import { listClientNames } from "../../../../features/clients/client-names-sql.ts";
import { listContactLists, listsMax } from "../../../../features/media-contacts/lists-sql.ts";
import {
  type ContactFields,
  charactersMax,
  contactClientsMax,
  topicsMax,
} from "../../../../features/media-contacts/schema.ts";
import { phoneCharactersMax } from "../../../../floor/web/field-rules.ts";
import type { Context } from "../../definition.ts";
import { checkField, choiceField, pickField, pickManyField, radioField } from "../../forms/choice-fields.ts";
import type { Field, Option, ValuesOf } from "../../forms/fields.ts";
import { linesField } from "../../forms/list-fields.ts";
import {
  hiddenField,
  mailField,
  optionalAreaField,
  optionalTelephoneField,
  optionalTextField,
  textField,
} from "../../forms/text-fields.ts";
import { optionalDayField } from "../../forms/value-fields.ts";
import { basisLabels, countryOptions } from "./labels.ts";

const words = { entriesMax: topicsMax, charactersMax: charactersMax.topic, rows: 3 };

export const contactFields = {
  addressAs: choiceField({ label: "Anrede", labels: { none: "Ohne", ms: "Frau", mr: "Herr" } }),
  title: optionalTextField({ label: "Titel", hint: "Zum Beispiel Dr.", charactersMax: charactersMax.title }),
  firstName: optionalTextField({ label: "Vorname", charactersMax: charactersMax.firstName }),
  lastName: optionalTextField({
    label: "Nachname",
    hint: "Bei der Adresse einer Redaktion bleibt der Name leer.",
    charactersMax: charactersMax.lastName,
  }),
  medium: textField({ label: "Medium", charactersMax: charactersMax.medium }),
  role: optionalTextField({
    label: "Funktion",
    hint: "Zum Beispiel „Ressort Wirtschaft“.",
    charactersMax: charactersMax.role,
  }),
  email: mailField({ label: "E-Mail-Adresse" }),
  isEditorial: checkField({
    label: "Es ist eine redaktionelle Adresse",
    hint: "Die einer Redaktion oder eine, die jemand für diese Arbeit hat. Privaten Adressen wird nach Deutschland nichts geschickt.",
  }),
  phone: optionalTelephoneField({ label: "Telefon", charactersMax: phoneCharactersMax }),
  country: pickField({ label: "Land" }),
  language: textField({ label: "Sprache", hint: "Ein Kürzel wie de oder en.", charactersMax: 2 }),
  topics: linesField({ label: "Themen", hint: "Worüber der Kontakt schreibt. Je Zeile eines.", ...words }),
  regions: linesField({ label: "Regionen", hint: "Je Zeile eine.", ...words }),
  source: textField({
    label: "Woher stammt die Adresse?",
    hint: "Zum Beispiel „Impressum der Zeitung“, „Visitenkarte, Messe 2026“, „Anfrage vom 3. Mai“.",
    charactersMax: charactersMax.source,
  }),
  basis: radioField({
    label: "Warum dürfen Sie schreiben?",
    labels: basisLabels,
    notes: {
      legitimate_interest:
        "Ihre Themen sind für die Arbeit des Kontakts wichtig. Nennen Sie Themen oder einen Grund.",
      consent: "Der Kontakt hat eingewilligt. Sagen Sie wie und wann.",
      own_request: "Der Kontakt hat von sich aus darum gebeten.",
    },
  }),
  basisReason: optionalTextField({
    label: "Grund, oder wie eingewilligt wurde",
    hint: "Keine Angaben über Gesundheit, Religion oder politische Meinung.",
    charactersMax: charactersMax.basisReason,
  }),
  basisOn: optionalDayField({ label: "Tag der Einwilligung oder des Wunsches" }),
  clientIds: pickManyField({
    label: "Nur für diese Kunden",
    hint: "Ohne Auswahl gilt der Kontakt für alle Kunden.",
    entriesMax: contactClientsMax,
  }),
  listIds: pickManyField({ label: "Listen", entriesMax: listsMax }),
  notes: optionalAreaField({
    label: "Notiz",
    hint: "Bei einer Auskunft bekommt der Kontakt sie zu lesen.",
    charactersMax: charactersMax.notes,
    rows: 3,
  }),
};

/** A contact that is there is changed as it was seen. PostgreSQL knows no year 0, and none of six digits as dates have them. */
export const changedContactFields = {
  ...contactFields,
  seenAt: {
    ...hiddenField({ charactersMax: 24 }),
    read: ([text = ""]: readonly string[]) =>
      /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text))
        ? { value: new Date(text) }
        : { problem: "Bitte laden Sie die Seite neu." },
  } satisfies Field<Date>,
  /** The lists whose boxes were ticked when the page was made: the form asks for what has changed since. */
  seenListIds: {
    ...hiddenField({ charactersMax: listsMax * 37 }),
    isOptional: true,
    read: ([text]: readonly string[]) => ({ value: text?.split(" ", listsMax) }),
  } satisfies Field<string[] | undefined>,
};

/** What was typed, as the verb takes it. */
export function fieldsOf({
  listIds: _lists,
  seenListIds: _seenLists,
  seenAt: _seenAt,
  addressAs,
  clientIds,
  ...values
}: ValuesOf<typeof contactFields> & Partial<ValuesOf<typeof changedContactFields>>): ContactFields {
  return {
    ...values,
    addressAs: addressAs === "none" ? null : addressAs,
    clientIds: clientIds.length === 0 ? null : clientIds.map(Number),
    language: values.language.toLowerCase(),
  };
}

/** What the form offers: clients and lists by hand that the person sees, and countries. */
export async function optionsOf({
  visit,
  deps,
}: Pick<Context, "visit" | "deps">): Promise<Record<string, readonly Option[]>> {
  const { agencyId, clientIds: scope } = visit;
  const [clients, lists] = await Promise.all([
    listClientNames(deps.sql, agencyId, visit),
    listContactLists(deps.sql, agencyId, { scope }),
  ]);
  return {
    country: countryOptions,
    clientIds: clients.map(({ id, name }) => ({ value: String(id), label: name })),
    listIds: lists
      .filter(({ condition }) => condition === null)
      .map(({ id, name }) => ({ value: id, label: name })),
  };
}
