import type { Queryable } from "../../../floor/db/open.ts";
import { findByToken, takeTokenAddress } from "../../../floor/secret-links/random-token.ts";
import { type ApprovalRow, approvalColumns } from "./sql.ts";

/** Makes `tokenHash` the one working link of an approval; the earlier ones lead to a page that says so. */
export async function replaceLink(
  transaction: Queryable,
  agencyId: number,
  input: { approvalId: string; tokenHash: Uint8Array },
): Promise<void> {
  await transaction`
    update approval_link
    set replaced_at = now()
    where agency_id = ${agencyId}
      and approval_id = ${input.approvalId}
      and replaced_at is null
  `;
  await insertLink(transaction, agencyId, input);
}

/** Adds a link that works beside those that do. */
export async function insertLink(
  transaction: Queryable,
  agencyId: number,
  input: { approvalId: string; tokenHash: Uint8Array },
): Promise<void> {
  await takeTokenAddress(transaction, agencyId, { kind: "approval", tokenHash: input.tokenHash });
  await transaction`
    insert into approval_link (agency_id, token_hash, approval_id)
    values (${agencyId}, ${input.tokenHash}, ${input.approvalId})
  `;
}

/** What a link leads to; it is found without an agency, because only the link says which one it is. */
export async function findByLink(
  sql: Queryable,
  token: string,
): Promise<(ApprovalRow & { isReplaced: boolean }) | null> {
  return await findByToken(sql, { kind: "approval", token }, async (agencyId, tokenHash) => {
    const [row] = await sql<(ApprovalRow & { isReplaced: boolean })[]>`
      select ${approvalColumns(sql)}, l.replaced_at is not null as "isReplaced"
      from approval_link l
      join approval a on a.agency_id = l.agency_id and a.id = l.approval_id
      where l.agency_id = ${agencyId}
        and l.token_hash = ${tokenHash}
    `;
    return row ?? null;
  });
}
