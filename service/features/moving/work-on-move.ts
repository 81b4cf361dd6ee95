import { ServiceError, statusByErrorCode } from "../../errors.ts";
import { isUniqueViolation } from "../../floor/db/is-unique-violation.ts";
import type { Queryable } from "../../floor/db/open.ts";
import type { Loop } from "../../floor/loops/start-loops.ts";
import { keepLease } from "../../floor/queues/keep-lease.ts";
import { LeaseLostError } from "../../floor/queues/lease-lost-error.ts";
import { claimRow, endRow, keepRow, putOffRow } from "../../floor/queues/leased-rows.ts";
import { leasedLoop } from "../../floor/queues/loops.ts";
import { FeedFault } from "../insights/providers/feed-fault.ts";
import { readFeed } from "../insights/providers/read-feed.ts";
import { cancelUpload, readUpload } from "../media/uploads.ts";
import { takeOverRelease } from "../workflow/releases/take-over-release.ts";
import { insertOldAddresses, oldAddressOf } from "./old-addresses-sql.ts";
import { type PackedFile, type PictureDeps, placePictures } from "./place-pictures.ts";
import { type FoundText, MoveProblem, textsMax } from "./schema.ts";
import {
  type ClaimedMove,
  deleteFound,
  endText,
  findReady,
  insertFound,
  moveQueue,
  type ReadyText,
} from "./sql.ts";

export const moveLoopName = "newsroom-moves";
/** Of all agencies: one waits for pictures of a slow server while another reads its file. */
const movesAtOnce = 2;
/** Entries that a thread reads at once; where it can't, they are read one by one. */
const entriesAtOnce = 20;
/** Each costs the deadline of the thread. A file with more was made to cost time. */
const unreadableMax = 10;
/** A hundred times what a large archive takes. */
const checkMsMax = 10 * 60_000;
/** Times that a move is taken up again without a text more, after crashes. */
const attemptsMax = 5;

/** The loop that reads files of old newsrooms and moves their texts in, agency by agency. */
export function moveLoop(deps: PictureDeps): Loop {
  return leasedLoop<ClaimedMove>({
    sql: deps.sql,
    table: moveQueue,
    name: moveLoopName,
    schedule: "*/10 * * * * *",
    lanesMax: movesAtOnce,
    work: (move, signal) => workOnMove(deps, move, signal),
  });
}

/** Works on the agency's move that has waited for longest; false where none waits. */
export async function workOnNextMove(
  deps: PictureDeps,
  agencyId: number,
  stopping: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const move = await claimRow<ClaimedMove>(deps.sql, moveQueue, agencyId);
  if (move !== null) await workOnMove(deps, move, stopping);
  return move !== null;
}

/** Checks the file of a move, or moves its texts in. What is in stays in, whatever ends the work; what is not comes with the next turn. */
async function workOnMove(deps: PictureDeps, move: ClaimedMove, stopping: AbortSignal): Promise<void> {
  const { sql, log } = deps;
  const lease = keepLease(sql, moveQueue, move);
  const signal = AbortSignal.any([stopping, lease.lost]);
  try {
    if (move.attempts > attemptsMax) throw new MoveProblem("too_many_attempts");
    await (move.state === "checking" ? check(deps, move, signal) : run(deps, move, signal));
  } catch (error) {
    if (stopping.aborted)
      await putOffRow(sql, moveQueue, move, { delayMs: 0, set: sql`attempts = attempts - 1` });
    else if (lease.lost.aborted || error instanceof LeaseLostError)
      log.info("move_stopped", { moveId: move.id });
    else if (error instanceof MoveProblem)
      await endRow(sql, moveQueue, move, sql`state = 'failed', fault = ${error.fault}`);
    else throw error;
  } finally {
    await lease.stop();
  }
}

/** The dry run: notes each text and whether it can come. A check that was broken off begins anew. */
async function check(deps: PictureDeps, move: ClaimedMove, signal: AbortSignal): Promise<void> {
  const { sql, uploads, moves } = deps;
  const { agencyId, id, source } = move;
  await uploads.during(bytesOf(deps, move, signal), async ({ path }) => {
    const opened = await moves.open(path);
    if ("fault" in opened) throw new MoveProblem(opened.fault);
    await held(sql, move, (transaction) => deleteFound(transaction, agencyId, id));
    const guids = new Set<string>();
    const endsAtMs = performance.now() + checkMsMax;
    let position = 0;
    for (let from = 0; from < opened.entries; from += entriesAtOnce) {
      signal.throwIfAborted();
      if (performance.now() > endsAtMs) throw new MoveProblem("not_readable");
      const count = Math.min(entriesAtOnce, opened.entries - from);
      const found = await readEntries(deps, { path, site: source, from, count });
      const texts = found.map((text) => {
        const isTwice = text.problem === null && guids.has(text.guid);
        guids.add(text.guid);
        position += 1;
        return { ...text, position, ...(isTwice && { problem: "twice" as const, content: null }) };
      });
      if (position > textsMax) throw new MoveProblem("too_many_texts");
      await held(sql, move, (transaction) => insertFound(transaction, agencyId, { moveId: id, texts }));
    }
    if (position === 0) throw new MoveProblem("no_texts");
  });
  await endRow(sql, moveQueue, move, sql`state = 'checked'`);
}

async function readEntries(
  { moves }: PictureDeps,
  entries: { path: string; site: string; from: number; count: number },
): Promise<FoundText[]> {
  const all = await moves.read(entries);
  if (all !== null) return all;
  const texts: FoundText[] = [];
  let unreadable = 0;
  for (let from = entries.from; from < entries.from + entries.count; from += 1) {
    const one = await moves.read({ ...entries, from, count: 1 });
    if (one !== null) texts.push(...one);
    else {
      unreadable += 1;
      if (unreadable > unreadableMax) throw new MoveProblem("not_readable");
      const nothing = { url: null, publishedAt: null, content: null };
      texts.push({ guid: `#${from + 1}`, title: `Eintrag ${from + 1}`, problem: "not_readable", ...nothing });
    }
  }
  return texts;
}

/** A feed anew from its address, or what was handed over. */
async function* bytesOf(
  deps: PictureDeps,
  move: ClaimedMove,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (move.feedUrl === null) {
    yield* readUpload(deps, move.agencyId, move.id);
    return;
  }
  let text = "";
  const request = {
    url: move.feedUrl,
    etag: null,
    lastModified: null,
    parts: null,
    rules: deps.targetRules,
    signal,
  };
  await readFeed({
    ...request,
    async parse(xml) {
      // What is handed on is UTF-8, whatever it was before.
      text = xml.replace(/^\s*<\?xml[^>]{0,200}\?>/, "");
      return { items: [], parts: [] };
    },
  }).catch((error: unknown) => {
    throw error instanceof FeedFault ? new MoveProblem("feed_failed") : error;
  });
  yield new TextEncoder().encode(text);
}

async function run(deps: PictureDeps, move: ClaimedMove, signal: AbortSignal): Promise<void> {
  const all = async (file: PackedFile) => {
    for (;;) {
      signal.throwIfAborted();
      const text = await findReady(deps.sql, move.agencyId, move.id);
      if (text === null) return;
      await moveIn(deps, move, text, { file, signal });
    }
  };
  // Only an archive is needed once more.
  if (move.feedUrl === null && /\.zip$/i.test(move.fileName))
    await deps.uploads.during(readUpload(deps, move.agencyId, move.id), all);
  else await all(null);
  if (!(await endRow(deps.sql, moveQueue, move, deps.sql`state = 'done'`))) throw new LeaseLostError(move.id);
  await cancelUpload(deps.sql, move.agencyId, move.id);
}

/** One text: its pictures first, each of which counts once it is there, then the release with its old addresses in one transaction. */
async function moveIn(
  deps: PictureDeps,
  move: ClaimedMove,
  text: ReadyText,
  { file, signal }: { file: PackedFile; signal: AbortSignal },
): Promise<void> {
  const { agencyId, id: moveId, clientId, source, actor } = move;
  const { position, title, publishedAt, content } = text;
  const { markdown, missing, ...shown } = await placePictures(deps, move, content, { file, signal });
  const { subtitle, language, topics, keywords } = content;
  try {
    await held(deps.sql, move, async (transaction) => {
      const { pressReleaseId: releaseId } = await takeOverRelease(transaction, agencyId, {
        ...{ clientId, title, publishedAt, source, actor, language, topics, keywords, ...shown },
        name: content.slug ?? title,
        bodyMarkdown: markdown,
        subtitle: subtitle ?? "",
      });
      await endText(transaction, agencyId, { moveId, position, releaseId, missing });
      const addresses = [text.url, text.guid]
        .map((each) => oldAddressOf(each ?? ""))
        .filter((each) => each !== null);
      await insertOldAddresses(transaction, agencyId, { clientId, addresses, releaseId });
    });
  } catch (error) {
    if (error instanceof ServiceError && error.code === "imprint_missing")
      throw new MoveProblem("imprint_missing");
    const isRefused = error instanceof ServiceError && statusByErrorCode[error.code] < 500;
    if (!isRefused && !isUniqueViolation(error)) throw error;
    const reason = isRefused ? "refused" : "known";
    await held(deps.sql, move, (transaction) =>
      endText(transaction, agencyId, { moveId, position, reason, missing }),
    );
  }
}

/** Writes while the move is ours: whoever stops it waits for the end of a text, and nothing is written behind that. */
async function held(
  sql: PictureDeps["sql"],
  move: ClaimedMove,
  write: (transaction: Queryable) => Promise<unknown>,
): Promise<void> {
  await sql.begin(async (transaction) => {
    if (!(await keepRow(transaction, moveQueue, move, transaction`attempts = 0`)))
      throw new LeaseLostError(move.id);
    await write(transaction);
  });
}
