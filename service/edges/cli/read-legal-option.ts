import type { LegalText } from "../../features/clients/legal-text.ts";
import { readTextFile } from "./read-text-file.ts";

/** What `--imprint` and `--privacy` take: an address, or the name of a file with Markdown. */
export async function readLegalOption(option: string): Promise<LegalText> {
  return /^https?:\/\//i.test(option) ? { url: option } : { markdown: (await readTextFile(option)).trim() };
}
