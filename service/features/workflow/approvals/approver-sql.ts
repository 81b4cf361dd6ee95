import type { Queryable } from "../../../floor/db/open.ts";

export type ApproverStatus = "waiting" | "asked" | "approved" | "changes_requested" | "passed_on";

/** One who is asked in a round of several, or after somebody passed an approval on. */
export type ApproverRow = {
  contactId: string;
  name: string;
  turn: number;
  status: ApproverStatus;
  askedAt: Date | null;
  decidedAt: Date | null;
  comment: string | null;
  /** The agency recorded the answer, which came by telephone or on paper. */
  isRecorded: boolean;
};

export type Seat = { contactId: string; name: string; turn: number; status: ApproverStatus };

/** Notes who is asked in a round. */
export async function insertApprovers(
  transaction: Queryable,
  agencyId: number,
  { approvalId, seats }: { approvalId: string; seats: readonly Seat[] },
): Promise<void> {
  const rows = seats.map(({ contactId, name, turn, status }) => ({
    agency_id: agencyId,
    approval_id: approvalId,
    contact_id: contactId,
    contact_name: name,
    turn,
    status,
  }));
  await transaction`insert into approval_approver ${transaction(rows)}`;
  await transaction`
    update approval_approver
    set asked_at = now()
    where agency_id = ${agencyId}
      and approval_id = ${approvalId}
      and status = 'asked'
      and asked_at is null
  `;
}

/** Who is asked in a round, in the order of their turns; empty for an approval of one person. */
export async function listApprovers(
  sql: Queryable,
  agencyId: number,
  approvalId: string,
): Promise<ApproverRow[]> {
  return await sql<ApproverRow[]>`
    select
      turn, status, comment,
      contact_id as "contactId",
      contact_name as name,
      asked_at as "askedAt",
      decided_at as "decidedAt",
      recorded_by is not null as "isRecorded"
    from approval_approver
    where agency_id = ${agencyId}
      and approval_id = ${approvalId}
    order by turn, status = 'passed_on' desc, contact_name, contact_id
    limit ${approversMax}
  `;
}

/** The name of somebody whose answer the open request `a` awaits and who may not approve any more, or null: such a request never ends. */
export function unableApprover(sql: Queryable, agencyId: number) {
  return sql`(
    select k.name
    from (
      select a.contact_id
      where a.status = 'pending' and a.awaited is null
      union all
      select seat.contact_id
      from approval_approver seat
      where a.status = 'pending'
        and seat.agency_id = ${agencyId}
        and seat.approval_id = a.id
        and seat.status in ('waiting', 'asked')
    ) as open
    join client_contact k on k.agency_id = ${agencyId} and k.id = open.contact_id and not k.can_approve
    order by k.name
    limit 1
  )`;
}

/** Whether a request awaits somebody who may not approve any more. */
export async function awaitsNobody(sql: Queryable, agencyId: number, approvalId: string): Promise<boolean> {
  const [row] = await sql<{ unable: string | null }[]>`
    select ${unableApprover(sql, agencyId)} as unable
    from approval a
    where a.agency_id = ${agencyId}
      and a.id = ${approvalId}
  `;
  return row !== undefined && row.unable !== null;
}

/** Turns of a round and those to whom it was passed on. */
export const approversMax = 10;

/** Writes what one of a round decided, if that person is asked; false where not. */
export async function updateApprover(
  transaction: Queryable,
  agencyId: number,
  input: {
    approvalId: string;
    contactId: string;
    status: "approved" | "changes_requested" | "passed_on";
    comment: string | null;
  },
): Promise<boolean> {
  const rows = await transaction`
    update approval_approver
    set
      status = ${input.status},
      comment = ${input.comment},
      decided_at = ${input.status === "passed_on" ? transaction`null::timestamptz` : transaction`now()`}
    where agency_id = ${agencyId}
      and approval_id = ${input.approvalId}
      and contact_id = ${input.contactId}
      and status = 'asked'
    returning 1
  `;
  return rows.length > 0;
}

/** Asks those of the lowest turn that waits, where nobody is asked any more; returns them. */
export async function askNextTurn(
  transaction: Queryable,
  agencyId: number,
  approvalId: string,
): Promise<{ contactId: string; name: string }[]> {
  return await transaction<{ contactId: string; name: string }[]>`
    update approval_approver
    set status = 'asked', asked_at = now()
    where agency_id = ${agencyId}
      and approval_id = ${approvalId}
      and status = 'waiting'
      and turn = (
        select min(turn)
        from approval_approver
        where agency_id = ${agencyId}
          and approval_id = ${approvalId}
          and status in ('waiting', 'asked')
      )
    returning contact_id as "contactId", contact_name as name
  `;
}
