import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { createClient } from "../clients/create-client.ts";
import { PersonaFile } from "../clients/schema.ts";
import { checkOf, fieldErrorsOf } from "../http/field-errors.ts";
import { candidateSlugs } from "../web/slug.ts";
import { parseId, parseName, parseSlug } from "./arguments.ts";
import { print } from "./print.ts";
import { readTextFile } from "./read-text-file.ts";
import { UsageError } from "./usage-error.ts";
import { withDatabase } from "./with-database.ts";

type CreateOptions = {
  agency: number;
  name: string;
  slug?: string;
  persona?: string;
  contactEmail?: string;
};

export function addClientCommands(program: Command): void {
  program
    .command("client")
    .description("clients and their newsrooms")
    .command("create")
    .description("create a client with its newsroom")
    .requiredOption("--agency <id>", "whose client", parseId)
    .requiredOption("--name <name>", "its name", parseName)
    .option("--slug <slug>", "its newsroom's address (default: made of the name)", parseSlug)
    .option("--persona <file>", "JSON file with how the client wants to sound, and its contacts")
    .option("--contact-email <address>", "press contact; approval requests go there too", parseEmail)
    .action(async (options: CreateOptions, command: Command) => {
      const slugs = options.slug === undefined ? candidateSlugs(options.name, "kunde") : [options.slug];
      const persona = options.persona === undefined ? null : await readPersona(options.persona);
      const created = await withDatabase(command, ({ sql }) =>
        createClient(sql, options.agency, {
          name: options.name,
          slugs,
          persona,
          contactEmail: options.contactEmail ?? null,
        }),
      );
      print(command, created, [
        `Client ${created.clientId} created. Its newsroom: /newsroom/${created.slug}`,
      ]);
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
  if (!/^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/.test(text) || text.length > 320) {
    throw new InvalidArgumentError("Expected a mail address.");
  }
  return text;
}
