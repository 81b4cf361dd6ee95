import type { Field } from "../../../../service/edges/dashboard/forms/fields.ts";
import { html, renderHtml } from "../../../../service/floor/web/html.ts";
import { berlinDay } from "../../../support/berlin-days.ts";

type Fields = Readonly<Record<string, Field<unknown>>>;

/** Something that each field takes, so that a form gets as far as it can; `known` are values of hidden fields and lists. */
export function rightValues(
  fields: Fields,
  known: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const day = berlinDay(30);
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const control = { id: "f", name, typed: [], described: html``, options: [] };
      const drawn = renderHtml(field.control(control));
      const offered = [...drawn.matchAll(/value="([^"]+)"/g)].map(([, value = ""]) => value);
      const texts = ["Text", "1", "a@example.org", `${day}T10:00`, "https://a.example", day];
      const guesses = [known[name] ?? "", ...offered, ...texts];
      return [name, guesses.find((guess) => guess !== "" && "value" in field.read([guess])) ?? ""];
    }),
  );
}
