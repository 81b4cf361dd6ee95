import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { cancelMails } from "../../../floor/mail/outbox/about-mails-sql.ts";
import { refusal, refuseFields } from "../../../floor/web/refuse-fields.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { readApprovalRule } from "../../clients/approval-rule.ts";
import { type ClientContact, listClientContactRows } from "../../clients/persona-sql.ts";
import { enqueueEvent } from "../../events/enqueue-event.ts";
import { holdPrivateFile } from "../../media/private-file.ts";
import { enqueueStamps } from "../../stamps/sql.ts";
import { heldDraftOf } from "../drafts/find-draft.ts";
import { type DraftRow, setDraftStatus } from "../drafts/sql.ts";
import type { ApprovalRow } from "./approval-row-sql.ts";
import { askFurther } from "./decide-approval.ts";
import { decisionEventOf } from "./decision-event.ts";
import { approvalMails } from "./mail/approval-mails.ts";
import {
  insertApprovalFile,
  insertRecordedApproval,
  type NewRecord,
  type RecordedApproval,
  recordOpenApproval,
  recordSeat,
} from "./record-sql.ts";
import { findLatestApproval, updateDecision } from "./sql.ts";

export const recordedNoteCharactersMax = 2_000;
/** An approval of longer ago was hardly of this version. */
const givenDaysMax = 30;
const dayMs = 24 * 3600 * 1000;

/**
 * Records an approval that a contact gave by telephone or on paper, where an owner allowed that for the client. An open request to one
 * person ends with it; in a round of several it is the answer of one who is asked. Who records it does not publish by it, and no agent
 * does either. `isOpen` says that others have still to answer.
 * Throws `not_found`, `version_conflict`, `draft_locked`, `no_approver`, `asset_limit_reached`, `validation_error`.
 */
export async function recordApproval(
  sql: Sql,
  agencyId: number,
  input: RecordedApproval,
  actor: AuditActor,
): Promise<{ approvalId: string; contactName: string; isOpen: boolean }> {
  if (actor.type !== "person")
    throw new ServiceError("no_approver", "Only a person of the agency records an approval.");
  refuseMoment(input.givenAt);
  return await sql.begin(async (transaction) => {
    const draft = await heldDraftOf(transaction, agencyId, input.draftId);
    refuseOtherText(draft, input.draftVersion);
    const latest = await findLatestApproval(transaction, agencyId, draft.id);
    const open = latest?.status === "pending" ? latest : null;
    const isRound = open !== null && open.awaited !== null;
    const contact = await contactOf(transaction, agencyId, { draft, contactId: input.contactId, isRound });
    const approvalId = open?.id ?? uuidv7();
    const row = { ...input, approvalId, contact, contentHash: draft.contentHash, recordedBy: actor.id };
    if (!isRound)
      await (open === null ? insertRecordedApproval : recordOpenApproval)(transaction, agencyId, row);
    const isOpen = isRound && (await recordInRound(transaction, open, row));
    const { file = null } = input;
    if (file !== null) {
      await holdPrivateFile(transaction, agencyId, file);
      await insertApprovalFile(transaction, agencyId, { approvalId, contact, file });
    }
    const { request, reminder } = approvalMails;
    const once = isOpen ? { once: contact.id } : {};
    await cancelMails(transaction, agencyId, { aboutId: approvalId, kinds: [request, reminder], ...once });
    if (!isOpen) await approve(transaction, agencyId, { draft, approvalId, input, contact });
    await tell(transaction, agencyId, { draft, approvalId, input, contact, actor });
    return { approvalId, contactName: contact.name, isOpen };
  });
}

/** Writes the answer of one of a round and turns to the others; false where nobody is left to answer. */
async function recordInRound(
  transaction: Queryable,
  approval: ApprovalRow,
  row: NewRecord,
): Promise<boolean> {
  const { agencyId, id: approvalId } = approval;
  if (!(await recordSeat(transaction, agencyId, row))) {
    throw refusal("no_approver", {
      german: "Diese Person ist gerade nicht gefragt: Sie hat schon geantwortet, oder andere kommen vor ihr.",
      english: "The contact is not asked in this round now.",
    });
  }
  if (await askFurther(transaction, approval)) return true;
  const end = { approvalId, status: "approved", comment: null, approver: row.contact } as const;
  await updateDecision(transaction, agencyId, end);
  return false;
}

function refuseMoment(givenAt: Date): void {
  const agoMs = Date.now() - givenAt.getTime();
  if (agoMs >= 0 && agoMs <= givenDaysMax * dayMs) return;
  refuseFields({
    field: "givenAt",
    german: `Bitte geben Sie einen Zeitpunkt aus den letzten ${givenDaysMax} Tagen an, der nicht in der Zukunft liegt.`,
    english: `givenAt: within the last ${givenDaysMax} days.`,
  });
}

function refuseOtherText(draft: DraftRow, draftVersion: number): void {
  if (draft.version !== draftVersion) {
    throw new ServiceError("version_conflict", `The draft is at version ${draft.version} by now.`, {
      facts: { currentVersion: draft.version },
    });
  }
  if (draft.status === "draft" || draft.status === "in_approval" || draft.status === "changes_requested")
    return;
  throw new ServiceError("draft_locked", "The draft is approved, scheduled or published already.");
}

async function contactOf(
  transaction: Queryable,
  agencyId: number,
  { draft, contactId, isRound }: { draft: DraftRow; contactId: string; isRound: boolean },
): Promise<ClientContact> {
  const { contactIds, allowsRecorded } = await readApprovalRule(transaction, agencyId, draft.clientId);
  if (!allowsRecorded) {
    throw refusal("no_approver", {
      german:
        "Bei diesem Kunden lassen sich keine Freigaben vermerken. Jemand mit der Rolle Inhaber kann es bei den Kontakten erlauben.",
      english: "The client allows no recorded approvals. An owner can change that.",
    });
  }
  const contacts = await listClientContactRows(transaction, agencyId, draft.clientId, { isHeld: true });
  const contact = contacts.find(({ id }) => id === contactId);
  if (contact === undefined) throw new ServiceError("not_found", "The client has no such contact.");
  // Whom a round asks was decided when it began.
  const isNamed =
    isRound || contactIds.length === 0 || (contactIds.length === 1 && contactIds[0] === contact.id);
  if (contact.canApprove && isNamed) return contact;
  throw refusal("no_approver", {
    german: contact.canApprove
      ? "Bei diesem Kunden legt eine Regel fest, wer freigibt. Bitten Sie zuerst alle um die Freigabe; danach lässt sich vermerken, was jemand davon am Telefon oder auf Papier gesagt hat."
      : "Dieser Kontakt darf nicht freigeben.",
    english: "The contact may not approve alone for this client.",
  });
}

type Recorded = {
  draft: DraftRow;
  approvalId: string;
  input: RecordedApproval;
  contact: ClientContact;
};

/** The text is approved: what programs learn of it. */
async function approve(
  transaction: Queryable,
  agencyId: number,
  { draft, approvalId, input, contact }: Recorded,
): Promise<void> {
  const status = "approved" as const;
  await enqueueStamps(transaction, agencyId, { type: "approval", ids: [approvalId] });
  await setDraftStatus(transaction, agencyId, { draftId: draft.id, status, approvedVersion: draft.version });
  const decision = {
    status,
    decidedAt: input.givenAt,
    decidedBy: contact.name,
    comment: null,
    kind: "recorded" as const,
  };
  const event = await decisionEventOf(transaction, agencyId, { draft, approvalId, ...decision });
  await enqueueEvent(transaction, agencyId, event);
}

async function tell(
  transaction: Queryable,
  agencyId: number,
  { draft, approvalId, input, contact, actor }: Recorded & { actor: AuditActor },
): Promise<void> {
  const { draftVersion, givenAt, how, file } = input;
  await insertAudit(transaction, agencyId, {
    actor,
    action: "approval.recorded",
    subject: { type: "approval", id: approvalId },
    details: {
      draftId: draft.id,
      draftVersion,
      contactId: contact.id,
      how,
      givenAt: givenAt.toISOString(),
      contentHash: Buffer.from(draft.contentHash).toString("hex"),
      ...(file && { fileName: file.fileName, sha256: file.sha256 }),
    },
  });
}
