import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { createClient } from "../../features/clients/create-client.ts";
import { listClients } from "../../features/clients/list-clients.ts";
import { PersonaFile } from "../../features/clients/schema.ts";
import { showClient } from "../../features/clients/show-client.ts";
import { setClientStatus, updateClient } from "../../features/clients/update-client.ts";
import { reportSections } from "../../features/reporting/reports/sections.ts";
import { readTemplate, setTemplate } from "../../features/reporting/templates/set-template.ts";
import { checkOf, fieldErrorsOf } from "../../floor/http/field-errors.ts";
import { isMailAddress } from "../../floor/web/mail-address.ts";
import { candidateSlugs } from "../../floor/web/slug.ts";
import { listLimit } from "../../schema.ts";
import { parseId, parseName, parseSlug, parseTexts } from "./arguments.ts";
import { findChosenClient } from "./find-client.ts";
import { paged, printList } from "./lists/add-list.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { readLegalOption } from "./read-legal-option.ts";
import { readTextFile } from "./read-text-file.ts";
import { UsageError } from "./usage-error.ts";
import { withDatabase } from "./with-database.ts";

type CreateOptions = {
  agency: number;
  name: string;
  slug?: string;
  persona?: string;
  contactEmail?: string;
  imprint?: string;
  privacy?: string;
};

type UpdateOptions = { name?: string; otherNames?: string[]; persona?: string };

export function addClientCommands(program: Command): void {
  const client = program.command("client").description("clients and their newsrooms");
  addCreateCommand(client);
  addListCommand(client);

  client
    .command("show")
    .description("show a client with its newsroom's address")
    .argument("<id>", "the client's id", parseId)
    .action(async (id: number, _options: unknown, command: Command) => {
      const shown = await withDatabase(command, async ({ sql }) => {
        const { agencyId, clientId } = await findChosenClient(sql, { client: id });
        return await showClient(sql, agencyId, clientId);
      });
      print(command, shown, [`${shown.id}  ${shown.status}  /newsroom/${shown.slug}  ${shown.name}`]);
    });

  client
    .command("update")
    .description("name a client anew, or give it a new persona")
    .argument("<id>", "the client's id", parseId)
    .option("--name <name>", "its name")
    .option(
      "--other-names <a,b>",
      "products and spellings by which media name it; they replace those known, '' takes them away",
      (typed: string) => parseTexts(typed).filter((name) => name !== ""),
    )
    .option("--persona <file>", "JSON file with how the client wants to sound; its contacts stay as they are")
    .action(async (id: number, options: UpdateOptions, command: Command) => {
      const { name, otherNames } = options;
      const persona = options.persona === undefined ? undefined : await readPersona(options.persona);
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(otherNames === undefined ? {} : { otherNames }),
        ...(persona === undefined ? {} : { persona }),
      };
      if (Object.keys(changes).length === 0) throw new UsageError("Name at least one setting to change.");
      const updated = await withDatabase(command, async ({ sql }) => {
        const { agencyId, clientId } = await findChosenClient(sql, { client: id });
        return await updateClient(sql, agencyId, { clientId, ...changes }, operator);
      });
      if (persona?.contacts !== undefined && persona.contacts.length > 0)
        process.stderr.write(
          `pr-service: the contacts in the file are not taken. Add one by \`pr-service contact add --client ${id}\`.\n`,
        );
      print(command, updated, [`Client ${id} is changed.`]);
    });

  addTemplateCommand(client);
  addStatusCommand(client, {
    name: "archive",
    status: "archived",
    description: "hide a client and its newsroom",
  });
  addStatusCommand(client, {
    name: "restore",
    status: "active",
    description: "bring an archived client back",
  });
}

function addCreateCommand(client: Command): void {
  client
    .command("create")
    .description("create a client with its newsroom")
    .requiredOption("--agency <id>", "whose client", parseId)
    .requiredOption("--name <name>", "its name", parseName)
    .option("--slug <slug>", "its newsroom's address (default: made of the name)", parseSlug)
    .option("--persona <file>", "JSON file with how the client wants to sound, and its contacts")
    .option("--contact-email <address>", "press contact; approval requests go there too", parseEmail)
    .option(
      "--imprint <url|file>",
      "imprint: an address, or a Markdown file; nothing is published without one",
    )
    .option("--privacy <url|file>", "privacy notice, in the same way")
    .action(async (options: CreateOptions, command: Command) => {
      const slugs = options.slug === undefined ? candidateSlugs(options.name, "kunde") : [options.slug];
      const persona = options.persona === undefined ? null : await readPersona(options.persona);
      const imprint = options.imprint === undefined ? null : await readLegalOption(options.imprint);
      const privacy = options.privacy === undefined ? null : await readLegalOption(options.privacy);
      const contactEmail = options.contactEmail ?? null;
      const { clientId, slug } = await withDatabase(command, ({ sql }) =>
        createClient(sql, options.agency, {
          name: options.name,
          slugs,
          persona,
          contactEmail,
          imprint,
          privacy,
        }),
      );
      print(command, { clientId, slug }, [
        `Client ${clientId} created. Its newsroom: /newsroom/${slug}`,
        ...(imprint === null
          ? [`Next: pr-service newsroom set --client ${clientId} --imprint URL|FILE.md`]
          : []),
      ]);
    });
}

function addTemplateCommand(client: Command): void {
  client
    .command("report-template")
    .description("show or set which sections a client's reports have, in their order")
    .argument("<id>", "the client's id", parseId)
    .option("--sections <names>", `some of ${reportSections.join(",")}`, parseTexts)
    .action(async (id: number, { sections }: { sections?: string[] }, command: Command) => {
      const shown = await withDatabase(command, async ({ sql }) => {
        const { agencyId, clientId } = await findChosenClient(sql, { client: id });
        if (sections !== undefined) await setTemplate(sql, agencyId, { clientId, sections }, operator);
        return (await readTemplate(sql, agencyId, clientId)).sections;
      });
      print(command, { clientId: id, sections: shown }, [shown.join(",")]);
    });
}

function addListCommand(client: Command): void {
  paged(client.command("list").description("list an agency's clients"), { default: listLimit.maximum })
    .requiredOption("--agency <id>", "whose clients", parseId)
    .option("--query <text>", "part of the name")
    .action(
      async (
        options: { agency: number; query?: string; limit?: number; cursor?: string },
        command: Command,
      ) => {
        const { agency, ...page } = options;
        const { clients, nextCursor } = await withDatabase(command, ({ sql }) =>
          listClients(sql, agency, page),
        );
        const line = ({ id, status, slug, name }: (typeof clients)[number]) =>
          `${id}  ${status}  /newsroom/${slug}  ${name}`;
        printList(command, { plural: "clients", line }, { rows: clients, nextCursor });
      },
    );
}

function addStatusCommand(
  client: Command,
  input: { name: string; status: "active" | "archived"; description: string },
): void {
  client
    .command(input.name)
    .description(input.description)
    .argument("<id>", "the client's id", parseId)
    .action(async (id: number, _options: unknown, command: Command) => {
      const changed = await withDatabase(command, async ({ sql }) => {
        const { agencyId, clientId } = await findChosenClient(sql, { client: id });
        return await setClientStatus(sql, agencyId, { clientId, status: input.status }, operator);
      });
      print(command, changed, [`Client ${id} is ${input.status}.`]);
    });
}

async function readPersona(path: string): Promise<PersonaFile> {
  const persona = parseJson(await readTextFile(path));
  if (checkOf(PersonaFile).Check(persona)) return persona;
  const { formErrors, fieldErrors } = fieldErrorsOf(PersonaFile, persona);
  const problems = [
    ...formErrors,
    ...Object.entries(fieldErrors).map(([field, errors]) => `${field}: ${errors.join(", ")}`),
  ];
  throw new UsageError(
    `The file ${path} is no persona. ${problems.join("; ") || "It has to be a JSON object."}`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseEmail(text: string): string {
  if (!isMailAddress(text)) throw new InvalidArgumentError("Expected a mail address.");
  return text;
}
