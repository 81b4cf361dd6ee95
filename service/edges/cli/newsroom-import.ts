import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Command } from "commander";
import { hasImprint as findImprint } from "../../features/clients/newsroom-sql.ts";
import { appendUpload, partBytesMax } from "../../features/media/uploads.ts";
import { beginMoveFile, checkMove, refuseFileSize } from "../../features/moving/move-file.ts";
import {
  beginMove,
  discardMove,
  moveOf,
  runMove,
  runMoveWithoutPictures,
} from "../../features/moving/moves.ts";
import type { PictureDeps } from "../../features/moving/place-pictures.ts";
import { createMoveReader } from "../../features/moving/reading/move-reader.ts";
import type { CountedMove, MovedText, MoveState } from "../../features/moving/schema.ts";
import { listMovedTexts } from "../../features/moving/texts-sql.ts";
import { workOnNextMove } from "../../features/moving/work-on-move.ts";
import { refuseMissingImprint } from "../../features/workflow/releases/refuse-missing-imprint.ts";
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

type Options = ClientChoice & { site: string; yes?: boolean; withoutPictures?: boolean };
type MoveFile = { path: string; bytes: number };

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
    .option("--without-pictures", "ask the old server for no picture, as where it is gone")
    .action(async (from: string, options: Options, command: Command) => {
      const isFeed = /^https?:\/\//.test(from);
      const found = isFeed ? null : await stat(from).catch(() => null);
      if (!isFeed && found?.isFile() !== true)
        throw new UsageError(`There is no file ${from} that can be read.`);
      if (found !== null) refuseFileSize(found.size);
      const targetRules = targetRulesOf(command);
      const moves = createMoveReader(programFiles.moveWorker);
      const { move, texts, hasImprint } = await withMedia(command, async (media) => {
        const { sql } = media;
        const deps = { ...media, moves, targetRules };
        const { agencyId, clientId } = await findChosenClient(sql, options);
        if (options.yes === true) await refuseMissingImprint(sql, agencyId, clientId);
        const input = { clientId, site: options.site, feedUrl: isFeed ? from : "" };
        const moveId = await beginMove(sql, agencyId, input, { actor: operator });
        const file = found === null ? null : { path: from, bytes: found.size };
        const start = options.withoutPictures === true ? runMoveWithoutPictures : runMove;
        const moved = await importHere(deps, agencyId, {
          ...{ moveId, file, start: options.yes === true ? start : null },
        });
        return { ...moved, hasImprint: await findImprint(sql, agencyId, clientId) };
      }).finally(() => moves.close());
      print(command, { ...move, texts, hasImprint }, linesOf(move, texts, hasImprint));
      if (move.state === "failed") throw new Error(`The move ended: ${faultOf(move)}.`);
    });
}

/**
 * The dry run, and the move where it is meant. One that moves nothing in is discarded: each that is left counts towards `unfinishedMax`, and
 * with those the agency can begin no other.
 */
async function importHere(
  deps: PictureDeps,
  agencyId: number,
  { moveId, file, start }: { moveId: string; file: MoveFile | null; start: typeof runMove | null },
): Promise<{ move: CountedMove; texts: MovedText[] }> {
  const by = { actor: operator };
  try {
    if (file !== null) await handOver(deps, agencyId, { moveId, ...file });
    let move = await workToEnd(deps, agencyId, moveId);
    if (start !== null && move.state === "checked" && move.ready > 0) {
      await start(deps.sql, agencyId, moveId, by);
      move = await workToEnd(deps, agencyId, moveId);
    }
    const texts = await listMovedTexts(deps.sql, agencyId, moveId);
    const isOver = move.state === "checked" || move.state === "failed";
    if (isOver && move.taken === 0) await discardMove(deps.sql, agencyId, moveId, by);
    return { move, texts };
  } catch (error) {
    // Why it ended counts more than that the move stays.
    await discardMove(deps.sql, agencyId, moveId, by).catch(() => undefined);
    throw error;
  }
}

async function handOver(
  deps: PictureDeps,
  agencyId: number,
  { moveId, path, bytes }: MoveFile & { moveId: string },
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

function linesOf(move: CountedMove, texts: readonly MovedText[], hasImprint: boolean): string[] {
  const { clientId, state, taken, ready, left } = move;
  const staying = left === 1 ? "1 stays behind" : `${left} stay behind`;
  return [
    ...texts.flatMap(({ position, title, state: now, reason, missing }) => [
      `${position}  ${reason === null ? now : `${reason} (${leftWords[reason]})`}  ${title}`,
      ...missing.map(({ url, reason: why }) => `   picture ${why} (${missingWords[why]}): ${url}`),
    ]),
    state === "checked"
      ? `${textsOf(ready)} can come, ${staying}.${ready > 0 ? " Nothing is written yet: run it again with --yes." : ""}`
      : `${textsOf(taken)} moved in, ${staying}.`,
    ...(state === "checked" && ready > 0 && !hasImprint
      ? [
          `The newsroom has no imprint yet. Set one before: pr-service newsroom set --client ${clientId} --imprint URL|FILE.md`,
        ]
      : []),
  ];
}

function faultOf({ fault }: CountedMove): string {
  return fault === null ? "of itself" : `${fault} (${faultWords[fault]})`;
}

function textsOf(count: number): string {
  return count === 1 ? "1 text" : `${count} texts`;
}
