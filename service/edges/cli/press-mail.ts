import type { Command } from "commander";
import { discloseContact } from "../../features/mailings/contact-history.ts";
import { listMailings, readFigures, readMailing } from "../../features/mailings/mailings.ts";
import { stopMailing } from "../../features/mailings/send-mailing.ts";
import {
  checkSender,
  readSender,
  removeSender,
  renewSenderKey,
  type SenderView,
} from "../../features/mailings/senders/senders.ts";
import { getContact, listContacts } from "../../features/media-contacts/contacts.ts";
import { recordObjection } from "../../features/media-contacts/object.ts";
import { contactName } from "../../features/media-contacts/rules.ts";
import { limitForPeople } from "../../floor/db/keyset-list.ts";
import type { Sql } from "../../floor/db/open.ts";
import { parseId, parseUuid } from "./arguments.ts";
import { paged, printList } from "./lists/add-list.ts";
import { openSecrets } from "./open-secrets.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { withDatabase } from "./with-database.ts";

type OfAgency = { agency: number };
type Page = OfAgency & { limit?: number; cursor?: string };
type OfClient = OfAgency & { client: number };

/** The operator sees the contacts and mailings of all clients. */
const act = { scope: null, actor: operator };
const limit = { default: limitForPeople };

/** Press mailings, the people they go to, and the addresses they come from. */
export function addPressMailCommands(program: Command): void {
  addMailingCommands(program.command("mailing").description("press mailings"));
  addContactCommands(program.command("media-contact").description("people of the media"));
  addSenderCommands(
    program.command("sender").description("addresses that clients' press mailings come from"),
  );
}

function addMailingCommands(group: Command): void {
  paged(group.command("list").description("an agency's mailings, newest first, with their figures"), limit)
    .requiredOption("--agency <id>", "whose", parseId)
    .action(async ({ agency, ...page }: Page, command: Command) => {
      const { mailings, nextCursor } = await withDatabase(command, ({ sql }) =>
        listMailings(sql, agency, { clientIds: null, ...page }),
      );
      const line = ({ id, status, subject, figures }: (typeof mailings)[number]) =>
        `${id}  ${status}  sent ${figures?.sent ?? 0}  ${subject}`;
      printList(command, { plural: "mailings", line }, { rows: mailings, nextCursor });
    });
  one(group, "show", "a mailing with its figures").action(
    async (id: string, { agency }: OfAgency, command: Command) => {
      const shown = await withDatabase(command, async ({ sql }) => {
        const mailing = await readMailing(sql, agency, { id, clientIds: null });
        return { ...mailing, figures: await readFigures(sql, agency, mailing) };
      });
      print(command, shown, [JSON.stringify(shown, null, 2)]);
    },
  );
  one(group, "stop", "send nothing more of a mailing; one that waits for its time is a draft again").action(
    async (id: string, { agency }: OfAgency, command: Command) => {
      const { status } = await withDatabase(command, ({ sql }) =>
        stopMailing(sql, agency, id, { actor: operator }),
      );
      print(command, { id, status }, [`Mailing ${id} is now: ${status}.`]);
    },
  );
}

function addContactCommands(group: Command): void {
  paged(group.command("list").description("an agency's contacts by name, without addresses"), limit)
    .requiredOption("--agency <id>", "whose", parseId)
    .action(async ({ agency, ...page }: Page, command: Command) => {
      const { contacts, nextCursor } = await withDatabase(command, ({ sql }) =>
        listContacts(sql, agency, { filter: { scope: null }, ...page }, null),
      );
      const rows = contacts.map((contact) => ({
        ...{ id: contact.id, name: contactName(contact), medium: contact.medium },
        ...{ country: contact.country, objectedAt: contact.objectedAt },
      }));
      const line = ({ id, name, medium, objectedAt }: (typeof rows)[number]) =>
        `${id}  ${name}, ${medium}${objectedAt === null ? "" : "  has objected"}`;
      printList(command, { plural: "contacts", line }, { rows, nextCursor });
    });
  one(group, "object", "note an objection: no client of the agency writes to the contact any more").action(
    async (id: string, { agency }: OfAgency, command: Command) => {
      await withDatabase(command, async ({ sql }) => {
        const { addressKey } = await getContact(sql, agency, { id, scope: null }, null);
        await recordObjection(sql, agency, { addressKey, how: "entered", actor: operator });
      });
      print(command, { id, objected: true }, [`The objection of ${id} holds at once and for all clients.`]);
    },
  );
  one(group, "disclose", "print all that is kept on a contact (article 15 of the GDPR)").action(
    async (id: string, { agency }: OfAgency, command: Command) => {
      const secrets = await openSecrets(command);
      const said = await withDatabase(command, ({ sql }) =>
        discloseContact(sql, agency, { id, ...act }, secrets),
      );
      print(command, said, [JSON.stringify(said, null, 2)]);
    },
  );
}

function addSenderCommands(group: Command): void {
  ofClient(group, {
    name: "show",
    description: "a client's sender, and what belongs into its DNS",
    work: ({ sql, agency, client }) => readSender(sql, agency, client),
  });
  ofClient(group, {
    name: "check",
    description: "look for the key in DNS now",
    work: ({ sql, agency, client }) => checkSender(sql, agency, client),
  });
  ofClient(group, {
    name: "renew",
    description: "make a new key; the old one signs until the new one is in DNS",
    work: async ({ sql, agency, client, command }) =>
      renewSenderKey(sql, agency, client, { actor: operator, secrets: await openSecrets(command, sql) }),
  });
  group
    .command("remove")
    .description("mail in the client's name from the service's own address again")
    .requiredOption("--agency <id>", "whose client", parseId)
    .requiredOption("--client <id>", "whose sender", parseId)
    .action(async ({ agency, client }: OfClient, command: Command) => {
      await withDatabase(command, ({ sql }) => removeSender(sql, agency, client, { actor: operator }));
      print(command, { clientId: client, removed: true }, [`The sender of client ${client} is removed.`]);
    });
}

/** A command about one thing of an agency. */
function one(group: Command, name: string, description: string): Command {
  return group
    .command(name)
    .description(description)
    .argument("<id>", "as `list` shows it", parseUuid)
    .requiredOption("--agency <id>", "whose", parseId);
}

function ofClient(
  group: Command,
  {
    name,
    description,
    work,
  }: {
    name: string;
    description: string;
    work: (asked: OfClient & { sql: Sql; command: Command }) => Promise<SenderView | null>;
  },
): void {
  group
    .command(name)
    .description(description)
    .requiredOption("--agency <id>", "whose client", parseId)
    .requiredOption("--client <id>", "whose sender", parseId)
    .action(async ({ agency, client }: OfClient, command: Command) => {
      const sender = await withDatabase(command, ({ sql }) => work({ sql, agency, client, command }));
      print(command, sender ?? { sender: null }, [
        sender === null
          ? `Client ${client} has no sender: its mailings come from the service's own address.`
          : JSON.stringify(sender, null, 2),
      ]);
    });
}
