import type { Queryable } from "../../../floor/db/open.ts";
import { writeWork } from "../../../floor/queues/announce-work.ts";
import type { WorkQueue } from "../../../floor/queues/work-queue.ts";
import { type ApprovalRow, approvalColumns } from "./approval-row-sql.ts";

/** Approvals that wait for their answer, or for the end of their time. */
export const approvalQueue: WorkQueue = {
  name: "approvals",
  waiting: (sql) => sql`
    select agency_id, expires_at as due_at
    from approval
    where status = 'pending'
  `,
};

/**
 * Inserts a pending approval; its draft is held by the transaction, so no other one can be pending beside it. False where another draft's
 * request has the idempotency key since a moment.
 */
export async function insertApproval(
  transaction: Queryable,
  agencyId: number,
  input: Pick<
    ApprovalRow,
    | "id"
    | "draftId"
    | "draftVersion"
    | "contentHash"
    | "approverId"
    | "approverName"
    | "message"
    | "respondBy"
    | "requestHash"
    | "requestedBy"
    | "awaited"
  > & { idempotencyKey: string | null; validSeconds: number },
): Promise<boolean> {
  const inserted = await writeWork(
    transaction,
    { queue: approvalQueue, agencyId },
    (inner) => inner<{ dueAt: Date }[]>`
      insert into approval (
        agency_id, id, draft_id, draft_version, content_hash, contact_id, contact_name, message, respond_by, expires_at,
        idempotency_key, request_hash, requested_by, awaited
      )
      values (
        ${agencyId}, ${input.id}, ${input.draftId}, ${input.draftVersion}, ${input.contentHash}, ${input.approverId},
        ${input.approverName}, ${input.message}, ${input.respondBy}, now() + make_interval(secs => ${input.validSeconds}),
        ${input.idempotencyKey}, ${input.requestHash}, ${input.requestedBy},
        ${input.awaited}
      )
      on conflict (agency_id, idempotency_key) do nothing
      returning expires_at as "dueAt"
    `,
  );
  return inserted.length === 1;
}

/** One approval of the agency, or null. */
export async function findApproval(
  sql: Queryable,
  agencyId: number,
  approvalId: string,
): Promise<ApprovalRow | null> {
  const [row] = await sql<ApprovalRow[]>`
    select ${approvalColumns(sql)}
    from approval a
    where a.agency_id = ${agencyId}
      and a.id = ${approvalId}
  `;
  return row ?? null;
}

/** The approval that a call with this key asked for, or null. */
export async function findApprovalByKey(
  sql: Queryable,
  agencyId: number,
  idempotencyKey: string,
): Promise<ApprovalRow | null> {
  const [row] = await sql<ApprovalRow[]>`
    select ${approvalColumns(sql)}
    from approval a
    where a.agency_id = ${agencyId}
      and a.idempotency_key = ${idempotencyKey}
  `;
  return row ?? null;
}

/** The newest approval of a draft, whatever became of it, or null. */
export async function findLatestApproval(
  sql: Queryable,
  agencyId: number,
  draftId: string,
): Promise<ApprovalRow | null> {
  const [row] = await sql<ApprovalRow[]>`
    select ${approvalColumns(sql)}
    from approval a
    where a.agency_id = ${agencyId}
      and a.draft_id = ${draftId}
    order by a.requested_at desc, a.id desc
    limit 1
  `;
  return row ?? null;
}

/** Voids what is pending or granted of a draft, because its text is another now. True when anything was. */
export async function supersedeApprovals(
  transaction: Queryable,
  agencyId: number,
  draftId: string,
): Promise<boolean> {
  await expireApproval(transaction, agencyId, draftId);
  const superseded = await transaction`
    update approval
    set status = 'superseded'
    where agency_id = ${agencyId}
      and draft_id = ${draftId}
      and status in ('pending', 'approved')
  `;
  return superseded.count > 0;
}

/**
 * Writes the decision of a contact, of a round that of the last one, if the approval still waits for it; returns the moment, or null.
 */
export async function updateDecision(
  transaction: Queryable,
  agencyId: number,
  input: {
    approvalId: string;
    status: "approved" | "changes_requested";
    comment: string | null;
    approver: { id: string; name: string };
  },
): Promise<Date | null> {
  const [row] = await transaction<{ decidedAt: Date }[]>`
    update approval
    set
      status = ${input.status},
      comment = ${input.comment},
      decided_at = now(),
      contact_id = ${input.approver.id},
      contact_name = ${input.approver.name},
      awaited = case when awaited is null then null else 0 end
    where agency_id = ${agencyId}
      and id = ${input.approvalId}
      and status = 'pending'
      and expires_at > now()
    returning decided_at as "decidedAt"
  `;
  return row?.decidedAt ?? null;
}

/** Notes whom a round waits for now, how many answers are missing, and for how long: each of them has the whole time. */
export async function updateAwaited(
  transaction: Queryable,
  agencyId: number,
  input: {
    approvalId: string;
    approver: { id: string; name: string };
    awaited: number;
    /** Left out where the time runs on. */
    validSeconds?: number;
  },
): Promise<void> {
  const { validSeconds } = input;
  await writeWork(
    transaction,
    { queue: approvalQueue, agencyId },
    (inner) => inner<{ dueAt: Date }[]>`
      update approval
      set
        contact_id = ${input.approver.id},
        contact_name = ${input.approver.name},
        awaited = ${input.awaited}
        ${validSeconds === undefined ? inner`` : inner`, expires_at = now() + make_interval(secs => ${validSeconds})`}
      where agency_id = ${agencyId}
        and id = ${input.approvalId}
        and status = 'pending'
      returning expires_at as "dueAt"
    `,
  );
}

/** Notes that a draft's pending approval ran out, so that another one can be asked for. */
export async function expireApproval(
  transaction: Queryable,
  agencyId: number,
  draftId: string,
): Promise<void> {
  await transaction`
    update approval
    set status = 'expired'
    where agency_id = ${agencyId}
      and draft_id = ${draftId}
      and status = 'pending'
      and expires_at <= now()
  `;
}

/** The draft of an approval of the agency whose time ran out without a decision; null when there is none. */
export async function findOverdueDraft(sql: Queryable, agencyId: number): Promise<string | null> {
  const [row] = await sql<{ draftId: string }[]>`
    select draft_id as "draftId"
    from approval
    where agency_id = ${agencyId}
      and status = 'pending'
      and expires_at <= now()
    order by expires_at
    limit 1
  `;
  return row?.draftId ?? null;
}

/** Whether a contact can be asked by mail. */
export async function canBeAsked(sql: Queryable, agencyId: number, approverId: string): Promise<boolean> {
  const rows = await sql`
    select
    from client_contact
    where agency_id = ${agencyId}
      and id = ${approverId}
      and email is not null
      and can_approve
  `;
  return rows.length > 0;
}

/** How often a contact was asked for an approval within the last hour. */
export async function countRequestsOfHour(
  sql: Queryable,
  agencyId: number,
  contactId: string,
): Promise<number> {
  const [row] = await sql<{ requests: number }[]>`
    select count(*)::integer as requests
    from approval
    where agency_id = ${agencyId}
      and contact_id = ${contactId}
      and requested_at > now() - interval '1 hour'
  `;
  return row?.requests ?? 0;
}
