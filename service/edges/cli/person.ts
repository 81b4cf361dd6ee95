import { type Command, Option } from "commander";
import { ServiceError } from "../../errors.ts";
import { inviteMember } from "../../features/people/invite-member.ts";
import { listMembers } from "../../features/people/membership-sql.ts";
import { findPersonByEmail } from "../../features/people/person-sql.ts";
import { renamePerson } from "../../features/people/rename-person.ts";
import { type Role, roles } from "../../features/people/rights.ts";
import { normaliseEmail, printedLinkValidMinutes } from "../../features/people/rules.ts";
import { printSignInLink, signInUrl } from "../../features/people/sign-in.ts";
import { changeTeamMember, removeTeamMember } from "../../features/reporting/schedules/remove-readers.ts";
import type { Sql } from "../../floor/db/open.ts";
import { parseId, parseIds, parseName, parseOneOf } from "./arguments.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { serviceAddress } from "./service-address.ts";
import { configOf, withDatabase } from "./with-database.ts";

type InviteOptions = { agency: number; email: string; role: Role; name?: string; clients?: number[] };
type MemberOptions = { agency: number; email: string };
type RoleOptions = MemberOptions & { role: Role; clients?: number[]; allClients?: boolean };

export function addPersonCommands(program: Command): void {
  const person = program.command("person").description("people who use the dashboard");

  person
    .command("invite")
    .description("let a person work for an agency; prints a link to sign in")
    .requiredOption("--agency <id>", "for which agency", parseId)
    .requiredOption("--email <address>", "the person's mail address")
    .requiredOption("--role <role>", `one of: ${roles.join(", ")}`, parseOneOf(roles))
    .option("--name <name>", "the person's name", parseName)
    .addOption(clientsOption())
    .action(invite);

  person
    .command("list")
    .description("list the people of an agency")
    .requiredOption("--agency <id>", "whose people", parseId)
    .action(async (options: { agency: number }, command: Command) => {
      const people = await withDatabase(command, ({ sql }) => listMembers(sql, options.agency));
      const lines = people.map(({ email, role, clientIds }) =>
        [email, role, ...(clientIds === null ? [] : [`clients ${clientIds.join(",")}`])].join("  "),
      );
      print(command, { people }, lines.length === 0 ? ["No people."] : lines);
    });

  person
    .command("role")
    .description("give a person another role; whom it works for stays, unless it is said")
    .requiredOption("--agency <id>", "in which agency", parseId)
    .requiredOption("--email <address>", "the person's mail address")
    .requiredOption("--role <role>", `one of: ${roles.join(", ")}`, parseOneOf(roles))
    .addOption(clientsOption().conflicts("allClients"))
    .option("--all-clients", "all clients, future ones too")
    .action(changeRole);

  person
    .command("rename")
    .description("change what a person is called, in all its agencies")
    .requiredOption("--email <address>", "the person's mail address")
    .requiredOption("--name <name>", "the person's name", parseName)
    .action(rename);

  person
    .command("remove")
    .description("end a person's part in an agency, from its next click on")
    .requiredOption("--agency <id>", "from which agency", parseId)
    .requiredOption("--email <address>", "the person's mail address")
    .action(remove);

  program
    .command("login")
    .description("print a link that signs a person in once")
    .requiredOption("--email <address>", "the person's mail address")
    .action(async ({ email }: { email: string }, command: Command) => {
      const url = await withDatabase(command, ({ sql }) => linkFor(sql, command, email));
      print(command, { url }, linkLines(url));
    });
}

function clientsOption(): Option {
  return new Option("--clients <ids>", "only these clients, with commas between them").argParser(parseIds);
}

async function invite(options: InviteOptions, command: Command): Promise<void> {
  const { agency, email, role, name = null, clients = null } = options;
  const invited = await withDatabase(command, async ({ sql }) => {
    const { personId } = await inviteMember(sql, agency, { email, name, role, clientIds: clients }, operator);
    return { personId, url: await linkFor(sql, command, email) };
  });
  print(command, invited, linkLines(invited.url));
}

async function changeRole(options: RoleOptions, command: Command): Promise<void> {
  const { agency, email, role, clients, allClients } = options;
  const limit = allClients === true ? null : clients;
  const clientIds = await withDatabase(command, async ({ sql }) => {
    const personId = await personOf(sql, email);
    const input = { personId, role, ...(limit === undefined ? {} : { clientIds: limit }) };
    return (await changeTeamMember(sql, agency, input, operator)).clientIds;
  });
  const scope = clientIds === null ? "all clients" : `clients ${clientIds.join(",")}`;
  print(command, { email, role, clientIds }, [`${email} is ${role} now, for ${scope}.`]);
}

async function rename({ email, name }: { email: string; name: string }, command: Command): Promise<void> {
  await withDatabase(command, async ({ sql }) =>
    renamePerson(sql, { personId: await personOf(sql, email), name }, operator),
  );
  print(command, { email, name }, [`${email} is called ${name} now.`]);
}

async function remove({ agency, email }: MemberOptions, command: Command): Promise<void> {
  await withDatabase(command, async ({ sql }) =>
    removeTeamMember(sql, agency, await personOf(sql, email), operator),
  );
  print(command, { email, removed: true }, [`${email} is removed.`]);
}

async function personOf(sql: Sql, email: string): Promise<string> {
  const person = await findPersonByEmail(sql, normaliseEmail(email) ?? "");
  if (person === null) throw nobody(email);
  return person.id;
}

async function linkFor(sql: Sql, command: Command, email: string): Promise<string> {
  const link = await printSignInLink(sql, email, operator);
  if (link === null) throw nobody(email);
  return signInUrl(await serviceAddress(configOf(command)), link.token);
}

function nobody(email: string): ServiceError {
  return new ServiceError(
    "not_found",
    `Nobody with the address ${email} works for an agency. \`person invite\` changes that.`,
  );
}

function linkLines(url: string): string[] {
  return [
    url,
    `It works once, for ${printedLinkValidMinutes / 60} hours. Whoever opens it is signed in as this person.`,
  ];
}
