import type { Command } from "commander";
import { issueApprovalLink } from "../../features/workflow/approvals/issue-approval-link.ts";
import { type ListedApproval, listApprovals } from "../../features/workflow/approvals/list-approvals.ts";
import { parseId } from "./arguments.ts";
import { print } from "./print.ts";
import { serviceAddress } from "./service-address.ts";
import { configOf, withDatabase } from "./with-database.ts";

export function addApprovalCommands(program: Command): void {
  const approval = program.command("approval").description("approval requests to clients' contacts");

  approval
    .command("list")
    .description("list an agency's approvals, newest first, without their links")
    .requiredOption("--agency <id>", "whose approvals", parseId)
    .action(async (options: { agency: number }, command: Command) => {
      const approvals = await withDatabase(command, ({ sql }) => listApprovals(sql, options.agency));
      print(command, { approvals }, approvals.length === 0 ? ["No approvals."] : approvals.map(lineOf));
    });

  approval
    .command("link")
    .description("make a fresh link to hand over; the older one stops working")
    .argument("<id>", "the approval's id, as `approval list` shows it")
    .option("--contact <id>", "whose link, where several people are asked (default: the first of them)")
    .action(async (id: string, { contact }: { contact?: string }, command: Command) => {
      const publicUrl = await serviceAddress(configOf(command));
      const link = await withDatabase(command, ({ sql }) => issueApprovalLink(sql, id, publicUrl, contact));
      print(command, link, [
        link.url,
        `It works until ${link.expiresAt}. Whoever has it can decide: give it to ${link.contactName} only.`,
      ]);
    });
}

function lineOf(approval: ListedApproval): string {
  const { approvalId, mail, contactName, clientName, title } = approval;
  const status = approval.kind === "recorded" ? `${approval.status} (recorded)` : approval.status;
  return `${approvalId}  ${status}  mail: ${mail}  ${contactName} (${clientName})  ${title}`;
}
