import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { releasePath } from "../newsroom/paths.ts";
import { newsroomUrl } from "../newsroom/public-url.ts";
import { candidateSlugs } from "../newsroom/slug.ts";
import { publishAtOnce } from "../releases/sql.ts";
import { parseId, parseSlug } from "./arguments.ts";
import { print } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { configOf, withDatabase } from "./with-database.ts";

const titleCharactersMax = 300;
const bodyCharactersMax = 100_000;

type PublishOptions = { client: number; title: string; body: string; slug?: string };

export function addReleaseCommands(program: Command): void {
  program
    .command("release")
    .description("press releases")
    .command("publish")
    .description("publish a release at once, without approval: for operators and tests")
    .requiredOption("--client <id>", "whose release", parseId)
    .requiredOption("--title <title>", "headline")
    .requiredOption("--body <file>", "Markdown file with the text")
    .option("--slug <slug>", "its address in the newsroom (default: made of the title)", parseSlug)
    .action(async (options: PublishOptions, command: Command) => {
      const title = refuseLength("--title", options.title.trim(), titleCharactersMax);
      const bodyMarkdown = refuseLength("--body", await readText(options.body), bodyCharactersMax);
      const slugs = options.slug === undefined ? candidateSlugs(title) : [options.slug];
      const release = await withDatabase(command, ({ sql }) =>
        publishAtOnce(sql, options.client, { title, bodyMarkdown, slugs, publishedAt: null }),
      );
      const url = newsroomUrl(configOf(command), releasePath(release.clientSlug, release.slug));
      print(command, { pressReleaseId: release.pressReleaseId, url }, [
        `Release ${release.pressReleaseId} is published: ${url}`,
      ]);
    });
}

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new UsageError(`The file ${path} can't be read: ${error instanceof Error ? error.message : error}`);
  });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`The file ${path} is not UTF-8. Save it as UTF-8 and try again.`);
  }
}

function refuseLength(option: string, text: string, charactersMax: number): string {
  const characters = [...text].length;
  if (characters >= 1 && characters <= charactersMax && !text.includes("\0")) return text;
  throw new UsageError(
    `${option} has ${characters} characters; expected 1 to ${charactersMax}, none of them NUL.`,
  );
}
