import type { LegalText } from "../clients/legal-text.ts";
import { readTextFile } from "./read-text-file.ts";

/** What `--imprint` and `--privacy` take: an address, or the name of a file with Markdown. */
export async function readLegalOption(option: string | undefined): Promise<LegalText | null> {
  if (option === undefined) return null;
  return /^https?:\/\//i.test(option) ? { url: option } : { markdown: (await readTextFile(option)).trim() };
}
