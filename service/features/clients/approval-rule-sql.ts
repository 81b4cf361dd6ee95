import type { Queryable } from "../../floor/db/open.ts";

/** Whose approval each text of a client needs. */
export type ApprovalRule = {
  /** In their order; empty where one person is chosen for each text. */
  contactIds: string[];
  /** One after the other, or all at once. */
  isInOrder: boolean;
  /** Whether people of the agency may record an approval that came by telephone or on paper. */
  allowsRecorded: boolean;
};

export async function findApprovalRule(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<ApprovalRule | null> {
  const [row] = await sql<ApprovalRule[]>`
    select
      contact_ids as "contactIds",
      is_in_order as "isInOrder",
      allows_recorded as "allowsRecorded"
    from client_approval_rule
    where agency_id = ${agencyId}
      and client_id = ${clientId}
  `;
  return row ?? null;
}

export async function upsertApprovalRule(
  transaction: Queryable,
  agencyId: number,
  { clientId, contactIds, isInOrder, allowsRecorded }: ApprovalRule & { clientId: number },
): Promise<void> {
  await transaction`
    insert into client_approval_rule (agency_id, client_id, contact_ids, is_in_order, allows_recorded)
    values (${agencyId}, ${clientId}, ${transaction.array(contactIds)}::uuid[], ${isInOrder}, ${allowsRecorded})
    on conflict (agency_id, client_id) do update
    set
      contact_ids = excluded.contact_ids,
      is_in_order = excluded.is_in_order,
      allows_recorded = excluded.allows_recorded,
      updated_at = excluded.updated_at
  `;
}

/** Whether the rule of a contact's client names the contact. */
export async function isInApprovalRule(
  transaction: Queryable,
  agencyId: number,
  { clientId, contactId }: { clientId: number; contactId: string },
): Promise<boolean> {
  const rows = await transaction`
    select
    from client_approval_rule
    where agency_id = ${agencyId}
      and client_id = ${clientId}
      and ${contactId}::uuid = any(contact_ids)
  `;
  return rows.length > 0;
}
