import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Command } from "commander";
import { appendUpload, partBytesMax } from "../../features/media/uploads.ts";
import { beginMoveFile, checkMove, refuseFileSize } from "../../features/moving/move-file.ts";
import { beginMove, discardMove, moveOf, runMove } from "../../features/moving/moves.ts";
import type { PictureDeps } from "../../features/moving/place-pictures.ts";
import { createMoveReader } from "../../features/moving/reading/move-reader.ts";
import type { CountedMove, MovedText, MoveState } from "../../features/moving/schema.ts";
import { listMovedTexts } from "../../features/moving/texts-sql.ts";
import { workOnNextMove } from "../../features/moving/work-on-move.ts";
import { programFiles } from "../../program/program-files.ts";
import { parseId } from "./arguments.ts";
import { type ClientChoice, findChosenClient } from "./find-client.ts";
import { faultWords, leftWords, missingWords } from "./move-words.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { createProgressBar } from "./progress-bar.ts";
import { UsageError } from "./usage-error.ts";
import { targetRulesOf } from "./with-database.ts";
import { withMedia } from "./with-media.ts";

type Options = ClientChoice & { site: string; yes?: boolean };

/** A serving process may be at work on the move: this is how often is looked how far it is. */
const lookEveryMs = 500;

export function addNewsroomImportCommand(newsroom: Command): void {
  newsroom
    .command("import")
    .description("move an old newsroom in; without --yes it says what would come, and writes nothing")
    .argument(
      "<file or feed>",
      "WordPress export, RSS or Atom, CSV, ZIP of CSV and pictures, or https address of a feed",
    )
    .requiredOption("--client <id>", "whose newsroom", parseId)
    .option("--agency <id>", "the client's agency", parseId)
    .requiredOption("--site <host>", "host of the old newsroom; pictures are fetched from there alone")
    .option("--yes", "move in what can come; what is here already comes no second time")
    .action(async (from: string, options: Options, command: Command) => {
      const isFeed = /^https?:\/\//.test(from);
      const found = isFeed ? null : await stat(from).catch(() => null);
      if (!isFeed && found?.isFile() !== true)
        throw new UsageError(`There is no file ${from} that can be read.`);
      if (found !== null) refuseFileSize(found.size);
      const targetRules = targetRulesOf(command);
      const moves = createMoveReader(programFiles.moveWorker);
      const { move, texts } = await withMedia(command, async (media) => {
        const deps = { ...media, moves, targetRules };
        const { agencyId, clientId } = await findChosenClient(media.sql, options);
        const input = { clientId, site: options.site, feedUrl: isFeed ? from : "" };
        const moveId = await beginMove(media.sql, agencyId, input, { actor: operator });
        let done = await checkHere(deps, agencyId, {
          moveId,
          file: found === null ? null : { path: from, bytes: found.size },
        });
        if (options.yes === true && done.state === "checked" && done.ready > 0) {
          await runMove(media.sql, agencyId, moveId, { actor: operator });
          done = await workToEnd(deps, agencyId, moveId);
        }
        const texts = await listMovedTexts(media.sql, agencyId, moveId);
        // Of a look nothing stays: the next run reads the file anew.
        if (options.yes !== true) await discardMove(media.sql, agencyId, moveId, { actor: operator });
        return { move: done, texts };
      }).finally(() => moves.close());
      print(command, { ...move, texts }, linesOf(move, texts));
      if (move.state === "failed") throw new Error(`The move ended: ${faultOf(move)}.`);
    });
}

/** The dry run. Left behind where it breaks off, three of them would keep the agency from its next move for a day. */
async function checkHere(
  deps: PictureDeps,
  agencyId: number,
  { moveId, file }: { moveId: string; file: { path: string; bytes: number } | null },
): Promise<CountedMove> {
  try {
    if (file !== null) await handOver(deps, agencyId, { moveId, ...file });
    return await workToEnd(deps, agencyId, moveId);
  } catch (error) {
    // Why it ended counts more than that the move stays.
    await discardMove(deps.sql, agencyId, moveId, { actor: operator }).catch(() => undefined);
    throw error;
  }
}

async function handOver(
  deps: PictureDeps,
  agencyId: number,
  { moveId, path, bytes }: { moveId: string; path: string; bytes: number },
): Promise<void> {
  const file = { moveId, fileName: basename(path), bytes };
  const uploadId = await beginMoveFile(deps.sql, agencyId, file);
  let position = 0;
  for await (const part of createReadStream(path, { highWaterMark: partBytesMax })) {
    await appendUpload(deps, agencyId, { uploadId, position, bytes: part });
    position += part.length;
  }
  await checkMove(deps.sql, agencyId, { moveId, uploadId });
}

/** Works on the move here, or waits for the process that does. */
async function workToEnd(deps: PictureDeps, agencyId: number, moveId: string): Promise<CountedMove> {
  const bar = createProgressBar("moving");
  const working: readonly MoveState[] = ["checking", "running"];
  try {
    for (;;) {
      const move = await moveOf(deps.sql, agencyId, moveId);
      if (!working.includes(move.state)) return move;
      bar.show(move.taken / Math.max(1, move.taken + move.ready));
      if (!(await workOnNextMove(deps, agencyId))) await Bun.sleep(lookEveryMs);
    }
  } finally {
    bar.end();
  }
}

function linesOf(move: CountedMove, texts: readonly MovedText[]): string[] {
  const { state, taken, ready, left } = move;
  const staying = left === 1 ? "1 stays behind" : `${left} stay behind`;
  return [
    ...texts.flatMap(({ position, title, state: now, reason, missing }) => [
      `${position}  ${reason === null ? now : `${reason} (${leftWords[reason]})`}  ${title}`,
      ...missing.map(({ url, reason: why }) => `   picture ${why} (${missingWords[why]}): ${url}`),
    ]),
    state === "checked"
      ? `${textsOf(ready)} can come, ${staying}.${ready > 0 ? " Nothing is written yet: run it again with --yes." : ""}`
      : `${textsOf(taken)} moved in, ${staying}.`,
  ];
}

function faultOf({ fault }: CountedMove): string {
  return fault === null ? "of itself" : `${fault} (${faultWords[fault]})`;
}

function textsOf(count: number): string {
  return count === 1 ? "1 text" : `${count} texts`;
}
