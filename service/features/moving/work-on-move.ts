import { isRefusal, ServiceError } from "../../errors.ts";
import { isUniqueViolation } from "../../floor/db/is-unique-violation.ts";
import type { Queryable } from "../../floor/db/open.ts";
import type { Loop } from "../../floor/loops/start-loops.ts";
import { keepLease } from "../../floor/queues/keep-lease.ts";
import { LeaseLostError } from "../../floor/queues/lease-lost-error.ts";
import { claimRow, endRow, type Fragment, keepRow, putOffRow } from "../../floor/queues/leased-rows.ts";
import { leasedLoop } from "../../floor/queues/loops.ts";
import { findClient } from "../clients/sql.ts";
import { FeedFault } from "../insights/providers/feed-fault.ts";
import { readFeed } from "../insights/providers/read-feed.ts";
import { cancelUpload, readUpload } from "../media/uploads.ts";
import { findUpload } from "../media/uploads-sql.ts";
import { takeOverRelease } from "../workflow/releases/take-over-release.ts";
import { discardForgottenMoves } from "./moves.ts";
import { insertOldAddresses, oldAddressOf } from "./old-addresses-sql.ts";
import {
  findSilence,
  type PackedFile,
  type PictureDeps,
  placePictures,
  type Silence,
} from "./place-pictures.ts";
import type { OpenMove } from "./reading/move-reader.ts";
import { type FoundText, MoveProblem, textsMax } from "./schema.ts";
import { type ClaimedMove, hasPackedPictures, moveQueue } from "./sql.ts";
import { deleteFound, endText, findReady, insertFound, listFoundGuids, type ReadyText } from "./texts-sql.ts";

export const moveLoopName = "newsroom-moves";
/** Of all agencies: some wait for pictures of a slow server while others read their files. */
const movesAtOnce = 4;
/** Entries that a thread reads at once; where it can't, they are read one by one. */
const entriesAtOnce = 20;
/** Then the move goes back into the queue and other agencies have their turns, however large its file is. */
const turnMsUsual = 20_000;
/** Each costs the deadline of the thread. A file with more was made to cost time. */
const unreadableMax = 10;
/** In all turns: a hundred times what a large archive takes. */
const checkMsMax = 10 * 60_000;
/** Moves that are cleared in one round; each may have the texts of an archive. */
const forgottenMax = 20;
/** Times that a move is taken up again without a text more, after crashes. */
const attemptsMax = 5;

/** The loop that reads files of old newsrooms and moves their texts in, agency by agency. */
export function moveLoop(deps: PictureDeps, turnMs: number = turnMsUsual): Loop {
  return leasedLoop<ClaimedMove>({
    sql: deps.sql,
    table: moveQueue,
    name: moveLoopName,
    schedule: "*/10 * * * * *",
    lanesMax: movesAtOnce,
    work: (move, signal) => workOnMove(deps, move, { stopping: signal, turnMs }),
  });
}

/** The loop that clears what somebody began and nobody started. */
export function moveRetentionLoop({ sql }: Pick<PictureDeps, "sql">): Loop {
  return {
    name: "newsroom-move-retention",
    schedule: "11 27 * * * *",
    run: async () => (await discardForgottenMoves(sql, forgottenMax)) === forgottenMax,
  };
}

/** Works on the agency's move that has waited for longest; false where none waits. */
export async function workOnNextMove(
  deps: PictureDeps,
  agencyId: number,
  stopping: AbortSignal = new AbortController().signal,
  turnMs: number = turnMsUsual,
): Promise<boolean> {
  const move = await claimRow<ClaimedMove>(deps.sql, moveQueue, agencyId);
  if (move !== null) await workOnMove(deps, move, { stopping, turnMs });
  return move !== null;
}

/** One turn of a move. What works in it answers false where its time is over before the work is. */
type Turn = { signal: AbortSignal; turnMs: number };

/** Checks the file of a move, or moves its texts in. What is in stays in, whatever ends the work; what is not comes with the next turn. */
async function workOnMove(
  deps: PictureDeps,
  move: ClaimedMove,
  { stopping, turnMs }: { stopping: AbortSignal; turnMs: number },
): Promise<void> {
  const { sql, log } = deps;
  const lease = keepLease(sql, moveQueue, move);
  const turn: Turn = { signal: AbortSignal.any([stopping, lease.lost]), turnMs };
  try {
    if (move.attempts > attemptsMax) throw new MoveProblem("too_many_attempts");
    const isDone = await (move.state === "checking" ? check : run)(deps, move, turn);
    if (!isDone) await putOffRow(sql, moveQueue, move, { delayMs: 0 });
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

/**
 * The dry run: notes each text and whether it can come. One that was broken off goes on there; that of a feed begins anew, which may have
 * changed.
 */
async function check(deps: PictureDeps, move: ClaimedMove, turn: Turn): Promise<boolean> {
  const { uploads, moves } = deps;
  const isFeed = move.feedUrl !== null;
  const isDone = await uploads.during(bytesOf(deps, move, turn.signal), ({ path }) =>
    moves.during(path, async (file) => {
      const opened = await file.open();
      if ("fault" in opened) throw new MoveProblem(opened.fault);
      const first = isFeed ? 0 : move.checkedEntries;
      if (first === 0)
        await held(deps.sql, move, (transaction) => deleteFound(transaction, move.agencyId, move.id));
      return await checkEntries(deps, move, { file, turn, first, count: opened.entries });
    }),
  );
  if (isDone) await endRow(deps.sql, moveQueue, move, deps.sql`state = 'checked'`);
  return isDone;
}

async function checkEntries(
  { sql }: PictureDeps,
  move: ClaimedMove,
  input: { file: OpenMove; turn: Turn; first: number; count: number },
): Promise<boolean> {
  const { agencyId, id: moveId, source } = move;
  const { file, turn, first, count } = input;
  const before = await listFoundGuids(sql, agencyId, moveId);
  const guids = new Set(before.map(({ guid }) => guid));
  let position = before.at(-1)?.position ?? 0;
  let checkedMs = move.checkedMs;
  // From here on: a turn that ended with the opening of a large file would come to nothing.
  const endsAtMs = performance.now() + turn.turnMs;
  for (let from = first; from < count; from += entriesAtOnce) {
    turn.signal.throwIfAborted();
    if (from > first && move.feedUrl === null && performance.now() > endsAtMs) return false;
    if (checkedMs > checkMsMax) throw new MoveProblem("not_readable");
    const beganAtMs = performance.now();
    const checkedEntries = Math.min(count, from + entriesAtOnce);
    const found = await readEntries(file, { site: source, from, count: checkedEntries - from });
    const texts = found.map((text) => {
      const isTwice = text.problem === null && guids.has(text.guid);
      guids.add(text.guid);
      position += 1;
      return { ...text, position, ...(isTwice && { problem: "twice" as const, content: null }) };
    });
    if (position > textsMax) throw new MoveProblem("too_many_texts");
    checkedMs += Math.round(performance.now() - beganAtMs);
    const set = sql`checked_entries = ${checkedEntries}, checked_ms = ${checkedMs}`;
    await held(sql, move, (transaction) => insertFound(transaction, agencyId, { moveId, texts }), set);
  }
  if (position === 0) throw new MoveProblem("no_texts");
  return true;
}

async function readEntries(
  file: OpenMove,
  entries: { site: string; from: number; count: number },
): Promise<FoundText[]> {
  const all = await file.read(entries);
  if (all !== null) return all;
  const texts: FoundText[] = [];
  let unreadable = 0;
  for (let from = entries.from; from < entries.from + entries.count; from += 1) {
    const one = await file.read({ ...entries, from, count: 1 });
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
    if ((await findUpload(deps.sql, move.agencyId, move.id)) === null) throw new MoveProblem("file_gone");
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

async function run(deps: PictureDeps, move: ClaimedMove, turn: Turn): Promise<boolean> {
  const { sql, uploads, moves } = deps;
  const all = async (file: PackedFile) => {
    const endsAtMs = performance.now() + turn.turnMs;
    const silence = await findSilence(deps, move);
    for (let after = 0; ; ) {
      turn.signal.throwIfAborted();
      if (after > 0 && performance.now() > endsAtMs) return false;
      const text = await findReady(sql, move.agencyId, { moveId: move.id, after });
      if (text === null) return true;
      await moveIn(deps, move, text, { file, silence, signal: turn.signal });
      after = text.position;
    }
  };
  // Only an archive is needed once more, whatever its name.
  const isNeeded = move.feedUrl === null && (await hasPackedPictures(sql, move.agencyId, move.id));
  const isDone = isNeeded
    ? await uploads.during(bytesOf(deps, move, turn.signal), ({ path, folder }) =>
        moves.during(path, (file) => all({ ...file, folder })),
      )
    : await all(null);
  if (!isDone) return false;
  if (!(await endRow(sql, moveQueue, move, sql`state = 'done', fault = null`)))
    throw new LeaseLostError(move.id);
  await cancelUpload(sql, move.agencyId, move.id);
  return true;
}

/** One text: its pictures first, each of which counts once it is there, then the release with its old addresses in one transaction. */
async function moveIn(
  deps: PictureDeps,
  move: ClaimedMove,
  text: ReadyText,
  asked: { file: PackedFile; silence: Silence; signal: AbortSignal },
): Promise<void> {
  const { agencyId, id: moveId, clientId, source, actor } = move;
  const { position, title, publishedAt, content } = text;
  const { markdown, missing, ...shown } = await placePictures(deps, move, content, asked);
  const { subtitle, language, topics, keywords } = content;
  try {
    await held(deps.sql, move, async (transaction) => {
      // Not as a refusal of this text: it stays ready until the client is back.
      const client = await findClient(transaction, agencyId, clientId);
      if (client?.status !== "active") throw new MoveProblem("client_archived");
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
    const isRefused = isRefusal(error);
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
  set?: Fragment,
): Promise<void> {
  await sql.begin(async (transaction) => {
    const also = set === undefined ? transaction`` : transaction`, ${set}`;
    if (!(await keepRow(transaction, moveQueue, move, transaction`attempts = 0 ${also}`)))
      throw new LeaseLostError(move.id);
    await write(transaction);
  });
}
