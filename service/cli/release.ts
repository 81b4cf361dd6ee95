import type { Command } from "commander";
import { releasePath } from "../newsroom/paths.ts";
import { readText } from "../press-text/markdown/read-text.ts";
import { refuseExcess, textCharactersMax } from "../press-text/markdown/text-limits.ts";
import { candidateSlugs } from "../web/slug.ts";
import { archiveRelease } from "../workflow/releases/archive-release.ts";
import { publishAtOnce } from "../workflow/releases/sql.ts";
import { parseId, parseSlug, parseUuid, parseUuids } from "./arguments.ts";
import { print } from "./print.ts";
import { readTextFile } from "./read-text-file.ts";
import { serviceAddress } from "./service-address.ts";
import { UsageError } from "./usage-error.ts";
import { configOf, withDatabase } from "./with-database.ts";

const titleCharactersMax = 300;

type PublishOptions = {
  client: number;
  title: string;
  body: string;
  slug?: string;
  image?: string;
  asset?: string[];
};

export function addReleaseCommands(program: Command): void {
  const release = program.command("release").description("press releases");

  release
    .command("archive")
    .description("take a published release off its newsroom; its figures and reports stay")
    .argument("<id>", "the press release's id", parseId)
    .action(async (id: number, _options: unknown, command: Command) => {
      const archived = await withDatabase(command, ({ sql }) => archiveRelease(sql, id));
      print(command, archived, [`Release ${id} is archived.`]);
    });

  release
    .command("publish")
    .description("publish a release at once, without approval: for operators and tests")
    .requiredOption("--client <id>", "whose release", parseId)
    .requiredOption("--title <title>", "headline")
    .requiredOption("--body <file>", "Markdown file with the text")
    .option("--slug <slug>", "its address in the newsroom (default: made of the title)", parseSlug)
    .option("--image <id>", "the asset that leads its page", parseUuid)
    .option(
      "--asset <ids>",
      "further pictures and files, in their order, with commas between them",
      parseUuids,
    )
    .action(async (options: PublishOptions, command: Command) => {
      const title = refuseLength("--title", options.title.trim(), titleCharactersMax);
      const bodyMarkdown = refuseLength("--body", await readTextFile(options.body), textCharactersMax);
      refuseExcess(readText(bodyMarkdown));
      const slugs = options.slug === undefined ? candidateSlugs(title) : [options.slug];
      const assets = { imageAssetId: options.image ?? null, assetIds: options.asset ?? [] };
      const published = await withDatabase(command, ({ sql }) =>
        publishAtOnce(sql, options.client, { title, bodyMarkdown, slugs, publishedAt: null, ...assets }),
      );
      const path = releasePath(published.clientSlug, published.slug);
      const url = `${await serviceAddress(configOf(command))}${path}`;
      print(command, { pressReleaseId: published.pressReleaseId, url }, [
        `Release ${published.pressReleaseId} is published: ${url}`,
      ]);
    });
}

function refuseLength(option: string, text: string, charactersMax: number): string {
  const characters = [...text].length;
  if (characters >= 1 && characters <= charactersMax && !text.includes("\0")) return text;
  throw new UsageError(
    `${option} has ${characters} characters; expected 1 to ${charactersMax}, none of them NUL.`,
  );
}
