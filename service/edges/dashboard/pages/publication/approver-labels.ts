import type { ApproverOfDraft } from "../../../../features/workflow/approvals/draft-approvals-sql.ts";

/** Where one person of a round stands. */
export const seatLabels: Record<ApproverOfDraft["status"], string> = {
  waiting: "kommt danach",
  asked: "ist gefragt",
  approved: "hat freigegeben",
  changes_requested: "wünscht Änderungen",
  passed_on: "hat weitergegeben",
};
