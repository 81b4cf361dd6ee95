import type { Queryable } from "../../../floor/db/open.ts";
import type { NewWebhookEvent } from "../../events/event-schema.ts";
import type { DraftRow } from "../drafts/sql.ts";
import { listApprovers } from "./approver-sql.ts";
import type { PassageComment } from "./schema.ts";

/** What programs learn of a decision: once for each round, after its last one. */
export async function decisionEventOf(
  transaction: Queryable,
  agencyId: number,
  input: {
    draft: DraftRow;
    approvalId: string;
    status: "approved" | "changes_requested";
    decidedAt: Date;
    decidedBy: string;
    comment: string | null;
    passages?: readonly PassageComment[];
    kind: "link" | "recorded";
  },
): Promise<NewWebhookEvent> {
  const { draft, approvalId, passages = [], comment, kind } = input;
  const approvers = await listApprovers(transaction, agencyId, approvalId);
  return {
    type: input.status === "approved" ? "approval.granted" : "approval.changes_requested",
    data: {
      approvalId,
      draftId: draft.id,
      draftVersion: draft.version,
      clientId: draft.clientId,
      decidedAt: input.decidedAt.toISOString(),
      decidedBy: input.decidedBy,
      comment: comment ?? linesOf(passages),
      ...(passages.length > 0 && {
        comments: passages.map(({ quote, comment: on }) => ({ quote, comment: on })),
      }),
      ...(approvers.length > 0 && {
        approvers: approvers
          .filter(({ status }) => status !== "passed_on")
          .map(({ name, status, decidedAt }) => ({
            name,
            status,
            decidedAt: decidedAt?.toISOString() ?? null,
          })),
      }),
      ...(kind === "recorded" && { kind }),
    },
  };
}

/** Comments on passages as one text, for programs that know of one comment only; null where there are none. */
export function linesOf(comments: readonly { quote: string | null; comment: string }[]): string | null {
  if (comments.length === 0) return null;
  return comments
    .map(({ quote, comment }) => (quote === null ? comment : `„${quote}“: ${comment}`))
    .join("\n\n");
}
