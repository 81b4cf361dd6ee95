import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../../../floor/db/open.ts";
import { commentsMax, type PassageComment } from "./schema.ts";

/** What a contact wrote about a text, or about words of it. */
export type CommentRow = {
  commentId: string;
  approvalId: string;
  draftVersion: number;
  contactId: string;
  contactName: string;
  passage: number | null;
  quote: string | null;
  comment: string;
  createdAt: Date;
  doneAt: Date | null;
  /** Who of the agency dealt with it; null where nobody did, or where the person is gone. */
  doneBy: string | null;
};

/** Comments of the latest rounds of a text, which a page shows. */
const shownMax = 8 * commentsMax;

/** Writes what a contact sent along with a decision: on passages, and on the whole. */
export async function insertComments(
  transaction: Queryable,
  agencyId: number,
  input: {
    approvalId: string;
    contactId: string;
    passages: readonly PassageComment[];
    whole: string | null;
  },
): Promise<void> {
  const whole = input.whole === null ? [] : [{ passage: null, quote: null, comment: input.whole }];
  const rows = [...input.passages, ...whole].map(({ passage, quote, comment }) => ({
    agency_id: agencyId,
    id: uuidv7(),
    approval_id: input.approvalId,
    contact_id: input.contactId,
    passage,
    quote,
    comment,
  }));
  if (rows.length > 0) await transaction`insert into approval_comment ${transaction(rows)}`;
}

/** Comments on a draft, or of an approval, in the order of the text, newest version first; of one contact or one approval where named. */
export async function listComments(
  sql: Queryable,
  agencyId: number,
  {
    draftId,
    contactId,
    approvalId,
  }:
    | { draftId: string; contactId?: string; approvalId?: string }
    | { draftId?: string; contactId?: string; approvalId: string },
): Promise<CommentRow[]> {
  return await sql<CommentRow[]>`
    select
      c.passage, c.quote, c.comment,
      c.id as "commentId",
      c.approval_id as "approvalId",
      a.draft_version as "draftVersion",
      c.contact_id as "contactId",
      k.name as "contactName",
      c.created_at as "createdAt",
      c.done_at as "doneAt",
      coalesce(p.name, p.email) as "doneBy"
    from approval_comment c
    join approval a on a.agency_id = c.agency_id and a.id = c.approval_id
    join client_contact k on k.agency_id = c.agency_id and k.id = c.contact_id
    left join person p on p.id = c.done_by
    where c.agency_id = ${agencyId}
      ${draftId === undefined ? sql`` : sql`and a.draft_id = ${draftId}`}
      ${contactId === undefined ? sql`` : sql`and c.contact_id = ${contactId}`}
      ${approvalId === undefined ? sql`` : sql`and c.approval_id = ${approvalId}`}
    order by a.draft_version desc, c.passage nulls last, c.id
    limit ${shownMax}
  `;
}

export async function hasComment(
  sql: Queryable,
  agencyId: number,
  { draftId, commentId }: { draftId: string; commentId: string },
): Promise<boolean> {
  const rows = await sql`
    select
    from approval_comment c
    join approval a on a.agency_id = c.agency_id and a.id = c.approval_id
    where c.agency_id = ${agencyId}
      and c.id = ${commentId}
      and a.draft_id = ${draftId}
  `;
  return rows.length > 0;
}

/** Notes that a comment on the draft was dealt with, or takes that back; false where there is none, or nothing to change. */
export async function updateCommentDone(
  transaction: Queryable,
  agencyId: number,
  input: { draftId: string; commentId: string; doneBy: string | null },
): Promise<boolean> {
  const rows = await transaction`
    update approval_comment
    set
      done_at = ${input.doneBy === null ? null : transaction`now()`},
      done_by = ${input.doneBy}::uuid
    where agency_id = ${agencyId}
      and id = ${input.commentId}
      and (done_by is null) = (${input.doneBy}::uuid is not null)
      and approval_id in (
        select id
        from approval
        where agency_id = ${agencyId}
          and draft_id = ${input.draftId}
      )
    returning 1
  `;
  return rows.length > 0;
}
