import { type Html, html } from "../../../floor/web/html.ts";
import { type ControlInput, type Field, named, type Option } from "./fields.ts";

/** One of a closed list, of which `labels` has the German names. */
export function choiceField<const T extends string>(options: {
  label: string;
  hint?: string;
  labels: Readonly<Record<T, string>>;
}): Field<T> {
  const values = Object.entries<string>(options.labels).map(([value, label]) => ({ value, label }));
  const isOne = (text: string): text is T => Object.hasOwn(options.labels, text);
  return {
    ...named(options),
    isOptional: false,
    isList: false,
    shape: "line",
    read: ([text = ""]) =>
      isOne(text) ? { value: text } : { problem: "Bitte wählen Sie eine der Möglichkeiten." },
    control: (input) => selectControl(input, values),
  };
}

/**
 * The same with every possibility in sight, each with a sentence on what it means where one is given, and none chosen beforehand:
 * for what nobody should choose by accident.
 */
export function radioField<const T extends string>(options: {
  label: string;
  hint?: string;
  labels: Readonly<Record<T, string>>;
  notes?: Readonly<Record<T, string>>;
}): Field<T> {
  const values = Object.entries<string>(options.labels);
  const notes = new Map(Object.entries<string>(options.notes ?? {}));
  const textOf = (value: string, label: string) =>
    notes.has(value) ? html`<strong>${label}</strong> ${notes.get(value)}` : html`${label}`;
  return {
    ...choiceField(options),
    shape: "group",
    control: ({ id, name, typed }) =>
      html`${values.map(
        ([value, label], index) =>
          html`<label class="box"><input type="radio" id="${`${id}-${index}`}" name="${name}" value="${value}"${typed[0] === value && html` checked`}><span>${textOf(value, label)}</span></label>`,
      )}`,
  };
}

/** One of a list that the page hands over when it draws the form (`options`); whether it is right is for the verb. */
export function pickField(options: { label: string; hint?: string; emptyLabel?: string }): Field<string> {
  return {
    ...optionalPickField(options),
    isOptional: false,
    read: (typed) => {
      const { value } = readPick(typed);
      return value === null ? { problem: "Bitte wählen Sie etwas aus." } : { value };
    },
  };
}

export function optionalPickField(options: {
  label: string;
  hint?: string;
  emptyLabel?: string;
}): Field<string | null> {
  return {
    ...named(options),
    isOptional: true,
    isList: false,
    shape: "line",
    read: readPick,
    control: (input) =>
      selectControl(input, [{ value: "", label: options.emptyLabel ?? "Bitte wählen" }, ...input.options]),
  };
}

/** Any number of a list that the page hands over, as boxes. */
export function pickManyField(options: {
  label: string;
  hint?: string;
  entriesMax: number;
}): Field<string[]> {
  return {
    ...named(options),
    isOptional: true,
    isList: true,
    shape: "group",
    read: (typed) =>
      typed.length > options.entriesMax
        ? { problem: `Bitte wählen Sie höchstens ${options.entriesMax} aus.` }
        : { value: [...new Set(typed)] },
    control: ({ id, name, typed, options: choices }) =>
      choices.length === 0
        ? html`<p class="facts">Noch nichts da, was Sie wählen könnten.</p>`
        : html`${choices.map(
            ({ value, label }, index) =>
              html`<label class="box"><input type="checkbox" id="${`${id}-${index}`}" name="${name}" value="${value}"${typed.includes(value) && html` checked`}><span>${label}</span></label>`,
          )}`,
  };
}

/** A box that is ticked or not. */
export function checkField(options: { label: string; hint?: string }): Field<boolean> {
  return {
    ...named(options),
    isOptional: true,
    isList: false,
    shape: "box",
    read: ([text]) => ({ value: text !== undefined }),
    control: ({ id, name, typed, described }) =>
      html`<input type="checkbox" id="${id}" name="${name}"${typed.length > 0 && html` checked`}${described}>`,
  };
}

function readPick([text = ""]: readonly string[]): { value: string | null } {
  return { value: text === "" ? null : text };
}

function selectControl({ id, name, typed, described }: ControlInput, choices: readonly Option[]): Html {
  const groups = [...Map.groupBy(choices, ({ group }) => group)].map(([group, own]) => {
    const drawn = own.map(
      ({ value, label }) =>
        html`<option value="${value}"${typed[0] === value && html` selected`}>${label}</option>`,
    );
    return group === undefined ? html`${drawn}` : html`<optgroup label="${group}">${drawn}</optgroup>`;
  });
  return html`<select id="${id}" name="${name}"${described}>${groups}</select>`;
}
