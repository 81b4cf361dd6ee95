import type { PressText } from "../../press-text/markdown/press-text.ts";

/** Whether a text begins with the town itself ("BREMEN. …"), as many releases do; a longer word that begins like it is none. */
export function bringsTown({ lead }: Pick<PressText, "lead">, town: string): boolean {
  const isSame = lead.slice(0, town.length).toLowerCase() === town.toLowerCase();
  return isSame && !/^[\p{L}\p{N}]/u.test(lead.slice(town.length));
}
