import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { insertAudit } from "../../audit/sql.ts";
import { enqueueEvent } from "../../events/enqueue-event.ts";
import { requestHash } from "../drafts/rules.ts";
import { type DraftRow, setDraftStatus } from "../drafts/sql.ts";
import type { WorkflowContext } from "../workflow-context.ts";
import type { ApprovalRow } from "./approval-row-sql.ts";
import { insertApprovers } from "./approver-sql.ts";
import { type ChosenApprovers, seatsOf } from "./choose-approvers.ts";
import { enqueueRequests } from "./mail/enqueue-requests.ts";
import { approvalValidSeconds } from "./rules.ts";
import type { SendApprovalRequestInput } from "./schema.ts";
import { findApproval, insertApproval } from "./sql.ts";

/** What people may ask for besides: an exception from the client's rule, which an owner makes for one text. */
export type ApprovalRequest = SendApprovalRequestInput & { exceptsRule?: boolean };

type Round = {
  draft: DraftRow;
  chosen: ChosenApprovers;
  input: ApprovalRequest;
  respondBy: Date | null;
  context: WorkflowContext;
};

/** Asks those who were chosen, of a draft that the transaction holds: the row of the round, its seats, mails, event and audit. */
export async function beginRound(
  transaction: Queryable,
  agencyId: number,
  round: Round,
): Promise<ApprovalRow> {
  const { draft, chosen, input, respondBy, context } = round;
  const [contact] = chosen.approvers;
  if (contact === undefined) throw new Error("Nobody was chosen to approve.");
  const id = uuidv7();
  const seats = seatsOf(chosen);
  const isNew = await insertApproval(transaction, agencyId, {
    id,
    draftId: draft.id,
    draftVersion: draft.version,
    contentHash: draft.contentHash,
    approverId: contact.id,
    approverName: contact.name,
    message: input.message === undefined || input.message.trim() === "" ? null : input.message.trim(),
    respondBy,
    validSeconds: approvalValidSeconds,
    idempotencyKey: input.idempotencyKey ?? null,
    requestHash: input.idempotencyKey === undefined ? null : requestHash(input),
    requestedBy: context.actor.type === "person" ? context.actor.id : (context.personId ?? null),
    awaited: seats.length === 0 ? null : seats.length,
  });
  if (!isNew) throw keyUsed();
  if (seats.length > 0) await insertApprovers(transaction, agencyId, { approvalId: id, seats });
  const status = { draftId: draft.id, status: "in_approval", approvedVersion: null } as const;
  await setDraftStatus(transaction, agencyId, status);
  const waiting = seats.filter((seat) => seat.status === "waiting").map(({ contactId }) => contactId);
  const contactIds = chosen.approvers
    .filter((approver) => approver.email !== null && !waiting.includes(approver.id))
    .map((approver) => approver.id);
  if (contactIds.length > 0) {
    const approval = await approvalOf(transaction, agencyId, id);
    await enqueueRequests(transaction, agencyId, { approval, contactIds });
  }
  // Read anew: it says whether a mail goes out.
  const approval = await approvalOf(transaction, agencyId, id);
  await tell(transaction, agencyId, { approval, round, names: seats.map(({ name }) => name) });
  return approval;
}

export const keyUsed = () =>
  new ServiceError(
    "idempotency_conflict",
    "The idempotencyKey belongs to a call with another input. Use a new key for a new request.",
  );

async function approvalOf(transaction: Queryable, agencyId: number, id: string): Promise<ApprovalRow> {
  const approval = await findApproval(transaction, agencyId, id);
  if (approval === null) throw new Error("The approval that was just inserted is not there.");
  return approval;
}

async function tell(
  transaction: Queryable,
  agencyId: number,
  { approval, round, names }: { approval: ApprovalRow; round: Round; names: string[] },
): Promise<void> {
  const { draftId, draftVersion } = approval;
  await enqueueEvent(transaction, agencyId, {
    type: "approval.requested",
    data: {
      approvalId: approval.id,
      draftId,
      draftVersion,
      clientId: round.draft.clientId,
      contactName: approval.approverName,
      expiresAt: approval.expiresAt.toISOString(),
      ...(names.length > 0 && { approvers: names }),
    },
  });
  await insertAudit(transaction, agencyId, {
    actor: round.context.actor,
    action: "approval.requested",
    subject: { type: "approval", id: approval.id },
    details: {
      draftId,
      draftVersion,
      contactId: approval.approverId,
      ...(round.chosen.exceptsRule && { exceptsRule: true }),
    },
  });
}
