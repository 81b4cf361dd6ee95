import { ServiceError } from "../../../errors.ts";
import { html } from "../../../web/html.ts";
import { refusal } from "../../../web/refuse-fields.ts";
import type { ApprovalOfDraft } from "../../../workflow/approvals/draft-approvals-sql.ts";
import { issueLinkOf } from "../../../workflow/approvals/issue-approval-link.ts";
import { resendApprovalMail } from "../../../workflow/approvals/resend-approval-mail.ts";
import { sendApprovalRequest } from "../../../workflow/approvals/send-approval-request.ts";
import { type Context, defineForm } from "../../definition.ts";
import { readWallClock } from "../../parts/clock-change.ts";
import { momentHtml } from "../../parts/moment.ts";
import { approvalPath, textsPath } from "../texts/paths.ts";
import { showApproval } from "./approval.ts";
import { approvalIdFields, requestFields } from "./approval-fields.ts";
import { draftIdOfVisit, wholeDraftOfVisit } from "./draft-of-visit.ts";

const requestForm = defineForm({
  path: "/app/meldungen/:draftId/freigabe",
  action: "approvals.request",
  fields: requestFields,
  async handle(context) {
    const { visit, values, deps, idempotencyKey } = context;
    const draftId = await draftIdOfVisit(context);
    const { contactId, message, respondBy, acceptWarnings, version } = values;
    const due = respondBy === null ? null : readWallClock(respondBy, visit.timeZone);
    const sent = await sendApprovalRequest(
      deps.sql,
      visit.agencyId,
      {
        draftId,
        draftVersion: version,
        ...(contactId !== null && { contactId }),
        ...(message !== null && { message }),
        ...(due !== null && { respondBy: due.instant.toISOString() }),
        acceptWarnings,
        idempotencyKey,
      },
      { ...deps, actor: visit.actor, canMail: deps.mailer !== null },
    );
    const notice = sent.mailSent
      ? `${sent.contactName} bekommt eine Mail mit dem Link zur Freigabe.`
      : `${sent.contactName} bekommt keine Mail. Bitte geben Sie den Link selbst weiter.`;
    deps.wake("approval-mail");
    return { location: approvalPath(draftId), notice };
  },
  show: (context, request) => showApproval(context, { request }),
  reasons: {
    version_conflict:
      "Inzwischen gibt es eine neuere Fassung. Bitte sehen Sie sich den Text noch einmal an; gesendet wird dann diese.",
    draft_has_warnings:
      "Im Text stehen Wörter, die der Kunde vermeiden möchte. Ändern Sie sie, oder schicken Sie ihn trotzdem.",
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
    const { contactName } = await resendApprovalMail(deps.sql, visit.agencyId, { approvalId }, visit);
    deps.wake("approval-mail");
    return {
      location: query.get("zurueck") === "heute" ? "/app" : approvalPath(draftId),
      notice: `${contactName} bekommt eine neue Mail. Der Link aus der vorigen gilt dann nicht mehr.`,
    };
  },
  show: (context, { message }) => showApproval(context, { request: { typed: {}, problems: {}, message } }),
  reasons: {
    rate_limit_exceeded: "Die letzte Mail ist gerade erst verschickt worden. Bitte warten Sie zehn Minuten.",
  },
});

const linkForm = defineForm({
  path: "/app/meldungen/:draftId/freigabe/link",
  action: "approvals.request",
  fields: approvalIdFields,
  async handle(context) {
    const { visit, deps } = context;
    const { draftId, approval } = await approvalOfForm(context);
    refuseMailed(approval, deps.mailer);
    const { approvalId } = approval;
    const { publicUrl } = deps;
    const issued = await issueLinkOf(deps.sql, visit.agencyId, { approvalId, publicUrl, actor: visit.actor });
    return {
      title: "Link zur Freigabe",
      trail: [
        { label: "Meldungen", href: textsPath },
        { label: "Freigabe", href: approvalPath(draftId) },
      ],
      lead: "Er steht nur dieses eine Mal hier. Wer ihn hat, kann entscheiden: Geben Sie ihn nur dem Kontakt.",
      main: html`<p><label for="link">Link</label></p><p><input class="secret" id="link" readonly value="${issued.url}"></p>
<p>Gültig bis ${momentHtml(visit, new Date(issued.expiresAt))}. Ein früherer Link gilt nicht mehr.</p>
<p class="buttons"><a class="button" href="${approvalPath(draftId)}">Zurück zur Freigabe</a></p>`,
    };
  },
  show: (context, { message }) => showApproval(context, { request: { typed: {}, problems: {}, message } }),
});

export const approvalFormDefinitions = [requestForm, resendForm, linkForm];

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

/** Who works for the agency shall not decide for the client: where a mail reaches the contact, nobody else sees the link. */
function refuseMailed({ hasAddress, mail }: ApprovalOfDraft, mailer: Context["deps"]["mailer"]): void {
  if (mailer === null || !hasAddress || (mail !== "sent" && mail !== "waiting")) return;
  throw refusal("validation_error", {
    german:
      mail === "sent"
        ? "Der Kontakt hat die Mail mit dem Link schon bekommen."
        : "Die Mail mit dem Link ist gerade unterwegs.",
    english: "The mail with the link is sent, or on its way.",
  });
}
