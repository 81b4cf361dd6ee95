import type { Queryable } from "../../../floor/db/open.ts";
import { findByToken, takeTokenAddress } from "../../../floor/secret-links/random-token.ts";
import { type ApprovalRow, approvalColumns } from "./approval-row-sql.ts";
import type { ApproverStatus } from "./approver-sql.ts";

type LinkInput = { approvalId: string; contactId: string; tokenHash: Uint8Array };

/** Makes `tokenHash` the one working link of a contact to an approval; the earlier ones lead to a page that says so. */
export async function replaceLink(transaction: Queryable, agencyId: number, input: LinkInput): Promise<void> {
  await endLinks(transaction, agencyId, input);
  await insertLink(transaction, agencyId, input);
}

/** Ends a contact's links to an approval. A link of before is that of the approval's contact. */
export async function endLinks(
  transaction: Queryable,
  agencyId: number,
  { approvalId, contactId }: Omit<LinkInput, "tokenHash">,
): Promise<void> {
  await transaction`
    update approval_link l
    set replaced_at = now(), contact_id = ${contactId}
    from approval a
    where l.agency_id = ${agencyId}
      and l.approval_id = ${approvalId}
      and l.replaced_at is null
      and a.agency_id = l.agency_id
      and a.id = l.approval_id
      and coalesce(l.contact_id, a.contact_id) = ${contactId}
  `;
}

/** Adds a link that works beside those that do. */
export async function insertLink(transaction: Queryable, agencyId: number, input: LinkInput): Promise<void> {
  await takeTokenAddress(transaction, agencyId, { kind: "approval", tokenHash: input.tokenHash });
  await transaction`
    insert into approval_link (agency_id, token_hash, approval_id, contact_id)
    values (${agencyId}, ${input.tokenHash}, ${input.approvalId}, ${input.contactId})
  `;
}

/** An approval as one contact has it before them. */
export type LinkedApproval = ApprovalRow & {
  /** True of each link while the agency waits for its removal, since a form that was open before would decide. */
  isReplaced: boolean;
  /** False for a contact whose right to approve was taken away since. */
  mayApprove: boolean;
  /** Whose link it is. */
  contactId: string;
  contactName: string;
  /** What this contact of a round decided; null in an approval of one person. */
  own: { status: ApproverStatus; decidedAt: Date | null; comment: string | null; isRecorded: boolean } | null;
};

type FlatLink = Omit<LinkedApproval, "own"> & {
  ownStatus: ApproverStatus | null;
  ownDecidedAt: Date | null;
  ownComment: string | null;
  ownIsRecorded: boolean;
};

/** What a link leads to; it is found without an agency, because only the link says which one it is. */
export async function findByLink(sql: Queryable, token: string): Promise<LinkedApproval | null> {
  return await findByToken(sql, { kind: "approval", token }, async (agencyId, tokenHash) => {
    const [row] = await sql<FlatLink[]>`
      select
        ${approvalColumns(sql)},
        (l.replaced_at is not null or agency.delete_after is not null) as "isReplaced",
        coalesce(k.can_approve, true) as "mayApprove",
        coalesce(l.contact_id, a.contact_id) as "contactId",
        coalesce(p.contact_name, a.contact_name) as "contactName",
        p.status as "ownStatus",
        p.decided_at as "ownDecidedAt",
        p.comment as "ownComment",
        p.recorded_by is not null as "ownIsRecorded"
      from approval_link l
      join approval a on a.agency_id = l.agency_id and a.id = l.approval_id
      join agency on agency.id = l.agency_id
      left join client_contact k
        on k.agency_id = a.agency_id and k.id = coalesce(l.contact_id, a.contact_id)
      left join approval_approver p
        on p.agency_id = a.agency_id and p.approval_id = a.id and p.contact_id = coalesce(l.contact_id, a.contact_id)
      where l.agency_id = ${agencyId}
        and l.token_hash = ${tokenHash}
    `;
    if (row === undefined) return null;
    const { ownStatus, ownDecidedAt, ownComment, ownIsRecorded, ...approval } = row;
    const own = { decidedAt: ownDecidedAt, comment: ownComment, isRecorded: ownIsRecorded };
    return { ...approval, own: ownStatus === null ? null : { status: ownStatus, ...own } };
  });
}
