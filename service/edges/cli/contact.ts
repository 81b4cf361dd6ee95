import type { Command } from "commander";
import { findAgencyOf } from "../../features/agencies/agency-of-sql.ts";
import { addClientContact, listClientContacts } from "../../features/clients/contacts.ts";
import type { ClientContact } from "../../features/clients/persona-sql.ts";
import {
  changeClientContactAndReader,
  removeClientContactAndReader,
} from "../../features/reporting/schedules/remove-readers.ts";
import { parseId, parseUuid } from "./arguments.ts";
import { type ClientChoice, findChosenClient } from "./find-client.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { withDatabase } from "./with-database.ts";

type FieldOptions = { name?: string; role?: string; email?: string; approves?: boolean };

export function addContactCommands(program: Command): void {
  const contact = program.command("contact").description("people at clients, and who of them may approve");

  withFields(contact.command("add"))
    .description("add a contact to a client")
    .requiredOption("--client <id>", "whose contact", parseId)
    .action(async (options: ClientChoice & FieldOptions, command: Command) => {
      const added = await withDatabase(command, async ({ sql }) => {
        const { agencyId, clientId } = await findChosenClient(sql, options);
        return await addClientContact(sql, agencyId, { clientId, ...fieldsOf(options) }, operator);
      });
      print(command, added, [lineOf(added)]);
    });

  withFields(contact.command("update"))
    .description("change a contact; an empty role or address is taken away")
    .argument("<id>", "the contact's id", parseUuid)
    .action(async (contactId: string, options: FieldOptions, command: Command) => {
      const { contact: changed } = await withDatabase(command, async ({ sql }) =>
        changeClientContactAndReader(
          sql,
          await findAgencyOf(sql, "contact", contactId),
          { contactId, ...fieldsOf(options) },
          operator,
        ),
      );
      print(command, changed, [lineOf(changed)]);
    });

  contact
    .command("remove")
    .description("remove a contact; approvals that were given keep the name")
    .argument("<id>", "the contact's id", parseUuid)
    .action(async (contactId: string, _options: unknown, command: Command) => {
      const removed = await withDatabase(command, async ({ sql }) =>
        removeClientContactAndReader(sql, await findAgencyOf(sql, "contact", contactId), contactId, operator),
      );
      print(command, { contactId: removed.contactId }, ["The contact is removed."]);
    });

  contact
    .command("list")
    .description("list a client's contacts")
    .requiredOption("--client <id>", "whose contacts", parseId)
    .option("--agency <id>", "the client's agency", parseId)
    .action(async (options: ClientChoice, command: Command) => {
      const list = await withDatabase(command, async ({ sql }) => {
        const { agencyId, clientId } = await findChosenClient(sql, options);
        return await listClientContacts(sql, agencyId, clientId);
      });
      print(command, list, list.contacts.length === 0 ? ["No contacts."] : list.contacts.map(lineOf));
    });
}

function withFields(command: Command): Command {
  return command
    .option("--name <name>", "the name")
    .option("--role <role>", "what the person does there")
    .option("--email <address>", "where approval requests go")
    .option("--approves", "may approve releases")
    .option("--no-approves", "may not");
}

function fieldsOf({ name, role, email, approves }: FieldOptions) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(role === undefined ? {} : { role }),
    ...(email === undefined ? {} : { email }),
    ...(approves === undefined ? {} : { canApprove: approves }),
  };
}

function lineOf({ id, name, role, email, canApprove }: ClientContact): string {
  return [id, name, role, email, canApprove ? "approves" : null].filter((part) => part !== null).join("  ");
}
