import { checkApprovalStatus } from "../../../features/workflow/approvals/check-approval-status.ts";
import {
  CheckApprovalStatusInput,
  CheckApprovalStatusOutput,
  SendApprovalRequestInput,
  SendApprovalRequestOutput,
} from "../../../features/workflow/approvals/schema.ts";
import { sendApprovalRequest } from "../../../features/workflow/approvals/send-approval-request.ts";
import { defineTool, reads } from "../tool.ts";

export const sendApprovalRequestTool = defineTool({
  name: "send_approval_request",
  title: "Send an approval request",
  description:
    "Mails the client's contact a personal link to approve exactly this version, or to ask for changes. Without contactId: the client's approver. Only the human decides. Then use check_approval_status.",
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  scope: "publish",
  action: "approvals.request",
  input: SendApprovalRequestInput,
  output: SendApprovalRequestOutput,
  run: (context, input) => sendApprovalRequest(context.sql, context.agencyId, input, context),
});

export const checkApprovalStatusTool = defineTool({
  name: "check_approval_status",
  title: "Check the approval status",
  description:
    "Tells whether the humans have decided on a draft, with comments, and whether its current version may be published. People take hours: wait recommendedPollSeconds.",
  hints: reads,
  scope: "read",
  action: "drafts.read",
  input: CheckApprovalStatusInput,
  output: CheckApprovalStatusOutput,
  run: ({ sql, agencyId }, input) => checkApprovalStatus(sql, agencyId, input),
});
