import type { Command } from "commander";
import {
  createReportLink,
  listReportLinks,
  revokeReportLink,
} from "../../features/reporting/links/report-links.ts";
import { type ListedLink, linkDays } from "../../features/reporting/links/schema.ts";
import { sendReport } from "../../features/reporting/mails/send-report.ts";
import { listLimit } from "../../schema.ts";
import { parseCount, parseId, parseTexts, parseUuid } from "./arguments.ts";
import { groupOf, paged, printList } from "./lists/add-list.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { readSecretOption } from "./read-secret-option.ts";
import { addReportCreateCommand } from "./report-create.ts";
import { serviceAddress } from "./service-address.ts";
import { configOf, withDatabase } from "./with-database.ts";

type SendOptions = { agency: number; to: string[]; message?: string; replyTo?: string; acceptZeros?: true };

export function addReportCommands(program: Command): void {
  const report = groupOf(program, "report", "frozen reports: sent, opened by links, checked");

  report
    .command("send")
    .description("send a report by mail: the PDF, three figures and the comment")
    .argument("<id>", "the report's id", parseUuid)
    .requiredOption("--agency <id>", "whose report", parseId)
    .requiredOption("--to <addresses>", "mail addresses with commas between them", parseTexts)
    .option("--message <text>", "a few words above the figures")
    .option("--reply-to <address>", "where answers go (default: the agency's address)")
    .option("--accept-zeros", "send it though no headline figure is above zero")
    .action(async (reportId: string, options: SendOptions, command: Command) => {
      const { queued } = await withDatabase(command, ({ sql }) =>
        sendReport(sql, options.agency, {
          reportId,
          recipients: options.to,
          ...(options.message === undefined ? {} : { message: options.message }),
          ...(options.replyTo === undefined ? {} : { replyTo: options.replyTo }),
          acceptZeros: options.acceptZeros === true,
          actor: operator,
        }),
      );
      const waiting = configOf(command).mail === null ? " They wait until SMTP_URL is set." : "";
      print(command, { reportId, queued }, [`${queued} mails are queued.${waiting}`]);
    });

  addReportCreateCommand(report);
  addLinkCommands(report.command("link").description("links that open one report as a page"));
}

type CreateOptions = { agency: number; days: number; passwordFile?: string };
type ListOptions = { agency: number; report?: string; limit?: number; cursor?: string };

function addLinkCommands(link: Command): void {
  link
    .command("create")
    .description("make a link to a report; its address is shown once")
    .argument("<id>", "the report's id", parseUuid)
    .requiredOption("--agency <id>", "whose report", parseId)
    .option("--days <days>", "how long it opens", parseCount, linkDays.default)
    .option("--password-file <file>", "file with a password, `-` for standard input")
    .action(async (reportId: string, options: CreateOptions, command: Command) => {
      const publicUrl = await serviceAddress(configOf(command));
      const isLocked = options.passwordFile !== undefined;
      const password = isLocked ? { password: await readSecretOption(command, "password") } : {};
      const created = await withDatabase(command, ({ sql }) =>
        createReportLink(sql, options.agency, {
          reportId,
          days: options.days,
          ...password,
          actor: operator,
          publicUrl,
        }),
      );
      print(command, created, [created.url, `It opens until ${created.expiresAt.toISOString()}.`]);
    });

  link
    .command("revoke")
    .description("take a link back")
    .argument("<link>", "as `report link list` shows it", parseUuid)
    .requiredOption("--agency <id>", "whose link", parseId)
    .action(async (linkId: string, options: { agency: number }, command: Command) => {
      await withDatabase(command, ({ sql }) =>
        revokeReportLink(sql, options.agency, { linkId, actor: operator }),
      );
      print(command, { linkId, revoked: true }, [`Link ${linkId} opens nothing any more.`]);
    });

  const list = link.command("list").description("list an agency's links, newest first");
  paged(list, { default: listLimit.maximum })
    .requiredOption("--agency <id>", "whose links", parseId)
    .option("--report <id>", "of this report only", parseUuid)
    .action(async ({ agency, report, ...page }: ListOptions, command: Command) => {
      const { links, nextCursor } = await withDatabase(command, ({ sql }) =>
        listReportLinks(sql, agency, { reportId: report ?? null, ...page }),
      );
      printList(command, { plural: "links", line: lineOf }, { rows: links, nextCursor });
    });
}

function lineOf({ id, reportId, revokedAt, expiresAt, hasPassword }: ListedLink): string {
  const state = revokedAt === null ? `until ${expiresAt.toISOString()}` : "revoked";
  return `${id}  report ${reportId}  ${state}${hasPassword ? "  with password" : ""}`;
}
