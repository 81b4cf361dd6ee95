import { clockPattern, isCalendarDay } from "../../../floor/web/field-rules.ts";
import { type Html, html } from "../../../floor/web/html.ts";
import { type Field, named } from "./fields.ts";

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

/** A day; null where none was chosen. */
export function optionalDayField(options: { label: string; hint?: string }): Field<string | null> {
  return timeField(options, { type: "date", ending: /^$/ });
}

/** Day and time of a wall clock, which `instantOf` turns into an instant of the agency's time zone; null where none was chosen. */
export function optionalMomentField(options: { label: string; hint?: string }): Field<string | null> {
  return timeField(options, { type: "datetime-local", ending: /^T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/ });
}

/** `08:30` of a wall clock. */
export function clockField(options: { label: string }): Field<string> {
  return {
    ...named(options),
    isOptional: false,
    isList: false,
    shape: "line",
    read: ([text = ""]) =>
      clockPattern.test(text) ? { value: text } : { problem: "Bitte wählen Sie eine Uhrzeit." },
    control: ({ id, name, typed, described }) =>
      html`<input type="time" id="${id}" name="${name}" value="${typed[0] ?? ""}"${described}>`,
  };
}

function timeField(
  options: { label: string; hint?: string },
  { type, ending }: { type: "date" | "datetime-local"; ending: RegExp },
): Field<string | null> {
  return {
    ...named(options),
    isOptional: true,
    isList: false,
    shape: "line",
    read: ([text = ""]) => {
      if (text === "") return { value: null };
      const isRight = isCalendarDay(text.slice(0, 10)) && ending.test(text.slice(10));
      return isRight ? { value: text } : { problem: "Bitte geben Sie ein gültiges Datum an." };
    },
    control: ({ id, name, typed, described }) =>
      html`<input type="${type}" id="${id}" name="${name}" value="${typed[0] ?? ""}"${described}>`,
  };
}

/** A file's place in a form that reads its body itself (`defineRawForm`); other forms can't take it. */
export function fileControl(input: {
  id: string;
  name: string;
  accept: string;
  /** What was wrong with the file that was chosen. It stands above its field, as with every other one. */
  problem?: string | null;
}): Html {
  const { id, name, accept, problem = null } = input;
  return html`${problem !== null && html`<p class="problem" id="${`${id}-problem`}">${problem}</p>`}<input type="file" id="${id}" name="${name}" accept="${accept}"${problem !== null && html` aria-describedby="${`${id}-problem`}" aria-invalid="true"`}>`;
}
