import { columnOf, type ImportMapping } from "../../../../features/insights/import/columns.ts";
import { kindsOfImport } from "../../../../features/insights/import/kinds.ts";
import { normaliseColumn } from "../../../../features/insights/import/refused-columns.ts";
import type { Upload } from "../../../../features/insights/uploads/schema.ts";
import type { Html } from "../../../../floor/web/html.ts";
import { refuseFields } from "../../../../floor/web/refuse-fields.ts";
import { optionalPickField } from "../../forms/choice-fields.ts";
import type { ValuesOf } from "../../forms/fields.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { optionalTextField } from "../../forms/text-fields.ts";
import type { Visit } from "../../visit.ts";
import { columnLabels } from "./german-reasons.ts";
import { importsPath } from "./paths.ts";

const nothing = "Nicht in der Datei";
/** Not marked as optional: what is missing may come from the field "für alle Zeilen" below it. */
const pick = (name: string, hint?: string) => ({
  ...optionalPickField({
    label: columnLabels[name] ?? name,
    emptyLabel: nothing,
    ...(hint === undefined ? {} : { hint }),
  }),
  isOptional: name === "reach",
});
const forAll = (name: string, hint: string) =>
  optionalTextField({ label: `${columnLabels[name] ?? name} für alle Zeilen`, hint, charactersMax: 200 });

/** A list for each column of ours, and a text where one value may stand for all rows. */
export const mappingFields = {
  release_id: pick("release_id", "Nummer, Adresse oder Überschrift der Meldung."),
  release_id_all: forAll(
    "release_id",
    "Wenn die ganze Datei von einer Meldung handelt: Nummer, Adresse oder Überschrift.",
  ),
  medium: pick("medium"),
  media_type: pick("media_type", "Wörter wie Online, Tageszeitung, Hörfunk, TV, Podcast."),
  media_type_all: forAll("media_type", "Zum Beispiel Online."),
  headline: pick("headline"),
  url: pick("url", "Darf bei Print, Radio und Fernsehen leer sein."),
  published_at: pick("published_at"),
  match_type: pick("match_type", "Wörter wie Volltext, Auszug, Nennung, Link."),
  match_type_all: forAll("match_type", "Zum Beispiel Nennung."),
  reach: pick("reach", "Sie gilt immer als geschätzt."),
  source: pick("source", "Wer die Treffer gefunden hat."),
  source_all: forAll("source", "Zum Beispiel der Name Ihres Clipping-Dienstes."),
} as const;

type MappingValues = ValuesOf<typeof mappingFields>;

/** What was chosen, or a refusal beside each column that is missing or that the file has not. */
export function mappingOf(values: MappingValues, { kind, shape }: Upload): ImportMapping {
  const heading = shape?.heading ?? [];
  const mapping: Record<string, { column: string } | { value: string }> = {};
  const chosen: Readonly<Record<string, string | null>> = values;
  for (const { name } of kindsOfImport[kind].columns) {
    const constant = chosen[`${name}_all`] ?? null;
    const column = chosen[name] ?? null;
    if (constant !== null) mapping[name] = { value: constant };
    else if (column !== null) mapping[name] = { column };
  }
  refuseFields(
    kindsOfImport[kind].columns.map(({ name, isOptional }) => {
      const from = mapping[name];
      if (from === undefined)
        return isOptional === true
          ? null
          : { field: name, german: "Bitte wählen Sie eine Spalte.", english: "is missing" };
      return "value" in from || heading.includes(from.column)
        ? null
        : { field: name, german: "Diese Spalte hat die Datei nicht.", english: "is not in the file" };
    }),
  );
  return mapping;
}

/** What the form begins with: what was said last time, else what the heading says by itself. */
export function proposedState({ kind, shape }: Upload, remembered: ImportMapping | null): FormState {
  const heading = shape?.heading ?? [];
  const { columns } = kindsOfImport[kind];
  const values: Record<string, string> = {};
  for (const column of columns) {
    const from = remembered?.[column.name];
    if (from === undefined) {
      const found = heading.find((name) => columnOf(normaliseColumn(name), columns)?.name === column.name);
      if (found !== undefined) values[column.name] = found;
    } else if ("value" in from) values[`${column.name}_all`] = from.value;
    else {
      const found = heading.find((name) => normaliseColumn(name) === normaliseColumn(from.column));
      if (found !== undefined) values[column.name] = found;
    }
  }
  return filledForm(values);
}

export function mappingForm(visit: Visit, { id, shape }: Upload, state: FormState): Html {
  const choices = [...new Set(shape?.heading ?? [])]
    .filter((name) => name !== "")
    .map((name) => ({ value: name, label: name }));
  const options = Object.fromEntries(Object.keys(mappingFields).map((name) => [name, choices]));
  return formHtml({
    visit,
    action: `${importsPath}/${id}/uebernehmen`,
    fields: mappingFields,
    state,
    options,
    submit: "Übernehmen",
  });
}
