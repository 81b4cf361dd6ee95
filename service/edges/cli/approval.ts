import type { Command } from "commander";
import { findAgencyOf } from "../../features/agencies/agency-of-sql.ts";
import { readApprovalRule, setApprovalRule } from "../../features/clients/approval-rule.ts";
import { type CommentRow, listComments } from "../../features/workflow/approvals/comment-sql.ts";
import { issueApprovalLink } from "../../features/workflow/approvals/issue-approval-link.ts";
import { type ListedApproval, listApprovals } from "../../features/workflow/approvals/list-approvals-sql.ts";
import { listLimit } from "../../schema.ts";
import { parseId } from "./arguments.ts";
import { findChosenClient } from "./find-client.ts";
import { paged, printList } from "./lists/add-list.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { serviceAddress } from "./service-address.ts";
import { configOf, withDatabase } from "./with-database.ts";

type RuleOptions = {
  client: number;
  contacts?: string;
  atOnce?: boolean;
  inOrder?: boolean;
  recorded?: boolean;
};

type ListOptions = { agency: number; limit?: number; cursor?: string };

export function addApprovalCommands(program: Command): void {
  const approval = program.command("approval").description("approval requests to clients' contacts");
  addRuleCommand(approval);

  const list = approval
    .command("list")
    .description("list an agency's approvals, newest first, without their links");
  paged(list, { default: listLimit.maximum })
    .requiredOption("--agency <id>", "whose approvals", parseId)
    .action(async ({ agency, ...page }: ListOptions, command: Command) => {
      const { approvals, nextCursor } = await withDatabase(command, ({ sql }) =>
        listApprovals(sql, agency, page),
      );
      printList(command, { plural: "approvals", line: lineOf }, { rows: approvals, nextCursor });
    });

  approval
    .command("comments")
    .description("show what contacts wrote with an approval, in the order of the text")
    .argument("<id>", "the approval's id, as `approval list` shows it")
    .action(async (id: string, _options: unknown, command: Command) => {
      const comments = await withDatabase(command, async ({ sql }) =>
        listComments(sql, await findAgencyOf(sql, "approval", id), { approvalId: id }),
      );
      print(command, { comments }, comments.length === 0 ? ["No comments."] : comments.map(lineOfComment));
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

function addRuleCommand(approval: Command): void {
  approval
    .command("rule")
    .description("show or set whose approval each text of a client needs")
    .requiredOption("--client <id>", "whose texts", parseId)
    .option("--contacts <ids>", "ids of contacts in their order, with commas between; empty for none")
    .option("--at-once", "ask all of them at once, instead of one after the other")
    .option("--in-order", "ask them one after the other")
    .option("--recorded", "let people of the agency record approvals by telephone or on paper")
    .option("--no-recorded", "let them record none")
    .action(async ({ client, contacts, atOnce, inOrder, recorded }: RuleOptions, command: Command) => {
      const rule = await withDatabase(command, async ({ sql }) => {
        const { agencyId, clientId } = await findChosenClient(sql, { client });
        if ([contacts, atOnce, inOrder, recorded].some((option) => option !== undefined)) {
          // What is not said stays: an owner may have set it.
          const before = await readApprovalRule(sql, agencyId, clientId);
          const set = {
            clientId,
            contactIds: contacts?.split(",").filter((id) => id !== "") ?? before.contactIds,
            isInOrder: atOnce === true ? false : inOrder === true || before.isInOrder,
            allowsRecorded: recorded ?? before.allowsRecorded,
          };
          await setApprovalRule(sql, agencyId, set, operator);
        }
        return await readApprovalRule(sql, agencyId, clientId);
      });
      const { contactIds, isInOrder, allowsRecorded } = rule;
      print(command, rule, [
        contactIds.length === 0
          ? "One contact is chosen for each text."
          : contactIds.join(isInOrder ? ", then " : " and "),
        ...(allowsRecorded ? ["Approvals may be recorded."] : []),
      ]);
    });
}

function lineOfComment({ contactName, quote, comment, doneAt }: CommentRow): string {
  const about = quote === null ? "" : ` on "${quote}"`;
  return `${doneAt === null ? "open" : "done"}  ${contactName}${about}: ${comment.replaceAll("\n", " ")}`;
}

function lineOf(approval: ListedApproval): string {
  const { approvalId, mail, contactName, clientName, title } = approval;
  const status = approval.kind === "recorded" ? `${approval.status} (recorded)` : approval.status;
  return `${approvalId}  ${status}  mail: ${mail}  ${contactName} (${clientName})  ${title}`;
}
