import { trimUnseen } from "../../../floor/strings/trim-unseen.ts";
import { type Html, html } from "../../../floor/web/html.ts";
import { type Field, named } from "./fields.ts";
import type { FormState } from "./form-state.ts";

/** Several short texts, each in a line of its own. */
export function linesField(options: {
  label: string;
  hint?: string;
  entriesMax: number;
  charactersMax: number;
  rows?: number;
}): Field<string[]> {
  const { entriesMax, charactersMax, rows = 4 } = options;
  return {
    ...named(options),
    isOptional: true,
    isList: false,
    shape: "area",
    read: ([text = ""]) => {
      const entries = text
        .split(/\r\n?|\n/)
        .map(trimUnseen)
        .filter((line) => line !== "");
      if (entries.length > entriesMax)
        return { problem: `Das sind ${entries.length} Zeilen. Höchstens ${entriesMax} sind möglich.` };
      return checkEntries(entries, charactersMax);
    },
    control: ({ id, name, typed, described }) =>
      html`<textarea id="${id}" name="${name}" rows="${rows}"${described}>${`\n${typed.join("\n")}`}</textarea>`,
  };
}

/** One column of a table that people fill in. Empty cells keep their positions, so that columns can be read side by side. */
export function cellsField(options: {
  label: string;
  entriesMax: number;
  charactersMax: number;
}): Field<string[]> {
  const { entriesMax, charactersMax } = options;
  return {
    ...named(options),
    isOptional: true,
    isList: true,
    shape: "group",
    read: (typed) => {
      const entries = typed.map((text) => text.trim());
      if (entries.filter((entry) => entry !== "").length > entriesMax)
        return { problem: `Höchstens ${entriesMax} Zeilen sind möglich.` };
      return checkEntries(entries, charactersMax);
    },
    control: ({ id, name, typed }) =>
      html`${typed.map((text, index) => cellHtml({ id: `${id}-${index}`, name, text, label: options.label, charactersMax }))}`,
  };
}

/** Whether a row of columns is filled without its first cell: it would be left out, and called saved. */
export function hasHeadless(first: readonly string[], ...others: readonly (readonly string[])[]): boolean {
  return others.some((cells) => cells.some((cell, row) => cell !== "" && (first[row] ?? "") === ""));
}

type Column = { name: string; label: string; charactersMax: number };

/** Empty rows at the end, for whoever has no script that adds one. */
const emptyRows = 3;

/** Columns side by side, a line for each entry and some empty ones. The first column's name is the anchor of its problems. */
export function rowsHtml(input: {
  legend: string;
  hint: string;
  columns: readonly Column[];
  state: FormState;
}): Html {
  const { legend, hint, columns, state } = input;
  const filled = Math.max(...columns.map(({ name }) => state.typed[name]?.length ?? 0));
  const rows = Array.from({ length: filled + emptyRows }, (_, index) => index).filter(
    (index) => index >= filled || columns.some(({ name }) => (state.typed[name]?.[index] ?? "") !== ""),
  );
  const problems = columns.flatMap(({ name }) => state.problems[name] ?? []);
  return html`<fieldset class="field rows" id="${`f-${columns[0]?.name}`}" data-rows><legend>${legend} <span class="optional">freiwillig</span></legend>
<p class="hint">${hint}</p>
${problems.map((problem) => html`<p class="problem">${problem}</p>`)}
${rows.map(
  (index, row) =>
    html`<div class="row">${columns.map(({ name, label, charactersMax }) =>
      cellHtml({
        id: `f-${name}-${row}`,
        name,
        text: state.typed[name]?.[index] ?? "",
        label: `${label}, Zeile ${row + 1}`,
        charactersMax,
        placeholder: label,
      }),
    )}</div>`,
)}
</fieldset>`;
}

function cellHtml(cell: {
  id: string;
  name: string;
  text: string;
  label: string;
  charactersMax: number;
  placeholder?: string;
}): Html {
  const { id, name, text, label, charactersMax, placeholder } = cell;
  return html`<input type="text" id="${id}" name="${name}" value="${text}" maxlength="${charactersMax}" autocomplete="off" aria-label="${label}"${placeholder !== undefined && html` placeholder="${placeholder}"`}>`;
}

function checkEntries(entries: string[], charactersMax: number): { value: string[] } | { problem: string } {
  const row = entries.findIndex((entry) => [...entry].length > charactersMax);
  if (row >= 0)
    return { problem: `Zeile ${row + 1} ist zu lang. Höchstens ${charactersMax} Zeichen sind möglich.` };
  if (entries.some((entry) => /\0|\p{Surrogate}/u.test(entry)))
    return { problem: "Der Text enthält ein Zeichen, das sich nicht speichern lässt." };
  return { value: entries };
}
