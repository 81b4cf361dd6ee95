import { type Html, html } from "../../web/html.ts";

/** A choice of a list: what is sent, and what is read. */
export type Option = { value: string; label: string };

/** What a control is drawn from. */
export type ControlInput = {
  id: string;
  name: string;
  typed: readonly string[];
  /** ` id="…"`-attributes that tie hint and reason to the control. */
  described: Html;
  options: readonly Option[];
};

/** One field: how it is asked for, how it is drawn, and how it is read. `read` returns a German reason for what it refuses. */
export type Field<T> = {
  label: string;
  hint?: string;
  isOptional: boolean;
  /** Takes several values of one name. */
  isList: boolean;
  /** `box` has its label behind it, `group` is a set of boxes, `hidden` is not seen. */
  shape: "line" | "area" | "box" | "group" | "hidden";
  read: (typed: readonly string[]) => { value: T } | { problem: string };
  control: (input: ControlInput) => Html;
};

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type ValuesOf<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<infer T> ? T : never };

type TextOptions = {
  label: string;
  hint?: string;
  charactersMax: number;
  /** Lines that a text area shows. */
  rows?: number;
  placeholder?: string;
  autocomplete?: string;
};

/** A line of text that has to be there. */
export function textField(options: TextOptions): Field<string> {
  return {
    ...optionalTextField(options),
    isOptional: false,
    read: (typed) => required(readText(typed, options)),
  };
}

/** A line of text; null where nothing was typed. */
export function optionalTextField(options: TextOptions): Field<string | null> {
  return {
    ...named(options),
    isOptional: true,
    isList: false,
    shape: "line",
    read: (typed) => readText(typed, options),
    control: (input) => lineControl(input, "text", options),
  };
}

/** A text of several lines that has to be there. */
export function areaField(options: TextOptions): Field<string> {
  return {
    ...optionalAreaField(options),
    isOptional: false,
    read: (typed) => required(readArea(typed, options)),
  };
}

export function optionalAreaField(options: TextOptions): Field<string | null> {
  return {
    ...named(options),
    isOptional: true,
    isList: false,
    shape: "area",
    read: (typed) => readArea(typed, options),
    control: ({ id, name, typed, described }) =>
      // The parser drops a line break that directly follows the tag; this one is for it.
      html`<textarea id="${id}" name="${name}" rows="${options.rows ?? 6}" maxlength="${options.charactersMax}"${described}>${`\n${typed[0] ?? ""}`}</textarea>`,
  };
}

/** A mail address, checked no further than its verb does. */
export function mailField(options: Omit<TextOptions, "charactersMax">): Field<string> {
  const bounded = { ...options, charactersMax: 320 };
  return {
    ...textField(bounded),
    control: (input) =>
      lineControl(input, "email", { ...bounded, autocomplete: options.autocomplete ?? "off" }),
  };
}

/** A text that a script or a page put there, which is not seen. */
export function hiddenField(options: { charactersMax: number }): Field<string> {
  return {
    label: "",
    isOptional: false,
    isList: false,
    shape: "hidden",
    read: (typed) => required(readText(typed, options)),
    control: ({ id, name, typed }) =>
      html`<input type="hidden" id="${id}" name="${name}" value="${typed[0] ?? ""}">`,
  };
}

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
      html`${choices.map(
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

/** A whole number within bounds. */
export function numberField(options: {
  label: string;
  hint?: string;
  minimum: number;
  maximum: number;
}): Field<number> {
  const { minimum, maximum } = options;
  return {
    ...named(options),
    isOptional: false,
    isList: false,
    shape: "line",
    read: ([text = ""]) => {
      const value = Number(text);
      const isRight = /^-?\d{1,15}$/.test(text) && value >= minimum && value <= maximum;
      return isRight
        ? { value }
        : { problem: `Bitte geben Sie eine ganze Zahl von ${minimum} bis ${maximum} ein.` };
    },
    control: ({ id, name, typed, described }) =>
      html`<input type="number" id="${id}" name="${name}" min="${minimum}" max="${maximum}" value="${typed[0] ?? ""}"${described}>`,
  };
}

/** A file's place in a form that reads its body itself (`defineRawForm`); other forms can't take it. */
export function fileControl(input: { id: string; name: string; accept: string; isMultiple?: boolean }): Html {
  return html`<input type="file" id="${input.id}" name="${input.name}" accept="${input.accept}"${input.isMultiple === true && html` multiple`}>`;
}

function named({ label, hint }: { label: string; hint?: string }): { label: string; hint?: string } {
  return hint === undefined ? { label } : { label, hint };
}

function readPick([text = ""]: readonly string[]): { value: string | null } {
  return { value: text === "" ? null : text };
}

/** Browsers send line breaks as CR LF (HTML Standard, "constructing the entry list"); ours are LF. */
function readArea(
  typed: readonly string[],
  options: TextOptions,
): { value: string | null } | { problem: string } {
  return readText([(typed[0] ?? "").replace(/\r\n?/g, "\n")], options);
}

function readText(
  [text = ""]: readonly string[],
  { charactersMax }: { charactersMax: number },
): { value: string | null } | { problem: string } {
  const trimmed = text.trim();
  const characters = [...trimmed].length;
  if (characters > charactersMax)
    return { problem: `Das sind ${characters} Zeichen. Bitte kürzen Sie auf höchstens ${charactersMax}.` };
  // PostgreSQL's text takes no NUL, and half a surrogate pair is no character.
  if (/\0|\p{Surrogate}/u.test(trimmed))
    return { problem: "Der Text enthält ein Zeichen, das sich nicht speichern lässt." };
  return { value: trimmed === "" ? null : trimmed };
}

function required(
  read: { value: string | null } | { problem: string },
): { value: string } | { problem: string } {
  if ("problem" in read) return read;
  return read.value === null ? { problem: "Bitte füllen Sie dieses Feld aus." } : { value: read.value };
}

function lineControl(
  { id, name, typed, described }: ControlInput,
  type: "text" | "email",
  { charactersMax, placeholder, autocomplete = "off" }: TextOptions,
): Html {
  return html`<input type="${type}" id="${id}" name="${name}" value="${typed[0] ?? ""}" maxlength="${charactersMax}" autocomplete="${autocomplete}"${placeholder !== undefined && html` placeholder="${placeholder}"`}${described}>`;
}

function selectControl({ id, name, typed, described }: ControlInput, choices: readonly Option[]): Html {
  return html`<select id="${id}" name="${name}"${described}>${choices.map(
    ({ value, label }) =>
      html`<option value="${value}"${typed[0] === value && html` selected`}>${label}</option>`,
  )}</select>`;
}
