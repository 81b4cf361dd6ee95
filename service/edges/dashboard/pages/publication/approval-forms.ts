import { ServiceError } from "../../../../errors.ts";
import { openFile } from "../../../../features/media/open-file.ts";
import { privateFileBytesMax, storePrivateFile } from "../../../../features/media/private-file.ts";
import { fileBody } from "../../../../features/media/stream-of.ts";
import type { ApprovalOfDraft } from "../../../../features/workflow/approvals/draft-approvals-sql.ts";
import { recordApproval } from "../../../../features/workflow/approvals/record-approval.ts";
import { findApprovalFile } from "../../../../features/workflow/approvals/record-sql.ts";
import { resendApprovalMail } from "../../../../features/workflow/approvals/resend-approval-mail.ts";
import { sendApprovalRequest } from "../../../../features/workflow/approvals/send-approval-request.ts";
import { settleComment } from "../../../../features/workflow/approvals/settle-comment.ts";
import { contentDisposition } from "../../../../floor/http/downloads.ts";
import { mailLoopName } from "../../../../floor/mail/outbox/loops.ts";
import { type Context, defineForm, definePage } from "../../definition.ts";
import { readWallClock } from "../../parts/clock-change.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { approvalPath, textPath } from "../texts/paths.ts";
import { showApproval } from "./approval.ts";
import { approvalIdFields, commentFields, recordFields, requestFields } from "./approval-fields.ts";
import { draftIdOfVisit, wholeDraftOfVisit } from "./draft-of-visit.ts";
import { proofName } from "./record-section.ts";

const requestForm = defineForm({
  path: "/app/meldungen/:draftId/freigabe",
  action: "approvals.request",
  fields: requestFields,
  async handle(context) {
    const { visit, values, deps, idempotencyKey } = context;
    const draftId = await draftIdOfVisit(context);
    const { contactId, message, respondBy, acceptWarnings, version } = values;
    // Whoever may not make an exception is not heard: the rule holds.
    const exceptsRule = values.exceptsRule && visit.may("approvals.rule");
    const due = respondBy === null ? null : readWallClock(respondBy, visit.timeZone);
    const sent = await sendApprovalRequest(
      deps.sql,
      visit.agencyId,
      {
        draftId,
        draftVersion: version,
        ...(contactId !== null && { contactId }),
        ...(exceptsRule && { exceptsRule }),
        ...(message !== null && { message }),
        ...(due !== null && { respondBy: due.instant.toISOString() }),
        acceptWarnings,
        idempotencyKey,
      },
      { ...deps, actor: visit.actor, canMail: deps.mailer !== null },
    );
    const notice =
      sent.status === "approved"
        ? "Diese Fassung ist schon freigegeben: Es ging keine Mail hinaus."
        : sent.mailSent
          ? `${sent.contactName} bekommt eine Mail mit dem Link zur Freigabe.`
          : `${sent.contactName} bekommt keine Mail: Der Dienst hat keinen Mailserver.`;
    deps.wake(mailLoopName("personal"));
    return { location: approvalPath(draftId), notice };
  },
  show: (context, request) => showApproval(context, { request }),
  reasons: {
    version_conflict:
      "Inzwischen gibt es eine neuere Fassung. Bitte sehen Sie sich den Text noch einmal an; gesendet wird dann diese.",
    draft_has_warnings:
      "Im Text stehen Wörter oder Bilder, die auffallen. Ändern Sie sie, oder schicken Sie ihn trotzdem.",
    not_found: "Diesen Kontakt gibt es nicht mehr. Bitte wählen Sie einen anderen.",
  },
});

const resendForm = defineForm({
  path: "/app/meldungen/:draftId/freigabe/erneut",
  action: "approvals.request",
  fields: approvalIdFields,
  async handle(context) {
    const { visit, deps, query } = context;
    const { draftId, approval } = await approvalOfForm(context);
    const { approvalId } = approval;
    const contactId = context.values.contactId ?? undefined;
    const input = { approvalId, ...(contactId !== undefined && { contactId }) };
    const { contactName } = await resendApprovalMail(deps.sql, visit.agencyId, input, visit);
    deps.wake(mailLoopName("personal"));
    return {
      location: query.get("zurueck") === "heute" ? "/app" : approvalPath(draftId),
      notice: `${contactName} bekommt eine neue Mail. Der Link aus der vorigen gilt dann nicht mehr.`,
    };
  },
  show: (context, { message }) => showApproval(context, { request: { typed: {}, problems: {}, message } }),
  reasons: {
    rate_limit_exceeded: "Die letzte Mail ist gerade erst verschickt worden. Bitte warten Sie zehn Minuten.",
    no_approver: "Dieser Kontakt hat keine E-Mail-Adresse, oder er darf nicht mehr freigeben.",
  },
});

const recordForm = defineForm({
  path: "/app/meldungen/:draftId/freigabe/vermerken",
  action: "approvals.record",
  fields: recordFields,
  fileName: proofName,
  // The note at its longest, in letters that take nine bytes each, beside the file.
  bodyBytesMax: privateFileBytesMax + 100_000,
  async handle(context) {
    const { visit, values, deps, file } = context;
    const draftId = await draftIdOfVisit(context);
    const { version, givenAt, ...record } = values;
    const given = givenAt === null ? null : readWallClock(givenAt, visit.timeZone);
    const upload = file === null ? null : { fileName: file.name, chunks: file.stream() };
    const input = {
      ...record,
      draftId,
      draftVersion: version,
      givenAt: given?.instant ?? new Date(),
      file: upload === null ? null : await storePrivateFile(deps, visit.agencyId, upload),
    };
    const { contactName, isOpen } = await recordApproval(deps.sql, visit.agencyId, input, visit.actor);
    const next = isOpen ? "Andere sind noch gefragt." : "Veröffentlichen muss jemand anderes aus dem Team.";
    deps.wake(mailLoopName("personal"));
    return {
      location: approvalPath(draftId),
      notice: `Die Freigabe von ${contactName} ist vermerkt. ${next}`,
    };
  },
  show: (context, record) => showApproval(context, { record }),
  reasons: {
    version_conflict: "Inzwischen gibt es eine neuere Fassung. Gilt die Freigabe auch für diese?",
    draft_locked: "Diese Fassung ist schon freigegeben, geplant oder veröffentlicht.",
    not_found: "Diesen Kontakt gibt es nicht mehr. Bitte wählen Sie einen anderen.",
  },
});

/** What proves a recorded approval, for those who may read the text. Nothing in it runs. */
const proofPage = definePage({
  path: "/app/meldungen/:draftId/freigabe/beleg/:approvalId/:contactId",
  action: "drafts.read",
  async handle(context) {
    const { visit, params, deps, request } = context;
    const draftId = await draftIdOfVisit(context);
    const [approvalId, contactId] = [uuidInPath(params.approvalId), uuidInPath(params.contactId)];
    const file = await findApprovalFile(deps.sql, visit.agencyId, { draftId, approvalId, contactId });
    if (file === null) throw new ServiceError("not_found", "The approval has no such file.");
    const key = { agencyId: visit.agencyId, fileId: file.fileId };
    const chunks = await openFile(deps, key, { first: 0, last: file.bytes - 1 });
    deps.allowSlowReader(request);
    return new Response(await fileBody(chunks, file.bytes), {
      headers: {
        "content-type": file.mediaType,
        "content-disposition": contentDisposition("attachment", file.fileName),
        "content-security-policy": "default-src 'none'; sandbox",
        "content-length": String(file.bytes),
      },
    });
  },
});

const commentForm = defineForm({
  path: "/app/meldungen/:draftId/freigabe/anmerkung",
  action: "drafts.write",
  fields: commentFields,
  async handle(context) {
    const { visit, values, deps } = context;
    const draftId = await draftIdOfVisit(context);
    const { commentId } = values;
    const isDone = values.isDone === "1";
    await settleComment(deps.sql, visit.agencyId, { draftId, commentId, isDone }, visit.actor);
    return {
      location: `${values.page === "text" ? textPath(draftId) : approvalPath(draftId)}#anmerkungen`,
      notice: isDone ? "Als erledigt vermerkt." : "Wieder offen.",
    };
  },
  show: (context, { message }) => showApproval(context, { request: { typed: {}, problems: {}, message } }),
});

export const approvalFormDefinitions = [requestForm, resendForm, recordForm, proofPage, commentForm];

type ApprovalForm = Context<{ draftId: string }> & { values: { approvalId: string } };

/** The approval that a form names, which has to be of the draft of the path. */
async function approvalOfForm(
  context: ApprovalForm,
): Promise<{ draftId: string; approval: ApprovalOfDraft }> {
  const { id, approvals } = await wholeDraftOfVisit(context);
  const approval = approvals.find(({ approvalId }) => approvalId === context.values.approvalId);
  if (approval === undefined) throw new ServiceError("not_found", "The draft has no such approval.");
  return { draftId: id, approval };
}
