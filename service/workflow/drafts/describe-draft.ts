import type { TabooWord } from "../../clients/schema.ts";
import type { PressText } from "../../press-text/markdown/press-text.ts";
import { findWarnings } from "./rules.ts";
import type { Draft } from "./schema.ts";
import type { DraftRow } from "./sql.ts";

/** A draft as callers see it after a change: its facts and warnings, without the text that they have. */
export function describeDraft(draft: DraftRow, tabooWords: readonly TabooWord[], text: PressText): Draft {
  return {
    id: draft.id,
    clientId: draft.clientId,
    version: draft.version,
    status: draft.status,
    title: draft.content.title,
    wordCount: text.wordCount,
    warnings: findWarnings(draft.content, text, tabooWords),
    updatedAt: draft.updatedAt.toISOString(),
  };
}
