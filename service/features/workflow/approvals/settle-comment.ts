import { ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { uuidPattern } from "../../../schema.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { hasComment, updateCommentDone } from "./comment-sql.ts";

/**
 * Notes that a person of the agency dealt with a contact's comment, or takes that back; the contact sees it with the next request.
 * Done twice, it changes nothing. Throws `not_found` for a comment that is not on this draft of the agency.
 */
export async function settleComment(
  sql: Sql,
  agencyId: number,
  { draftId, commentId, isDone }: { draftId: string; commentId: string; isDone: boolean },
  actor: AuditActor,
): Promise<void> {
  if (actor.type !== "person") throw new Error("Only a person deals with a comment.");
  await sql.begin(async (transaction) => {
    const isKnown =
      uuidPattern.test(commentId) && (await hasComment(transaction, agencyId, { draftId, commentId }));
    if (!isKnown) throw new ServiceError("not_found", "The draft has no such comment.");
    const doneBy = isDone ? actor.id : null;
    if (!(await updateCommentDone(transaction, agencyId, { draftId, commentId, doneBy }))) return;
    await insertAudit(transaction, agencyId, {
      actor,
      action: isDone ? "approval.comment_done" : "approval.comment_reopened",
      subject: { type: "draft", id: draftId },
      details: { commentId },
    });
  });
}
