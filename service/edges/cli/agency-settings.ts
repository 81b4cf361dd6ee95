import { readFile, stat } from "node:fs/promises";
import type { Command } from "commander";
import { logoBytesMax } from "../../features/agencies/settings/read-logo.ts";
import type { AgencySettings, AgencyUpdate } from "../../features/agencies/settings/schema.ts";
import { readAssetFile } from "../../features/media/read-asset-file.ts";
import { changeAgency } from "../../features/reporting/schedules/change-agency.ts";
import { uuidPattern } from "../../schema.ts";
import { parseId, parseName } from "./arguments.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { withDatabase } from "./with-database.ts";
import { withMedia } from "./with-media.ts";

type UpdateOptions = {
  name?: string;
  logo?: string;
  colorPrimary?: string;
  colorSecondary?: string;
  senderName?: string;
  senderEmail?: string;
  replyTo?: string;
  conversionLabel: string[];
  timeZone?: string;
};

/** Value of an option that takes a setting back to its default. */
export const nothing = "none";

/** `agency update`; `agency show` is among the lists. */
export function addAgencySettingsCommands(agency: Command): void {
  agency
    .command("update")
    .description("change an agency's name, time zone, and how its reports look")
    .argument("<id>", "the agency's id", parseId)
    .option("--name <name>", "its name", parseName)
    .option("--logo <file>", `PNG for its reports: a file, the id of an asset, or \`${nothing}\``)
    .option("--color-primary <colour>", `headings and bars, as #rrggbb, or \`${nothing}\``)
    .option("--color-secondary <colour>", `a second colour for charts, or \`${nothing}\``)
    .option("--sender-name <name>", `who its mails come from, or \`${nothing}\``)
    .option("--reply-to <address>", `where answers to its mails go, or \`${nothing}\``)
    .option("--sender-email <address>", "the same as --reply-to: mails leave from MAIL_FROM's address")
    .option(
      "--conversion-label <kind=text>",
      "what a kind is called; may be repeated, no text removes",
      collect,
      [],
    )
    .option("--time-zone <zone>", "IANA name, for instance Europe/Vienna")
    .action(async (agencyId: number, options: UpdateOptions, command: Command) => {
      const read = await updateOf(options);
      const { logo } = options;
      const settings =
        logo !== undefined && isAssetId(logo)
          ? await withMedia(command, async (media) => {
              const asset = { assetId: logo, bytesMax: logoBytesMax };
              const update = { ...read, logo: await readAssetFile(media, agencyId, asset) };
              return await changeAgency(media.sql, agencyId, { update, actor: operator });
            })
          : await withDatabase(command, ({ sql }) =>
              changeAgency(sql, agencyId, { update: read, actor: operator }),
            );
      print(command, settings, linesOf(settings));
    });
}

async function updateOf(options: UpdateOptions): Promise<AgencyUpdate> {
  const replyTo = options.replyTo ?? options.senderEmail;
  const update: AgencyUpdate = {
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.timeZone === undefined ? {} : { timeZone: options.timeZone }),
    ...(options.colorPrimary === undefined ? {} : { colorPrimary: orNull(options.colorPrimary) }),
    ...(options.colorSecondary === undefined ? {} : { colorSecondary: orNull(options.colorSecondary) }),
    ...(options.senderName === undefined ? {} : { senderName: orNull(options.senderName) }),
    ...(replyTo === undefined ? {} : { replyTo: orNull(replyTo) }),
    ...(options.conversionLabel.length === 0 ? {} : { conversionLabels: labelsOf(options.conversionLabel) }),
    ...(options.logo === undefined || isAssetId(options.logo)
      ? {}
      : { logo: options.logo === nothing ? null : await readLogoFile(options.logo) }),
  };
  if (Object.keys(update).length === 0 && options.logo === undefined)
    throw new UsageError("Name at least one setting to change.");
  return update;
}

function isAssetId(text: string): boolean {
  return uuidPattern.test(text);
}

function orNull(text: string): string | null {
  return text === nothing ? null : text;
}

function labelsOf(pairs: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const cut = pair.indexOf("=");
      if (cut < 1) throw new UsageError(`--conversion-label ${pair}: expected KIND=TEXT.`);
      const text = pair.slice(cut + 1).trim();
      return [pair.slice(0, cut).trim(), text === "" ? null : text];
    }),
  );
}

async function readLogoFile(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > logoBytesMax) throw new Error(`it has ${size} bytes; at most ${logoBytesMax} are allowed.`);
    return await readFile(path);
  } catch (error) {
    throw new UsageError(`The file ${path} can't be read: ${error instanceof Error ? error.message : error}`);
  }
}

function collect(value: string, values: string[]): string[] {
  return [...values, value];
}

function linesOf(settings: AgencySettings): string[] {
  const { logo, conversionLabels } = settings;
  const labels = Object.entries(conversionLabels).map(([kind, label]) => `${kind} = ${label}`);
  return [
    `Agency ${settings.agencyId}: ${settings.name} (${settings.plan}), ${settings.timeZone}`,
    `Logo: ${logo === null ? "none" : `${logo.width} x ${logo.height} pixels, sha256 ${logo.sha256}`}`,
    `Colours: ${settings.colorPrimary ?? "default"}, ${settings.colorSecondary ?? "default"}`,
    `Sender: ${settings.senderName ?? settings.name}, answers to ${settings.replyTo ?? "nobody"}`,
    `Conversions: ${labels.length === 0 ? "default names" : labels.join(", ")}`,
  ];
}
