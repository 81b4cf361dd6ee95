import type { Command } from "commander";
import { releaseUrl } from "../../features/newsroom/paths.ts";
import { titleCharactersMax } from "../../features/workflow/drafts/schema.ts";
import { type NewRelease, publishNewRelease } from "../../features/workflow/releases/publish-new-release.ts";
import { textCharactersMax } from "../../press-text/markdown/text-limits.ts";
import { parseId, parseSlug, parseTexts, parseUuid, parseUuids } from "./arguments.ts";
import { print } from "./print.ts";
import { readTextFile } from "./read-text-file.ts";
import { addReleaseLifeCommands } from "./release-life.ts";
import { serviceAddress } from "./service-address.ts";
import { UsageError } from "./usage-error.ts";
import { configOf, withDatabase } from "./with-database.ts";

type PublishOptions = {
  client: number;
  title: string;
  body: string;
  slug?: string;
  subtitle?: string;
  language?: string;
  dateline?: string;
  topics?: string[];
  keywords?: string[];
  image?: string;
  asset?: string[];
  translationOf?: number;
};

export function addReleaseCommands(program: Command): void {
  const release = program.command("release").description("press releases");

  addReleaseLifeCommands(release);

  release
    .command("publish")
    .description("publish a release at once, without approval: for operators and tests")
    .requiredOption("--client <id>", "whose release", parseId)
    .requiredOption("--title <title>", "headline")
    .requiredOption("--body <file>", "Markdown file with the text")
    .option("--slug <slug>", "its address in the newsroom (default: made of the title)", parseSlug)
    .option("--subtitle <subtitle>", "the line below the headline")
    .option("--language <tag>", "language of the text, for instance en (default: de)")
    .option("--dateline <place>", "where it comes from: the beginning of its first line")
    .option("--topics <topics>", "up to five, with commas between them", parseTexts)
    .option("--keywords <keywords>", "for search engines, with commas between them", parseTexts)
    .option("--image <id>", "the picture that leads the page", parseUuid)
    .option("--asset <ids>", "further pictures and files with commas between them", parseUuids)
    .option("--translation-of <id>", "the published release that this one translates", parseId)
    .action(async (options: PublishOptions, command: Command) => {
      const title = refuseLength("--title", options.title.trim(), titleCharactersMax);
      const bodyMarkdown = refuseLength("--body", await readTextFile(options.body), textCharactersMax);
      const release = { title, bodyMarkdown, ...detailsOf(options) };
      let address = "";
      const publicUrl = async () => {
        address = await serviceAddress(configOf(command));
        return address;
      };
      const published = await withDatabase(command, ({ sql }) =>
        publishNewRelease(sql, options.client, release, { publicUrl }),
      );
      const url = releaseUrl(address, published, published.slug);
      print(command, { pressReleaseId: published.pressReleaseId, url }, [
        `Release ${published.pressReleaseId} is published: ${url}`,
      ]);
    });
}

function detailsOf(options: PublishOptions): Partial<NewRelease> {
  const { slug, subtitle, language, dateline, topics, keywords, image, asset, translationOf } = options;
  return {
    ...(slug !== undefined && { slug }),
    ...(subtitle !== undefined && { subtitle }),
    ...(language !== undefined && { language }),
    ...(dateline !== undefined && { dateline }),
    ...(topics !== undefined && { topics }),
    ...(keywords !== undefined && { keywords }),
    ...(image !== undefined && { imageAssetId: image }),
    ...(asset !== undefined && { assetIds: asset }),
    ...(translationOf !== undefined && { translationOf }),
  };
}

function refuseLength(option: string, text: string, charactersMax: number): string {
  const characters = [...text].length;
  if (characters >= 1 && characters <= charactersMax && !text.includes("\0")) return text;
  throw new UsageError(
    `${option} has ${characters} characters; expected 1 to ${charactersMax}, none of them NUL.`,
  );
}
