import type { Queryable } from "../../../floor/db/open.ts";
import type { TextReader } from "../../../press-text/markdown/text-reader.ts";
import { findTabooWords } from "../../clients/persona-sql.ts";
import { findWarnings, type QuotedWarning } from "./find-warnings.ts";
import type { DraftContent } from "./rules.ts";

/** A text has a handful; past this a list helps nobody. */
const warningsMax = 50;

/**
 * What to mend in a text as it stands on the screen, saved or not: words that the client avoids, each where it stands, and pictures
 * that won't be shown. `excess` says why the text can't be saved.
 */
export async function reviewDraft(
  { sql, texts }: { sql: Queryable; texts: TextReader },
  agencyId: number,
  { clientId, content }: { clientId: number; content: DraftContent },
): Promise<{ wordCount: number; excess: string | null; warnings: QuotedWarning[] }> {
  const [tabooWords, text] = await Promise.all([
    findTabooWords(sql, agencyId, clientId),
    texts.read(agencyId, content.bodyMarkdown),
  ]);
  const { wordCount, excess } = text;
  // Texts that can't be saved are not searched: they may be of any length.
  const warnings = excess === null ? await findWarnings(texts, agencyId, { content, text, tabooWords }) : [];
  return { wordCount, excess, warnings: warnings.slice(0, warningsMax) };
}
