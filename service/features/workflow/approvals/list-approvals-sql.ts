import { isUuid, listPage, type PageInput } from "../../../floor/db/keyset-list.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { approvalStatus } from "./approval-row-sql.ts";
import type { ApprovalStatus } from "./schema.ts";

export type ListedApproval = {
  approvalId: string;
  draftId: string;
  draftVersion: number;
  title: string;
  clientName: string;
  /** Who is asked now, of a round the first of them, or who decided. */
  contactId: string;
  contactName: string;
  kind: "link" | "recorded";
  status: ApprovalStatus;
  /** What became of the mail; `none` for a contact without an address. */
  mail: "none" | "waiting" | "sent" | "cancelled" | "failed";
  requestedAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
};

const list = {
  name: "approvals",
  isKey: isUuid,
  keyOf: ({ approvalId }: { approvalId: string }) => approvalId,
};

/** A page of an agency's approvals, newest first, for its operator. Throws `invalid_cursor`. */
export async function listApprovals(
  sql: Sql,
  agencyId: number,
  page: PageInput,
): Promise<{ approvals: ListedApproval[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(list, page, ({ after, rowsMax }) =>
    listApprovalRows(sql, agencyId, { before: after, limit: rowsMax }),
  );
  return { approvals: items, nextCursor };
}

/** Ids begin with the moment of the request. */
async function listApprovalRows(
  sql: Queryable,
  agencyId: number,
  { before, limit }: { before: string | null; limit: number },
): Promise<ListedApproval[]> {
  return await sql<ListedApproval[]>`
    select
      v.title, a.kind,
      a.contact_id as "contactId",
      a.id as "approvalId",
      a.draft_id as "draftId",
      a.draft_version as "draftVersion",
      c.name as "clientName",
      a.contact_name as "contactName",
      ${approvalStatus(sql)} as status,
      coalesce(m.status, 'none') as mail,
      a.requested_at as "requestedAt",
      a.expires_at as "expiresAt",
      a.decided_at as "decidedAt"
    from approval a
    join draft d on d.agency_id = a.agency_id and d.id = a.draft_id
    join draft_version v
      on v.agency_id = a.agency_id and v.draft_id = a.draft_id and v.version = a.draft_version
    join client c on c.agency_id = a.agency_id and c.id = d.client_id
    left join mail m
      on m.agency_id = a.agency_id
      and m.about_id = a.id
      and m.kind = 'approval_request'
      and m.once = case when a.awaited is null then '' else a.contact_id::text end
    where a.agency_id = ${agencyId}
      ${before === null ? sql`` : sql`and a.id < ${before}`}
    order by a.id desc
    limit ${limit}
  `;
}
