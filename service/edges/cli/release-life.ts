import { type Command, InvalidArgumentError } from "commander";
import { findAgencyOf } from "../../features/agencies/agency-of-sql.ts";
import { archiveRelease } from "../../features/workflow/releases/archive-release.ts";
import { correctRelease } from "../../features/workflow/releases/correct-release.ts";
import { restoreRelease } from "../../features/workflow/releases/restore-release.ts";
import { stopRelease } from "../../features/workflow/releases/stop-release.ts";
import { uuidPattern } from "../../schema.ts";
import { parseId } from "./arguments.ts";
import { operator, operatorContext } from "./operator.ts";
import { print } from "./print.ts";
import { readTextFile } from "./read-text-file.ts";
import { serviceAddress } from "./service-address.ts";
import { configOf, withDatabase } from "./with-database.ts";

type ReleaseOrDraft = { pressReleaseId: number } | { draftId: string };
type CorrectOptions = { body: string; note: string; title?: string; subtitle?: string };

/** `release stop|archive|restore|correct`. */
export function addReleaseLifeCommands(release: Command): void {
  release
    .command("stop")
    .description("take a scheduled publication back, or withdraw a correction that is under way")
    .option("--correction", "withdraw the correction: readers keep what they have, and its text is given up")
    .argument("<id>", "the press release's id, or its draft's", parseReleaseOrDraft)
    .action(async (id: ReleaseOrDraft, { correction }: { correction?: true }, command: Command) => {
      const what = correction === true ? "correction" : "schedule";
      const stopped = await withDatabase(command, async ({ sql }) => {
        const agencyId = await ("draftId" in id
          ? findAgencyOf(sql, "draft", id.draftId)
          : findAgencyOf(sql, "release", id.pressReleaseId));
        return await stopRelease(sql, agencyId, { release: id, what, actor: operator });
      });
      print(command, stopped, [
        stopped.status === "approved"
          ? `The publication of draft ${stopped.draftId} is stopped; credits freed: ${stopped.creditsFreed}.`
          : `The correction of release ${stopped.pressReleaseId} is withdrawn.`,
      ]);
    });

  release
    .command("archive")
    .description("take a published release off its newsroom; its figures and reports stay")
    .argument("<id>", "the press release's id", parseId)
    .action(async (id: number, _options: unknown, command: Command) => {
      const archived = await withDatabase(command, async ({ sql }) =>
        archiveRelease(sql, await findAgencyOf(sql, "release", id), {
          pressReleaseId: id,
          actor: operator,
        }),
      );
      print(command, archived, [`Release ${id} is archived.`]);
    });

  release
    .command("restore")
    .description("put an archived release back on its newsroom, under its address")
    .argument("<id>", "the press release's id", parseId)
    .action(async (id: number, _options: unknown, command: Command) => {
      const publicUrl = await serviceAddress(configOf(command));
      const restored = await withDatabase(command, async ({ sql }) =>
        restoreRelease(sql, await findAgencyOf(sql, "release", id), {
          pressReleaseId: id,
          actor: operator,
          publicUrl,
        }),
      );
      print(command, restored, [`Release ${id} is online again: ${restored.url}`]);
    });

  release
    .command("correct")
    .description(
      "write the corrected text of a published release, to be approved and published like any other",
    )
    .argument("<id>", "the press release's id", parseId)
    .requiredOption("--body <file>", "Markdown file with the corrected text")
    .requiredOption("--note <note>", "what changed, in one sentence that readers see")
    .option("--title <title>", "another headline")
    .option("--subtitle <subtitle>", "another line below the headline")
    .action(correct);
}

async function correct(id: number, options: CorrectOptions, command: Command): Promise<void> {
  const { note, title, subtitle } = options;
  const input = {
    pressReleaseId: id,
    note,
    bodyMarkdown: await readTextFile(options.body),
    ...(title !== undefined && { title }),
    ...(subtitle !== undefined && { subtitle }),
  };
  const context = await operatorContext(command);
  const draft = await withDatabase(command, async ({ sql }) =>
    correctRelease(sql, await findAgencyOf(sql, "release", id), input, context),
  );
  print(command, { draftId: draft.id, pressReleaseId: id, version: draft.version }, [
    `Version ${draft.version} of draft ${draft.id} holds the correction. Readers keep the old text until it is published.`,
    `Next: pr-service draft request ${draft.id}`,
  ]);
}

function parseReleaseOrDraft(text: string): ReleaseOrDraft {
  if (uuidPattern.test(text)) return { draftId: text.toLowerCase() };
  if (/^\d/.test(text)) return { pressReleaseId: parseId(text) };
  throw new InvalidArgumentError("Expected the number of a release or the UUID of a draft.");
}
