import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { findTabooWords } from "../../clients/persona-sql.ts";
import { refuseInactiveClient } from "../../clients/refuse-inactive-client.ts";
import { draftOf, heldDraftOf } from "../drafts/find-draft.ts";
import { findWarnings } from "../drafts/find-warnings.ts";
import type { DraftContext } from "../drafts/read-draft-text.ts";
import { isLocked, requestHash } from "../drafts/rules.ts";
import type { Warning } from "../drafts/schema.ts";
import type { DraftRow } from "../drafts/sql.ts";
import type { WorkflowContext } from "../workflow-context.ts";
import type { ApprovalRow } from "./approval-row-sql.ts";
import { awaitsNobody } from "./approver-sql.ts";
import { type ApprovalRequest, beginRound, keyUsed } from "./begin-round.ts";
import { type ChosenApprovers, chooseApprovers } from "./choose-approvers.ts";
import { programRequestsPerHourMax, respondByOf } from "./rules.ts";
import type { SendApprovalRequestInput, SendApprovalRequestOutput } from "./schema.ts";
import {
  countRequestsOfHour,
  expireApproval,
  findApprovalByKey,
  findLatestApproval,
  supersedeApprovals,
} from "./sql.ts";

/**
 * Asks a contact of the client to approve one version of a draft; the mail with the link goes out by itself.
 * Where the client's rule names several people, all of them are asked in one round, in order or at once.
 * A version that is approved already needs no second request: its approval is returned. No answer ever holds the link.
 * Throws `not_found`, `already_published`, `version_conflict`, `approval_pending`, `draft_has_warnings`, `no_approver`,
 * `idempotency_conflict`, `validation_error`, and `rate_limit_exceeded` for a program that asks a contact again and again.
 */
export async function sendApprovalRequest(
  sql: Sql,
  agencyId: number,
  input: ApprovalRequest,
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
    await endPending(transaction, agencyId, latest);
    await refuseInactiveClient(transaction, agencyId, draft.clientId);
    checked?.refuse(draft);
    const chosen = await chooseApprovers(transaction, agencyId, { clientId: draft.clientId, input, context });
    await refuseLoop(transaction, agencyId, { chosen, context });
    await expireApproval(transaction, agencyId, draft.id);
    const approval = await beginRound(transaction, agencyId, { draft, chosen, input, respondBy, context });
    return describe(approval, context);
  });
}

async function findRepeated(
  transaction: Queryable,
  agencyId: number,
  input: ApprovalRequest,
): Promise<ApprovalRow | null> {
  if (input.idempotencyKey === undefined) return null;
  const known = await findApprovalByKey(transaction, agencyId, input.idempotencyKey);
  if (known === null || known.requestHash === null) return null;
  if (Buffer.compare(known.requestHash, requestHash(input)) === 0) return known;
  throw keyUsed();
}

function refuseStale(draft: DraftRow, draftVersion: number): void {
  if (isLocked(draft.status)) {
    throw new ServiceError(
      "already_published",
      "The draft is scheduled or published, so there is nothing to approve. People stop a publication or correct the release in the dashboard; write a new draft only for another text.",
    );
  }
  if (draft.version === draftVersion) return;
  throw new ServiceError(
    "version_conflict",
    `The draft is at version ${draft.version} by now. Read it with list_drafts and send that version.`,
    { facts: { currentVersion: draft.version } },
  );
}

/** Ends a request that nobody can answer any more; any other that is open is waited for. */
async function endPending(
  transaction: Queryable,
  agencyId: number,
  latest: ApprovalRow | null,
): Promise<void> {
  if (latest?.status !== "pending") return;
  if (await awaitsNobody(transaction, agencyId, latest.id))
    return void (await supersedeApprovals(transaction, agencyId, latest.draftId));
  throw new ServiceError(
    "approval_pending",
    "A request for this version waits for its answer. Ask check_approval_status; an edit of the draft voids it.",
    { facts: { approvalId: latest.id, expiresAt: latest.expiresAt.toISOString() } },
  );
}

/** People see whom they ask; a program that edits and asks in turn would fill the contact's mailbox. */
async function refuseLoop(
  transaction: Queryable,
  agencyId: number,
  { chosen, context }: { chosen: ChosenApprovers; context: WorkflowContext },
): Promise<void> {
  const [contact] = chosen.approvers;
  const isProgram = context.actor.type === "agent" || context.actor.type === "api_key";
  if (!isProgram || contact === undefined) return;
  const requests = await countRequestsOfHour(transaction, agencyId, contact.id);
  if (requests < programRequestsPerHourMax) return;
  throw new ServiceError(
    "rate_limit_exceeded",
    `The contact was asked ${requests} times within the last hour. Tell your user: people can ask in the dashboard.`,
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
        `The draft has ${whatStandsOut(warnings)}. Mend them with update_draft, or send it with acceptWarnings.`,
        { facts: { warnings: warnings.length } },
      );
    },
  };
}

/** "words that the client avoids (title, seoTitle) and pictures that readers won't see (bodyMarkdown)": codes and fields alone, no word of the text. */
function whatStandsOut(warnings: readonly Warning[]): string {
  const fieldsOf = (isWord: boolean) => [
    ...new Set(warnings.filter(({ code }) => (code === "taboo_word") === isWord).map(({ field }) => field)),
  ];
  const kinds = [
    ["words that the client avoids", fieldsOf(true)],
    ["pictures that readers won't see", fieldsOf(false)],
  ] as const;
  return kinds
    .filter(([, fields]) => fields.length > 0)
    .map(([what, fields]) => `${what} (${fields.join(", ")})`)
    .join(" and ");
}

function describe(approval: ApprovalRow, { canMail }: WorkflowContext): SendApprovalRequestOutput {
  const isRecorded = approval.status === "approved" && approval.kind === "recorded";
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
    ...(isRecorded && { nextStep: recordedNext }),
  };
}

const recordedNext = "The agency recorded this approval. Tell your user: a person publishes it, no program.";

/** No answer and no page holds the link: whoever works for the agency shall not decide for the client. */
function handOver({ id, approverName }: ApprovalRow, canMail: boolean): string {
  const why = canMail
    ? "No mail goes to this contact."
    : "The service has no mail server, so no mail goes out.";
  return `${why} Ask the operator of the service to hand the link to ${approverName}: \`pr-service approval link ${id}\` prints it.`;
}
