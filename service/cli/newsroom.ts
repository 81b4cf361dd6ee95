import type { Command } from "commander";
import { changeNewsroom } from "../newsroom/settings/change-newsroom.ts";
import { listNewsrooms } from "../newsroom/settings/list-newsrooms.ts";
import type { NewsroomChanges } from "../newsroom/settings/rules.ts";
import { type NewsroomView, showNewsroom } from "../newsroom/settings/show-newsroom.ts";
import { parseCount, parseId } from "./arguments.ts";
import { type ClientChoice, findChosenClient } from "./find-client.ts";
import { addNewsroomDomainCommands } from "./newsroom-domain.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { readLegalOption } from "./read-legal-option.ts";
import { readTextFile } from "./read-text-file.ts";
import { withDatabase } from "./with-database.ts";

type SetOptions = ClientChoice & {
  imprint?: string;
  privacy?: string;
  website?: string;
  boilerplate?: string;
  contactName?: string;
  contactRole?: string;
  contactEmail?: string;
  contactPhone?: string;
  contactPicture?: string;
  logo?: string;
  level?: string;
  language?: string;
  accent?: string;
  llmsTxt?: boolean;
  slug?: string;
};

export function addNewsroomCommands(program: Command): void {
  const newsroom = program.command("newsroom").description("newsrooms: imprint, contact, look, address");
  addNewsroomDomainCommands(newsroom);

  newsroom
    .command("list")
    .description("list an agency's newsrooms")
    .requiredOption("--agency <id>", "whose newsrooms", parseId)
    .option("--limit <newsrooms>", "1 to 100 (default: 100)", parseCount)
    .option("--cursor <cursor>", "where the last list ended")
    .action(async (options: { agency: number; limit?: number; cursor?: string }, command: Command) => {
      const { agency, limit = 100, ...cursor } = options;
      const list = await withDatabase(command, ({ sql }) => listNewsrooms(sql, agency, { limit, ...cursor }));
      print(
        command,
        list,
        list.newsrooms.map(
          ({ id, name, slug, ownHost, hasImprint }) =>
            `${id}  ${ownHost ?? `/newsroom/${slug}`}  ${hasImprint ? "" : "no imprint  "}${name}`,
        ),
      );
    });

  newsroom
    .command("show")
    .description("show all settings of a newsroom")
    .argument("[newsroom]", "the client's id, or with --agency its address word")
    .option("--client <id>", "the client's id", parseId)
    .option("--agency <id>", "whose newsroom", parseId)
    .action(async (word: string | undefined, options: ClientChoice, command: Command) => {
      const view = await withDatabase(command, async ({ sql }) => {
        const { agencyId, clientId } = await findChosenClient(sql, options, word);
        return await showNewsroom(sql, agencyId, clientId);
      });
      print(command, view, linesOf(view));
    });

  addSetCommand(newsroom);
}

function addSetCommand(newsroom: Command): void {
  newsroom
    .command("set")
    .description("change settings of a newsroom; an empty text takes a setting away")
    .argument("[newsroom]", "the client's id, or with --agency its address word")
    .option("--client <id>", "the client's id", parseId)
    .option("--agency <id>", "whose newsroom", parseId)
    .option("--imprint <url|file>", "imprint: an address, or a Markdown file that the newsroom shows")
    .option("--privacy <url|file>", "privacy notice, in the same way")
    .option("--website <url>", "the client's own site")
    .option("--boilerplate <file>", "Markdown file with a few sentences about the client")
    .option("--contact-name <name>", "press contact")
    .option("--contact-role <role>", "what the press contact does there")
    .option("--contact-email <address>", "the press contact's mail address")
    .option("--contact-phone <number>", "the press contact's telephone")
    .option("--contact-picture <asset>", "id of a picture of the press contact")
    .option("--logo <asset>", "id of a picture with the logo")
    .option("--level <level>", "what is counted: L0 views, L1 clicks too, L2 reading time too")
    .option("--language <language>", "de or en")
    .option("--accent <colour>", "colour of links and buttons, for instance #0a5a6a")
    .option("--llms-txt", "offer llms.txt to language models")
    .option("--no-llms-txt", "offer none")
    .option("--slug <slug>", "another address word; the old one leads to it for ever")
    .action(async (word: string | undefined, options: SetOptions, command: Command) => {
      const changes = await changesOf(options);
      const changed = await withDatabase(command, async ({ sql }) => {
        const { agencyId, clientId } = await findChosenClient(sql, options, word);
        return await changeNewsroom(sql, agencyId, { clientId, changes }, operator);
      });
      const { accentColors } = changed;
      print(command, changed, [
        changed.changed.length === 0 ? "Nothing has changed." : `Changed: ${changed.changed.join(", ")}.`,
        ...(accentColors === null || options.accent === undefined
          ? []
          : [
              `Shown as ${accentColors.light} on light pages and as ${accentColors.dark} on dark ones, so that it can be read.`,
            ]),
      ]);
    });
}

async function changesOf(options: SetOptions): Promise<NewsroomChanges> {
  const [imprint, privacy] = [await readLegalOption(options.imprint), await readLegalOption(options.privacy)];
  const changes: NewsroomChanges = {};
  if (imprint !== null)
    Object.assign(
      changes,
      "url" in imprint ? { imprintUrl: imprint.url } : { imprintMarkdown: imprint.markdown },
    );
  if (privacy !== null)
    Object.assign(
      changes,
      "url" in privacy ? { privacyUrl: privacy.url } : { privacyMarkdown: privacy.markdown },
    );
  if (options.boilerplate !== undefined)
    changes.boilerplate = options.boilerplate === "" ? null : await readTextFile(options.boilerplate);
  const plain = {
    websiteUrl: options.website,
    contactName: options.contactName,
    contactRole: options.contactRole,
    contactEmail: options.contactEmail,
    contactPhone: options.contactPhone,
    contactPictureAssetId: options.contactPicture,
    logoAssetId: options.logo,
    level: options.level,
    language: options.language,
    accentColor: options.accent,
    allowsLlmsTxt: options.llmsTxt,
    slug: options.slug,
  };
  const given = Object.entries(plain).filter(([, value]) => value !== undefined);
  return { ...changes, ...Object.fromEntries(given) };
}

function linesOf(view: NewsroomView): string[] {
  const { domains, accentColors, ...settings } = view;
  const lines = Object.entries(settings)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => `${field}: ${String(value).split("\n", 1)[0]}`);
  return [
    ...lines,
    ...(accentColors === null ? [] : [`shown as: ${accentColors.light} and ${accentColors.dark}`]),
    ...domains.map(
      ({ host, provenAt }) => `domain: ${host} (${provenAt === null ? "not proven" : "proven"})`,
    ),
  ];
}
