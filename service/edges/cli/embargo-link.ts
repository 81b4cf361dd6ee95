import type { Command } from "commander";
import {
  createEmbargoLink,
  listEmbargoLinks,
  revokeEmbargoLink,
} from "../../features/workflow/embargo/embargo-links.ts";
import type { EmbargoLinkRow } from "../../features/workflow/embargo/sql.ts";
import { limitForPeople } from "../../floor/db/keyset-list.ts";
import { parseId, parseInstant, parseName, parseUuid } from "./arguments.ts";
import { paged, printList } from "./lists/add-list.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { readTextFile } from "./read-text-file.ts";
import { serviceAddress } from "./service-address.ts";
import { configOf, withDatabase } from "./with-database.ts";

type CreateOptions = { agency: number; draft: string; name: string; expires?: Date; passwordFile?: string };
type ListOptions = { agency: number; draft?: string; cursor?: string; limit?: number };

export function addEmbargoLinkCommands(program: Command): void {
  const group = program
    .command("embargo-link")
    .description("links with a password to approved releases before their date");

  group
    .command("create")
    .description("make a link for one journalist or medium; it ends when the release is published")
    .requiredOption("--agency <id>", "whose release", parseId)
    .requiredOption("--draft <id>", "the approved draft", parseUuid)
    .requiredOption("--name <name>", "whom the link is for", parseName)
    .option("--expires <moment>", "until when it works (default: 30 days)", parseInstant)
    .option("--password-file <file>", "file with its password (default: one is made)")
    .action(async (options: CreateOptions, command: Command) => {
      const { agency, draft, name, expires, passwordFile } = options;
      const publicUrl = await serviceAddress(configOf(command));
      const password = passwordFile === undefined ? undefined : (await readTextFile(passwordFile)).trim();
      const { isReplaced: _never, ...link } = await withDatabase(command, ({ sql }) =>
        createEmbargoLink(
          sql,
          agency,
          { draftId: draft, name, password, expiresAt: expires },
          { publicUrl, actor: operator },
        ),
      );
      print(command, link, [
        link.url,
        `Password: ${link.password}`,
        `It works until ${link.expiresAt}. Neither is shown again: hand them over by different ways.`,
      ]);
    });

  const list = group
    .command("list")
    .description("an agency's links, newest first, with how often each was opened");
  paged(list, { default: limitForPeople, maximum: 500 })
    .requiredOption("--agency <id>", "whose links", parseId)
    .option("--draft <id>", "those of one draft", parseUuid)
    .action(async ({ agency, draft, ...page }: ListOptions, command: Command) => {
      const { links, nextCursor } = await withDatabase(command, ({ sql }) =>
        listEmbargoLinks(sql, agency, { draftId: draft, ...page }),
      );
      printList(command, { plural: "links", line: lineOf }, { rows: links, nextCursor });
    });

  group
    .command("revoke")
    .description("end a link at once")
    .argument("<id>", "as `embargo-link list` shows it", parseUuid)
    .requiredOption("--agency <id>", "whose link", parseId)
    .action(async (id: string, { agency }: { agency: number }, command: Command) => {
      await withDatabase(command, ({ sql }) => revokeEmbargoLink(sql, agency, { id }, { actor: operator }));
      print(command, { id, revoked: true }, [`Link ${id} is revoked.`]);
    });
}

function lineOf({ id, name, title, openings, revokedAt, expiresAt }: EmbargoLinkRow): string {
  const end = revokedAt === null ? `until ${expiresAt.toISOString()}` : "revoked";
  return `${id}  ${end}  opened ${openings} times  ${name}: ${title}`;
}
