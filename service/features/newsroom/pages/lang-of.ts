import type { Html } from "../../../floor/web/html.ts";
import { languageAttributes } from "../../../floor/web/language.ts";
import type { Newsroom } from "./page-input.ts";

/** The attributes that name a text's language, where it is not the page's own. */
export function langOf(
  language: string,
  { language: pageLanguage }: Pick<Newsroom, "language">,
): Html | null {
  return language.toLowerCase() === pageLanguage ? null : languageAttributes(language);
}
