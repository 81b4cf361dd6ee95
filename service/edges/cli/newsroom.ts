import { type Command, Option } from "commander";
import {
  legalTwins,
  newsroomSettings,
  type SettingName,
  settingNames,
} from "../../features/clients/newsroom-settings.ts";
import { changeNewsroom } from "../../features/newsroom/settings/change-newsroom.ts";
import { listNewsrooms } from "../../features/newsroom/settings/list-newsrooms.ts";
import type { NewsroomChanges } from "../../features/newsroom/settings/rules.ts";
import { type NewsroomView, showNewsroom } from "../../features/newsroom/settings/show-newsroom.ts";
import { listLimit } from "../../schema.ts";
import { parseId } from "./arguments.ts";
import { type ClientChoice, findChosenClient } from "./find-client.ts";
import { addList } from "./lists/add-list.ts";
import { addNewsroomDomainCommands } from "./newsroom-domain.ts";
import { addNewsroomImportCommand } from "./newsroom-import.ts";
import { addNewsroomMoveCommands } from "./newsroom-move.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { readLegalOption } from "./read-legal-option.ts";
import { readTextFile } from "./read-text-file.ts";
import { withDatabase } from "./with-database.ts";

type SetOptions = ClientChoice & Readonly<Record<string, unknown>>;

export function addNewsroomCommands(program: Command): void {
  const newsroom = program.command("newsroom").description("newsrooms: imprint, contact, look, address");
  addNewsroomDomainCommands(newsroom);
  addNewsroomImportCommand(newsroom);
  addNewsroomMoveCommands(newsroom);

  addList(newsroom, {
    plural: "newsrooms",
    read: async (sql, agencyId, page) => {
      const { newsrooms, nextCursor } = await listNewsrooms(sql, agencyId, page);
      return { rows: newsrooms, nextCursor };
    },
    line: ({ id, name, slug, ownHost, hasImprint }) =>
      `${id}  ${ownHost ?? `/newsroom/${slug}`}  ${hasImprint ? "" : "no imprint  "}${name}`,
    limit: { default: listLimit.maximum },
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
  const set = newsroom
    .command("set")
    .description("change settings of a newsroom; an empty text takes a setting away")
    .argument("[newsroom]", "the client's id, or with --agency its address word")
    .option("--client <id>", "the client's id", parseId)
    .option("--agency <id>", "whose newsroom", parseId);
  for (const name of settingNames) {
    const { option, kind } = newsroomSettings[name];
    if (option === undefined) continue;
    const [flags, about] = option;
    set.option(flags, about);
    if (kind === "flag") set.option(flags.replace("--", "--no-"), "offer none");
  }
  set.action(async (word: string | undefined, options: SetOptions, command: Command) => {
    const changes = await changesOf(options);
    const changed = await withDatabase(command, async ({ sql }) => {
      const { agencyId, clientId } = await findChosenClient(sql, options, word);
      return await changeNewsroom(sql, agencyId, { clientId, changes }, operator);
    });
    const { accentColors } = changed;
    print(command, changed, [
      changed.changed.length === 0 ? "Nothing has changed." : `Changed: ${changed.changed.join(", ")}.`,
      ...(accentColors === null || changes.accentColor === undefined
        ? []
        : [
            `Shown as ${accentColors.light} on light pages and as ${accentColors.dark} on dark ones, so that it can be read.`,
          ]),
    ]);
  });
}

async function changesOf(options: SetOptions): Promise<NewsroomChanges> {
  const given = await Promise.all(settingNames.map((name) => changeOf(name, options)));
  return Object.assign({}, ...given);
}

/** What the option of a setting changes; nothing where it is not given. */
async function changeOf(name: SettingName, options: SetOptions): Promise<NewsroomChanges> {
  const { option, kind } = newsroomSettings[name];
  const value = option === undefined ? undefined : options[new Option(option[0]).attributeName()];
  if (typeof value === "boolean") return { [name]: value };
  if (typeof value !== "string") return {};
  const twin = legalTwins.find(({ url }) => url === name);
  if (twin !== undefined) {
    if (value === "") return { [twin.url]: null, [twin.markdown]: null };
    const legal = await readLegalOption(value);
    return "url" in legal ? { [twin.url]: legal.url } : { [twin.markdown]: legal.markdown };
  }
  if (kind === "markdown" && value !== "") return { [name]: await readTextFile(value) };
  return { [name]: value };
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
