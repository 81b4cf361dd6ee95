const markup = Symbol("markup");

/** A piece of finished HTML; only `html` and `raw` make one, so no value read from outside can pose as one. */
export type Html = { readonly [markup]: string };

/** What may stand in a template: text is escaped, finished HTML and lists are inserted, nothing stays nothing. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/** Tagged template that escapes every value for element text and for quoted attributes. Attributes must be quoted. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return raw(strings.map((part, index) => part + toMarkup(values[index])).join(""));
}

/** Takes a string as finished HTML. Only for text that this service made or sanitised itself. */
export function raw(trusted: string): Html {
  return { [markup]: trusted };
}

/** The HTML as a string, ready for a response body. */
export function renderHtml(piece: Html): string {
  return piece[markup];
}

/** Escapes text for element content and quoted attributes (HTML Standard, section 13.3). */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function toMarkup(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  if (isList(value)) return value.map(toMarkup).join("");
  return value[markup];
}

function isList(value: Html | readonly HtmlValue[]): value is readonly HtmlValue[] {
  return Array.isArray(value);
}
