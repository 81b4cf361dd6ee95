import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { findAgencyOf } from "../../features/agencies/agency-of-sql.ts";
import { addAsset } from "../../features/media/add-asset.ts";
import { changeQuota } from "../../features/media/change-quota.ts";
import { getAsset, listAssets } from "../../features/media/list-assets.ts";
import { removeAsset } from "../../features/media/remove-asset.ts";
import type { Asset } from "../../features/media/schema.ts";
import { updateAsset } from "../../features/media/update-asset.ts";
import { chunksOfFile } from "../../features/media/upload-folder.ts";
import { limitForPeople } from "../../floor/db/keyset-list.ts";
import { formatBytes } from "../../floor/web/format.ts";
import { parseId, parseUuid } from "./arguments.ts";
import { paged, printList } from "./lists/add-list.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { serviceAddress } from "./service-address.ts";
import { UsageError } from "./usage-error.ts";
import { configOf, withDatabase } from "./with-database.ts";
import { withMedia } from "./with-media.ts";

/** A petabyte: more is a mistake. */
const gigabytesMax = 1_000_000;

type ListOptions = { agency?: number; client?: number; limit?: number; cursor?: string };
type Texts = { alt?: string; credit?: string; caption?: string };

export function addAssetCommands(program: Command): void {
  const asset = program.command("asset").description("pictures and files of clients");
  addAdd(asset);
  addList(asset);
  addShow(asset);
  addUpdate(asset);
  addRemove(asset);
  addLimit(asset);
}

function addAdd(asset: Command): void {
  withTexts(asset.command("add"))
    .description("store a picture or file of a client; its kind is decided by its content")
    .argument("<file>", "picture, PDF, ZIP, film, sound or office document of at most 100 MB")
    .requiredOption("--client <id>", "whose file", parseId)
    .action(async (path: string, { client, ...texts }: Texts & { client: number }, command: Command) => {
      const found = await stat(path).catch(() => null);
      if (found?.isFile() !== true) throw new UsageError(`There is no file ${path} that can be read.`);
      const added = await withMedia(command, async (media) =>
        addAsset(media, await findAgencyOf(media.sql, "client", client), {
          ...texts,
          ...{ clientId: client, fileName: basename(path), chunks: chunksOfFile(path), actor: operator },
        }),
      );
      const url = `${await serviceAddress(configOf(command))}${added.url}`;
      print(command, { ...added, url }, [
        `Asset ${added.assetId} stored: ${describe(added)}`,
        `Once a published release or a newsroom shows it: ${url}`,
      ]);
    });
}

function addList(asset: Command): void {
  const list = asset.command("list").description("list pictures and files, newest first");
  paged(list, { default: limitForPeople })
    .option("--agency <id>", "all of an agency", parseId)
    .option("--client <id>", "those of a client", parseId)
    .action(async ({ agency, client, ...page }: ListOptions, command: Command) => {
      const { assets, nextCursor } = await withDatabase(command, async ({ sql }) => {
        const agencyId = agency ?? (client === undefined ? null : await findAgencyOf(sql, "client", client));
        if (agencyId === null)
          throw new UsageError("Name an agency with --agency, or a client with --client.");
        return listAssets(sql, agencyId, { clientId: client, ...page });
      });
      const line = (each: Asset) => `${each.id}  ${describe(each)}`;
      printList(command, { plural: "assets", line }, { rows: assets, nextCursor });
    });
}

function addShow(asset: Command): void {
  asset
    .command("show")
    .description("show a picture or file")
    .argument("<id>", "the asset's id", parseUuid)
    .action(async (id: string, _options: unknown, command: Command) => {
      const found = await withDatabase(command, async ({ sql }) =>
        getAsset(sql, await findAgencyOf(sql, "asset", id), id),
      );
      print(command, found, linesOf(found));
    });
}

function addUpdate(asset: Command): void {
  withTexts(asset.command("update"))
    .description("change what is said of a picture or file; an empty text takes it away")
    .argument("<id>", "the asset's id", parseUuid)
    .action(async (assetId: string, texts: Texts, command: Command) => {
      const updated = await withDatabase(command, async ({ sql }) =>
        updateAsset(sql, await findAgencyOf(sql, "asset", assetId), { ...texts, assetId, actor: operator }),
      );
      print(command, updated, linesOf(updated));
    });
}

function addRemove(asset: Command): void {
  asset
    .command("remove")
    .description("remove a picture or file that no published release and no newsroom shows")
    .argument("<id>", "the asset's id", parseUuid)
    .action(async (assetId: string, _options: unknown, command: Command) => {
      await withDatabase(command, async ({ sql }) =>
        removeAsset(sql, await findAgencyOf(sql, "asset", assetId), { assetId, actor: operator }),
      );
      print(command, { assetId, removed: true }, [`Asset ${assetId} is removed.`]);
    });
}

function addLimit(asset: Command): void {
  asset
    .command("limit")
    .description("set how much an agency may store (without it 10 GB)")
    .requiredOption("--agency <id>", "which agency", parseId)
    .requiredOption("--gigabytes <number>", "in place of 10", parseGigabytes)
    .action(async (options: { agency: number; gigabytes: number }, command: Command) => {
      const bytesMax = options.gigabytes * 1_000_000_000;
      await withDatabase(command, ({ sql }) =>
        changeQuota(sql, options.agency, { bytesMax, actor: operator }),
      );
      print(command, { agencyId: options.agency, bytesMax }, [
        `Agency ${options.agency} may store ${formatBytes(bytesMax)}.`,
      ]);
    });
}

function withTexts(command: Command): Command {
  return command
    .option("--alt <text>", "what the picture shows, for whoever can't see it; needed for publication")
    .option("--credit <text>", "whose picture it is; needed for publication")
    .option("--caption <text>", "what stands below it");
}

function describe(each: Pick<Asset, "fileName" | "mediaType" | "bytes" | "width" | "height">): string {
  const size = each.width === null ? "" : `, ${each.width} x ${each.height}`;
  return `${each.fileName} (${each.mediaType}, ${formatBytes(each.bytes)}${size})`;
}

function linesOf(asset: Asset): string[] {
  const { alt, credit, caption } = asset;
  return [
    `Asset ${asset.id} of client ${asset.clientId}: ${describe(asset)}`,
    `Alt text: ${alt ?? "none"}`,
    `Credit: ${credit ?? "none"}`,
    `Caption: ${caption ?? "none"}`,
    `Address: ${asset.url}`,
  ];
}

function parseGigabytes(text: string): number {
  const number = Number(text);
  if (!/^\d{1,7}$/.test(text) || number < 1 || number > gigabytesMax) {
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${gigabytesMax}.`);
  }
  return number;
}
