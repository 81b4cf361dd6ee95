import { columnOf, type ImportMapping } from "../../../../features/insights/import/columns.ts";
import { type ImportKind, kindsOfImport } from "../../../../features/insights/import/kinds.ts";
import { normaliseColumn } from "../../../../features/insights/import/refused-columns.ts";
import type { Upload } from "../../../../features/insights/uploads/schema.ts";
import type { Html } from "../../../../floor/web/html.ts";
import { refuseFields } from "../../../../floor/web/refuse-fields.ts";
import type { Context } from "../../definition.ts";
import { optionalPickField } from "../../forms/choice-fields.ts";
import type { ValuesOf } from "../../forms/fields.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { optionalTextField } from "../../forms/text-fields.ts";
import { columnLabels } from "./german-reasons.ts";
import type { ImportSection } from "./section.ts";

/** A list for a column of ours. One that is needed is not marked as optional: it may come from the field "für alle Zeilen" below it. */
export function columnField(
  name: string,
  { hint, isOptional = false }: { hint?: string; isOptional?: boolean } = {},
) {
  const options = { label: columnLabels[name] ?? name, emptyLabel: "Nicht in der Datei" };
  return { ...optionalPickField(hint === undefined ? options : { ...options, hint }), isOptional };
}

/** A text that stands in every row. */
export function forAllField(name: string, hint: string) {
  return optionalTextField({
    label: `${columnLabels[name] ?? name} für alle Zeilen`,
    hint,
    charactersMax: 200,
  });
}

type MappingValues = ValuesOf<ImportSection["fields"]>;

/** What was chosen, or a refusal beside each column that is missing or that the file has not. */
export function mappingOf(values: MappingValues, { kind, shape }: Upload): ImportMapping {
  const heading = shape?.heading ?? [];
  const mapping: Record<string, { column: string } | { value: string }> = {};
  for (const { name, isOptional } of kindsOfImport[kind].columns) {
    const constant = values[`${name}_all`] ?? null;
    const column = values[name] ?? null;
    if (constant !== null) mapping[name] = { value: constant };
    else if (column !== null) mapping[name] = { column };
    // "Nicht in der Datei" of a column that would be found by its name.
    else if (isOptional === true && foundIn(heading, name, kind) !== undefined) mapping[name] = { value: "" };
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
      const found = foundIn(heading, column.name, kind);
      if (found !== undefined) values[column.name] = found;
    } else if ("value" in from) values[`${column.name}_all`] = from.value;
    else {
      const found = heading.find((name) => normaliseColumn(name) === normaliseColumn(from.column));
      if (found !== undefined) values[column.name] = found;
    }
  }
  return filledForm(values);
}

/** The column of the file that means one of ours by its name. */
function foundIn(heading: readonly string[], column: string, kind: ImportKind): string | undefined {
  const { columns } = kindsOfImport[kind];
  return heading.find((name) => columnOf(normaliseColumn(name), columns)?.name === column);
}

export async function mappingForm(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  section: ImportSection,
  { upload: { id, shape }, state }: { upload: Upload; state: FormState },
): Promise<Html> {
  const choices = [...new Set(shape?.heading ?? [])]
    .filter((name) => name !== "")
    .map((name) => ({ value: name, label: name }));
  const options = {
    ...Object.fromEntries(Object.keys(section.fields).map((name) => [name, choices])),
    ...(await section.options?.({ visit, deps })),
  };
  return formHtml({
    visit,
    action: `${section.path}/${id}/uebernehmen`,
    fields: section.fields,
    state,
    options,
    submit: "Übernehmen",
  });
}
