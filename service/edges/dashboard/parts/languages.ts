import { languageNames } from "../../../floor/web/language-names.ts";
import type { Option } from "../forms/fields.ts";

/** Languages to choose from, the one that a text has among them. */
export function languageOptions(chosen?: string): Option[] {
  const options = Object.entries(languageNames).map(([value, label]) => ({ value, label }));
  const isListed = chosen === undefined || chosen === "" || Object.hasOwn(languageNames, chosen);
  return isListed ? options : [...options, { value: chosen, label: chosen }];
}
