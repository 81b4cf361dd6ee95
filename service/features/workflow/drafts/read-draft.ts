import type { Queryable } from "../../../floor/db/open.ts";
import type { TextReader } from "../../../press-text/markdown/text-reader.ts";
import { findTabooWords } from "../../clients/persona-sql.ts";
import { findClient } from "../../clients/sql.ts";
import { type ApprovalOfDraft, listApprovalsOfDraft } from "../approvals/draft-approvals-sql.ts";
import { describeDraft } from "./describe-draft.ts";
import { draftOf } from "./find-draft.ts";
import { findReleaseOfDraftPage, type ReleaseOfDraftPage } from "./reference-sql.ts";
import { type DraftContent, isCorrection } from "./rules.ts";
import type { Draft } from "./schema.ts";

export type WholeDraft = Draft & {
  clientName: string;
  content: DraftContent;
  approvedVersion: number | null;
  publishedVersion: number | null;
  isCorrection: boolean;
  scheduledFor: string | null;
  /** Null before its first schedule or publication. */
  release: ReleaseOfDraftPage | null;
  /** Newest first. */
  approvals: ApprovalOfDraft[];
};

/** A draft with everything that a page on it shows. Throws `not_found`. */
export async function readDraft(
  sql: Queryable,
  agencyId: number,
  draftId: string,
  { texts }: { texts: TextReader },
): Promise<WholeDraft> {
  const draft = await draftOf(sql, agencyId, draftId);
  const [client, tabooWords, text, approvals, release] = await Promise.all([
    findClient(sql, agencyId, draft.clientId),
    findTabooWords(sql, agencyId, draft.clientId),
    texts.read(agencyId, draft.content.bodyMarkdown),
    listApprovalsOfDraft(sql, agencyId, draft.id),
    findReleaseOfDraftPage(sql, agencyId, draft.id),
  ]);
  return {
    ...(await describeDraft(texts, agencyId, { draft, tabooWords, text })),
    clientName: client?.name ?? "",
    content: draft.content,
    approvedVersion: draft.approvedVersion,
    publishedVersion: draft.publishedVersion,
    isCorrection: isCorrection(draft),
    scheduledFor: draft.scheduledFor?.toISOString() ?? null,
    release,
    approvals,
  };
}
