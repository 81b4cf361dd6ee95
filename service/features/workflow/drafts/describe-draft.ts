import type { PressText } from "../../../press-text/markdown/press-text.ts";
import type { TextReader } from "../../../press-text/markdown/text-reader.ts";
import type { TabooWord } from "../../clients/schema.ts";
import { findWarnings } from "./find-warnings.ts";
import type { Draft } from "./schema.ts";
import type { DraftRow } from "./sql.ts";

/** A draft as callers see it after a change: its facts and warnings, without the text that they have. */
export async function describeDraft(
  texts: TextReader,
  agencyId: number,
  { draft, tabooWords, text }: { draft: DraftRow; tabooWords: readonly TabooWord[]; text: PressText },
): Promise<Draft> {
  const { content } = draft;
  const warnings = await findWarnings(texts, agencyId, { content, text, tabooWords });
  return {
    id: draft.id,
    clientId: draft.clientId,
    version: draft.version,
    status: draft.status,
    title: content.title,
    wordCount: text.wordCount,
    warnings: warnings.map(({ quotes: _quotes, ...warning }) => warning),
    updatedAt: draft.updatedAt.toISOString(),
  };
}
