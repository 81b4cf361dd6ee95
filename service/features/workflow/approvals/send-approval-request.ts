import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { enqueueMails } from "../../../floor/mail/outbox/sql.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { type ContactRow, findTabooWords, listContacts } from "../../clients/persona-sql.ts";
import { enqueueEvent } from "../../events/enqueue-event.ts";
import { draftOf, heldDraftOf } from "../drafts/find-draft.ts";
import { findWarnings } from "../drafts/find-warnings.ts";
import type { DraftContext } from "../drafts/read-draft-text.ts";
import { isLocked, requestHash } from "../drafts/rules.ts";
import { type DraftRow, setDraftStatus } from "../drafts/sql.ts";
import type { WorkflowContext } from "../workflow-context.ts";
import { approvalMails, mailAbout } from "./mail/approval-mails.ts";
import { approvalValidSeconds, reminderOf, respondByOf } from "./rules.ts";
import type { SendApprovalRequestInput, SendApprovalRequestOutput } from "./schema.ts";
import {
  type ApprovalRow,
  expireApproval,
  findApproval,
  findApprovalByKey,
  findLatestApproval,
  insertApproval,
} from "./sql.ts";

/**
 * Asks a contact of the client to approve one version of a draft; the mail with the link goes out by itself.
 * A version that is approved already needs no second request: its approval is returned. No answer ever holds the link.
 * Throws `not_found`, `already_published`, `version_conflict`, `approval_pending`, `draft_has_warnings`, `no_approver`,
 * `idempotency_conflict`, `validation_error`.
 */
export async function sendApprovalRequest(
  sql: Sql,
  agencyId: number,
  input: SendApprovalRequestInput,
  context: DraftContext,
): Promise<SendApprovalRequestOutput> {
  const respondBy = respondByOf(input.respondBy, new Date());
  // Before the transaction: nothing is held while a thread looks for the words.
  const checked = input.acceptWarnings === true ? null : await checkWarnings(sql, agencyId, input, context);
  return await sql.begin(async (transaction) => {
    const draft = await heldDraftOf(transaction, agencyId, input.draftId);
    const repeated = await findRepeated(transaction, agencyId, input);
    if (repeated !== null) return describe(repeated, context);
    refuseStale(draft, input.draftVersion);
    const latest = await findLatestApproval(transaction, agencyId, draft.id);
    if (latest?.status === "approved" && latest.draftVersion === draft.version)
      return describe(latest, context);
    refusePending(latest);
    checked?.refuse(draft);
    const contacts = await listContacts(transaction, agencyId, draft.clientId);
    const contact = chooseContact(contacts, input.contactId, context.actor);
    await expireApproval(transaction, agencyId, draft.id);
    const id = uuidv7();
    await insertApproval(transaction, agencyId, {
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
      requestedBy: context.actor.type === "person" ? context.actor.id : null,
    });
    await setDraftStatus(transaction, agencyId, {
      draftId: draft.id,
      status: "in_approval",
      approvedVersion: null,
    });
    if (contact.email !== null)
      await enqueueMails(transaction, agencyId, { kind: approvalMails.request, mails: [mailAbout(id)] });
    const approval = await findApproval(transaction, agencyId, id);
    if (approval === null) throw new Error("The approval that was just inserted is not there.");
    const remindAt = contact.email === null ? null : reminderOf(approval);
    if (remindAt !== null)
      await enqueueMails(transaction, agencyId, {
        kind: approvalMails.reminder,
        mails: [{ ...mailAbout(id), dueAt: remindAt }],
      });
    await enqueueEventAndAudit(transaction, agencyId, { approval, clientId: draft.clientId, context });
    return describe(approval, context);
  });
}

async function findRepeated(
  transaction: Queryable,
  agencyId: number,
  input: SendApprovalRequestInput,
): Promise<ApprovalRow | null> {
  if (input.idempotencyKey === undefined) return null;
  const known = await findApprovalByKey(transaction, agencyId, input.idempotencyKey);
  if (known === null || known.requestHash === null) return null;
  if (Buffer.compare(known.requestHash, requestHash(input)) === 0) return known;
  throw new ServiceError(
    "idempotency_conflict",
    "The idempotencyKey belongs to a call with another input. Use a new key for a new request.",
  );
}

function refuseStale(draft: DraftRow, draftVersion: number): void {
  if (isLocked(draft.status)) {
    throw new ServiceError(
      "already_published",
      "The draft is scheduled or published, so there is nothing to approve. A new text needs a new draft.",
    );
  }
  if (draft.version === draftVersion) return;
  throw new ServiceError(
    "version_conflict",
    `The draft is at version ${draft.version} by now. Read it with list_drafts and send that version.`,
    { facts: { currentVersion: draft.version } },
  );
}

function refusePending(latest: ApprovalRow | null): void {
  if (latest?.status !== "pending") return;
  throw new ServiceError(
    "approval_pending",
    "A request for this version waits for its answer. Ask check_approval_status; an edit of the draft voids it.",
    { facts: { approvalId: latest.id, expiresAt: latest.expiresAt.toISOString() } },
  );
}

/** Looks for what the client avoids in the draft as it stands now; `refuse` throws where there is any, or the draft is another by then. */
async function checkWarnings(
  sql: Queryable,
  agencyId: number,
  { draftId }: SendApprovalRequestInput,
  { texts }: DraftContext,
): Promise<{ refuse: (draft: DraftRow) => void }> {
  const { content, clientId, version } = await draftOf(sql, agencyId, draftId);
  const [tabooWords, text] = await Promise.all([
    findTabooWords(sql, agencyId, clientId),
    texts.read(agencyId, content.bodyMarkdown),
  ]);
  const warnings = await findWarnings(texts, agencyId, { content, text, tabooWords });
  return {
    refuse(draft) {
      if (draft.version !== version || warnings.some(({ code }) => code === "not_checked"))
        throw new ServiceError("service_unavailable", "There was no time to check the draft. Call again.");
      if (warnings.length === 0) return;
      throw new ServiceError(
        "draft_has_warnings",
        `The draft has words that the client avoids (${warnings.length}). Mend them with update_draft, or send it with acceptWarnings.`,
        { facts: { warnings: warnings.length } },
      );
    },
  };
}

/** The contact that is named, else the first that can be asked: without a mail address only by an operator, who hands the link over. */
function chooseContact(
  contacts: readonly ContactRow[],
  contactId: string | undefined,
  actor: AuditActor,
): ContactRow {
  const named = contacts.filter(({ id }) => contactId === undefined || id === contactId.toLowerCase());
  if (contactId !== undefined && named.length === 0) {
    throw new ServiceError(
      "not_found",
      "The client has no such contact. get_client_persona lists its contacts.",
    );
  }
  const approvers = named.filter(({ canApprove }) => canApprove);
  const needsAddress = actor.type === "person" || actor.type === "api_key";
  const approver = approvers.find(({ email }) => email !== null || !needsAddress);
  if (approver !== undefined) return approver;
  throw new ServiceError(
    "no_approver",
    approvers.length > 0
      ? "Who may approve for this client has no mail address. Ask the agency to enter one, or the operator to ask by `pr-service draft request`."
      : "No such contact of this client may approve. Choose one with canApprove, or ask the agency to register one.",
  );
}

async function enqueueEventAndAudit(
  transaction: Queryable,
  agencyId: number,
  { approval, clientId, context }: { approval: ApprovalRow; clientId: number; context: WorkflowContext },
): Promise<void> {
  await enqueueEvent(transaction, agencyId, {
    type: "approval.requested",
    data: {
      approvalId: approval.id,
      draftId: approval.draftId,
      draftVersion: approval.draftVersion,
      clientId,
      contactName: approval.approverName,
      expiresAt: approval.expiresAt.toISOString(),
    },
  });
  await insertAudit(transaction, agencyId, {
    actor: context.actor,
    action: "approval.requested",
    subject: { type: "approval", id: approval.id },
    details: {
      draftId: approval.draftId,
      draftVersion: approval.draftVersion,
      contactId: approval.approverId,
    },
  });
}

function describe(approval: ApprovalRow, { canMail }: WorkflowContext): SendApprovalRequestOutput {
  const mailSent = approval.hasMail && canMail === true;
  return {
    approvalId: approval.id,
    draftId: approval.draftId,
    draftVersion: approval.draftVersion,
    status: approval.status,
    contactName: approval.approverName,
    requestedAt: approval.requestedAt.toISOString(),
    expiresAt: approval.expiresAt.toISOString(),
    mailSent,
    ...(!mailSent && approval.status === "pending" && { nextStep: handOver(approval, canMail === true) }),
  };
}

/** No answer and no page holds the link: whoever works for the agency shall not decide for the client. */
function handOver({ id, approverName }: ApprovalRow, canMail: boolean): string {
  const why = canMail
    ? "No mail goes to this contact."
    : "The service has no mail server, so no mail goes out.";
  return `${why} Ask the operator of the service to hand the link to ${approverName}: \`pr-service approval link ${id}\` prints it.`;
}
