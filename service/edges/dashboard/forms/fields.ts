import type { Html } from "../../../floor/web/html.ts";

/** A choice of a list: what is sent, and what is read; in a list of one choice below the name of its group. */
export type Option = { value: string; label: string; group?: string };

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
  /** Whether the page calls it "freiwillig". */
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

/** A field that its form reads when it is empty, too, and says itself what is missing: "freiwillig" would promise too much. */
export function unmarked<T>(field: Field<T>): Field<T> {
  return { ...field, isOptional: false };
}

/** Label and hint of a field, the hint left out where there is none. */
export function named({ label, hint }: { label: string; hint?: string }): { label: string; hint?: string } {
  return hint === undefined ? { label } : { label, hint };
}
