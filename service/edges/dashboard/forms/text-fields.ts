import { trimUnseen } from "../../../floor/strings/trim-unseen.ts";
import { type Html, html } from "../../../floor/web/html.ts";
import { storedMailAddressOctetsMax } from "../../../floor/web/mail-address.ts";
import { plainTelephone } from "../../../floor/web/telephone-address.ts";
import { type ControlInput, type Field, named } from "./fields.ts";

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

/** The address of a page, checked no further than its verb does. Nobody types the scheme of `www.…`: it is put before it. */
export function addressField(options: TextOptions): Field<string> {
  return {
    ...textField({ placeholder: "https://", ...options }),
    read: (typed) => required(readAddress(typed, options)),
  };
}

export function optionalAddressField(options: TextOptions): Field<string | null> {
  return {
    ...optionalTextField({ placeholder: "https://", ...options }),
    read: (typed) => readAddress(typed, options),
  };
}

/** A mail address, checked no further than its verb does. */
export function mailField(options: Omit<TextOptions, "charactersMax">): Field<string> {
  const bounded = { ...options, charactersMax: storedMailAddressOctetsMax };
  return {
    ...textField(bounded),
    control: (input) =>
      lineControl(input, "email", { ...bounded, autocomplete: options.autocomplete ?? "off" }),
  };
}

/** A telephone number, checked no further than its verb does. */
export function optionalTelephoneField(options: TextOptions): Field<string | null> {
  return {
    ...optionalTextField(options),
    read: ([text = ""]) => readText([plainTelephone(text)], options),
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
  const trimmed = trimUnseen(text);
  const characters = [...trimmed].length;
  if (characters > charactersMax)
    return { problem: `Das sind ${characters} Zeichen. Bitte kürzen Sie auf höchstens ${charactersMax}.` };
  // PostgreSQL's text takes no NUL, and half a surrogate pair is no character.
  if (/\0|\p{Surrogate}/u.test(trimmed))
    return { problem: "Der Text enthält ein Zeichen, das sich nicht speichern lässt." };
  return { value: trimmed === "" ? null : trimmed };
}

function readAddress(
  [text = ""]: readonly string[],
  options: TextOptions,
): { value: string | null } | { problem: string } {
  const trimmed = text.trim();
  return readText([/^www\./i.test(trimmed) ? `https://${trimmed}` : trimmed], options);
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
