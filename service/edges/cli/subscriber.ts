import type { Command } from "commander";
// oxlint-disable-next-line pr-service/no-writing-sql -- noted before the first line is read: whoever has a part of the file has been noted.
import { insertAudit } from "../../features/audit/sql.ts";
import type { EndReason } from "../../features/newsroom/subscriptions/schema.ts";
import {
  endSubscriber,
  exportSubscribers,
  findSubscriber,
  listSubscribers,
  type Subscriber,
} from "../../features/newsroom/subscriptions/subscribers.ts";
import { limitForPeople } from "../../floor/db/keyset-list.ts";
import { parseId } from "./arguments.ts";
import { paged, printList } from "./lists/add-list.ts";
import { openSecrets } from "./open-secrets.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { withDatabase } from "./with-database.ts";
import { writeWholeFile } from "./write-whole-file.ts";

type ListOptions = { agency: number; client?: number; cursor?: string; limit?: number };
type ExportOptions = { agency: number; client?: number; email?: string };

export function addSubscriberCommands(program: Command): void {
  const group = program.command("subscriber").description("who gets a newsroom's releases by mail");

  const list = group.command("list").description("a page of an agency's subscribers");
  paged(list, { default: limitForPeople, maximum: 500 })
    .requiredOption("--agency <id>", "whose subscribers", parseId)
    .option("--client <id>", "those of one client's newsroom", parseId)
    .action(async ({ agency, client, ...page }: ListOptions, command: Command) => {
      const secrets = await openSecrets(command);
      const { subscribers, nextCursor } = await withDatabase(command, ({ sql }) =>
        listSubscribers(sql, agency, { clientId: client, ...page }, secrets),
      );
      printList(command, { plural: "subscribers", line: lineOf }, { rows: subscribers, nextCursor });
    });

  group
    .command("export")
    .description(
      "write an agency's subscribers with their proofs of consent to a file, one JSON object a line",
    )
    .argument("<file>", "is written anew, for its owner alone")
    .requiredOption("--agency <id>", "whose subscribers", parseId)
    .option("--client <id>", "those of one client's newsroom", parseId)
    .option("--email <address>", "all that is stored on one address")
    .action(async (file: string, { agency, client, email }: ExportOptions, command: Command) => {
      const secrets = await openSecrets(command);
      const count = await withDatabase(command, async ({ sql }) => {
        await insertAudit(sql, agency, {
          actor: operator,
          action: "subscribers.exported",
          subject: { type: client === undefined ? "agency" : "client", id: String(client ?? agency) },
        });
        return email === undefined
          ? await writeLines(file, exportSubscribers(sql, agency, { clientId: client }, secrets))
          : await writeLines(file, await findSubscriber(sql, agency, { email, clientId: client }, secrets));
      });
      print(command, { file, subscriptions: count }, [`${count} subscriptions are in ${file}.`]);
    });

  endCommand(group, "remove", "end all subscriptions of an address and delete it", "removed");
  endCommand(group, "complain", "the same, because its owner complained", "complained");
  endCommand(group, "bounce", "the same, because mails to it came back", "bounced");
}

function endCommand(
  group: Command,
  name: string,
  description: string,
  reason: Extract<EndReason, "removed" | "bounced" | "complained">,
): void {
  group
    .command(name)
    .description(description)
    .requiredOption("--agency <id>", "whose subscriber", parseId)
    .requiredOption("--email <address>", "the subscriber's address")
    .action(async ({ agency, email }: { agency: number; email: string }, command: Command) => {
      const secrets = await openSecrets(command);
      const { ended } = await withDatabase(command, ({ sql }) =>
        endSubscriber(sql, agency, { email, reason }, { secrets, actor: operator }),
      );
      print(command, { ended }, [`${ended} subscriptions have ended. The address is deleted.`]);
    });
}

async function writeLines(
  file: string,
  subscribers: AsyncIterable<Subscriber> | Iterable<Subscriber>,
): Promise<number> {
  return await writeWholeFile(file, async (out) => {
    let count = 0;
    for await (const subscriber of subscribers) {
      count += 1;
      await out.writeFile(`${JSON.stringify(subscriber)}\n`);
    }
    return count;
  });
}

function lineOf({ id, status, email, frequency, topic, clientName }: Subscriber): string {
  return `${id}  ${status}  ${email ?? "(deleted)"}  ${frequency}  ${clientName}${topic === null ? "" : `: ${topic}`}`;
}
