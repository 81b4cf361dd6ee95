/** What a message names: numbers, and short parts of the file. They are stored as JSON. */
export type Values = Readonly<Record<string, string | number>>;

const none: Values = {};

/** Puts the values of a message into the gaps that its text names in braces. */
export function fillText(text: string, values: Values = none): string {
  return text.replace(/\{(\w+)\}/g, (_braces, name: string) => String(values[name] ?? ""));
}
