import { type Html, html } from "../../../floor/web/html.ts";
import type { Newsroom } from "./page-input.ts";

/** The attribute that names a text's language, where it is not the page's own. */
export function langOf(
  language: string,
  { language: pageLanguage }: Pick<Newsroom, "language">,
): Html | null {
  return language.toLowerCase() === pageLanguage ? null : html` lang="${language}"`;
}
