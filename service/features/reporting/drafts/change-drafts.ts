import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { refusal, refuseFields } from "../../../floor/web/refuse-fields.ts";
import { refuseChangedSince, stampOf } from "../../../floor/web/seen-stamp.ts";
import { lockAgency } from "../../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import {
  countFreeMails,
  distinctRecipients,
  recipientsProblem,
  refuseManyMails,
} from "../mails/send-report.ts";
import { keepPortfolios } from "../portfolios/sql.ts";
import { cleanReportComment } from "../reports/comment.ts";
import { readPeriod, readWindow } from "../reports/read-report-figures.ts";
import { findScope } from "../reports/scope-sql.ts";
import { listDraftRows } from "./list-sql.ts";
import {
  deleteDraft,
  draftsAtOnceMax,
  insertDraft,
  insertDraftsOfClients,
  lockDraft,
  type NewDraft,
  orderDraftRows,
  updateDraft,
} from "./sql.ts";

/** What is noted of an act on drafts, which are many at once and no subject of their own. */
type Noted = { action: string; id: string; details: Record<string, string | number> };

/**
 * Adds a draft of a report. Throws `scope_not_found`, and `validation_error` for days that a report about it can't have and for wrong
 * recipients.
 */
export async function addDraft(
  sql: Sql,
  agencyId: number,
  draft: Omit<NewDraft, "createdBy">,
  actor: AuditActor,
): Promise<string> {
  const { scope, period } = draft;
  const asked = { period: readPeriod(period) };
  const recipients = checkedRecipients(draft.recipients);
  return await sql.begin(async (transaction) => {
    const found = await findScope(transaction, agencyId, scope);
    if (found === null)
      throw new ServiceError("scope_not_found", `The agency has no ${scope.type} ${scope.id}.`);
    const { releaseIds } = found;
    await readWindow(transaction, agencyId, { scopeType: scope.type, releaseIds, asked });
    const id = await insertDraft(transaction, agencyId, { ...draft, recipients, createdBy: nameOf(actor) });
    await note(transaction, agencyId, actor, { action: "report_draft.created", id, details: { period } });
    return id;
  });
}

/** Adds a draft for each client, where there is none over the same period; returns how many. Throws `validation_error`. */
export async function draftForClients(
  sql: Sql,
  agencyId: number,
  input: Pick<NewDraft, "period" | "comparison" | "formats"> & { clientIds: readonly number[] },
  actor: AuditActor,
): Promise<number> {
  const { clientIds, period } = input;
  const asked = { period: readPeriod(period) };
  if (clientIds.length === 0 || clientIds.length > draftsAtOnceMax)
    refuseFields({
      field: "clients",
      german: `Bitte wählen Sie 1 bis ${draftsAtOnceMax} Kunden aus.`,
      english: `choose 1 to ${draftsAtOnceMax} clients.`,
    });
  return await sql.begin(async (transaction) => {
    // A double click, or a colleague at the same moment, made each draft twice.
    await lockAgency(transaction, agencyId);
    await readWindow(transaction, agencyId, { scopeType: "portfolio", releaseIds: [], asked });
    const portfolios = await keepPortfolios(transaction, agencyId, clientIds);
    const drafts = await insertDraftsOfClients(transaction, agencyId, {
      ...input,
      portfolios,
      createdBy: nameOf(actor),
    });
    await note(transaction, agencyId, actor, {
      action: "report_draft.created",
      id: String(agencyId),
      details: { period, drafts },
    });
    return drafts;
  });
}

/**
 * Keeps the comment and the readers of a draft. Throws `validation_error`, `not_found` for one that does not wait any more, and
 * `version_conflict` where somebody has changed it since `seenStamp`, which is `stampOf` both.
 */
export async function saveDraft(
  sql: Sql,
  agencyId: number,
  input: {
    draftId: string;
    comment: string | null;
    recipients: readonly string[];
    seenStamp?: string | undefined;
  },
  actor: AuditActor,
): Promise<void> {
  const { draftId, seenStamp } = input;
  const comment = cleanReportComment(input.comment ?? undefined) ?? null;
  const recipients = checkedRecipients(input.recipients);
  await sql.begin(async (transaction) => {
    const current = await lockDraft(transaction, agencyId, draftId);
    if (current === null) throw gone();
    const wanted = { comment, recipients };
    if (stampOf(current) === stampOf(wanted)) return;
    refuseChangedSince(current, { wanted, seenStamp });
    await updateDraft(transaction, agencyId, { draftId, ...wanted });
    const details = { recipients: recipients.length };
    await note(transaction, agencyId, actor, { action: "report_draft.changed", id: draftId, details });
  });
}

/**
 * Lets drafts become reports and be sent, in the background, the oldest first; returns how many. Where a person has fewer mails left
 * today, the others wait on. Throws `validation_error` where not one can go, and `not_found` where none waits.
 */
export async function orderDrafts(
  sql: Sql,
  agencyId: number,
  input: { draftIds: readonly string[]; replyTo: string | null },
  actor: AuditActor,
): Promise<number> {
  return await sql.begin(async (transaction) => {
    const mailsMax = actor.type === "person" ? await countFreeMails(transaction, agencyId) : null;
    const wanted = { ...input, issuedBy: nameOf(actor), mailsMax };
    const ordered = await orderDraftRows(transaction, agencyId, wanted);
    if (ordered.drafts === 0) {
      const page = { clientIds: null, ids: input.draftIds, isWaiting: true, before: null, limit: 1 } as const;
      const waiting = await listDraftRows(transaction, agencyId, page);
      if (waiting.length === 0 || mailsMax === null) throw gone();
      refuseManyMails(mailsMax);
    }
    const [id = ""] = input.draftIds;
    await note(transaction, agencyId, actor, { action: "report_draft.issued", id, details: { ...ordered } });
    return ordered.drafts;
  });
}

/** Throws a draft away. Throws `not_found`. */
export async function dropDraft(
  sql: Sql,
  agencyId: number,
  draftId: string,
  actor: AuditActor,
): Promise<void> {
  await sql.begin(async (transaction) => {
    if (!(await deleteDraft(transaction, agencyId, draftId))) throw gone();
    await note(transaction, agencyId, actor, { action: "report_draft.deleted", id: draftId, details: {} });
  });
}

async function note(
  sql: Queryable,
  agencyId: number,
  actor: AuditActor,
  { action, id, details }: Noted,
): Promise<void> {
  const subject = { type: "report_draft", id };
  await insertAudit(sql, agencyId, { actor, action, subject, details });
}

function checkedRecipients(addresses: readonly string[]): string[] {
  const recipients = distinctRecipients(addresses);
  if (recipients.length > 0) refuseFields([recipientsProblem(recipients)]);
  return recipients;
}

function nameOf(actor: AuditActor): string {
  return actor.id === null ? actor.type : `${actor.type}:${actor.id}`;
}

function gone(): ServiceError {
  return refusal("not_found", {
    german:
      "Dieser Entwurf ist inzwischen ausgestellt oder verworfen. Unter Berichte sehen Sie, was daraus wurde.",
    english: "The draft is no longer there: it was issued or thrown away.",
  });
}
