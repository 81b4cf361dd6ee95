import { LRUCache } from "lru-cache";
import { ServiceError } from "../../errors.ts";
import { ThreadTimeoutError } from "../../floor/concurrency/thread-pool.ts";
import { type AskTask, askTasks } from "../../floor/concurrency/thread-tasks.ts";
import { isDoneWithin } from "../../floor/concurrency/within-deadline.ts";
import { createFairThreads, type FairThreads } from "../../floor/limits/fair-threads.ts";
import type { Log } from "../../log.ts";
import type { TextTasks } from "../text-tasks.ts";
import { plainParagraphs } from "./plain-paragraphs.ts";
import type { PressText } from "./press-text.ts";

/** The costliest text that we could write takes 0.4 s; a busy machine takes a few times as long. */
const readTimeoutMs = 2_000;
/** For the thread's turn and its work together: within the deadline of a page. */
const waitMaxMs = 2_000;
/** An idle thread gives its memory back after this. */
const idleTimeoutMs = 60_000;
/** Texts of one agency that wait for the thread; more than it publishes or edits in a second. */
const waitingPerAgencyMax = 50;
/** Texts of all agencies that wait, for their memory: 200 kB each at most. */
const waitingMax = 1_000;
/** A text that waits for a thread longer than this is given up, and read when it is asked for again. */
const lineTimeoutMs = 60_000;
/** A line that long is worked off in a few seconds. A text that was to be read is shown plain instead. */
const retryAfterSeconds = 2;
/** Memory for texts that were read, in UTF-16 units: some 1,500 releases of usual length. */
const keptUnitsMax = 16_000_000;

export type TextReader = {
  /**
   * A Markdown text of an agency, read. One that is known is answered from memory, any other by a thread, which agencies take
   * turns with. Never throws and never takes more than `waitMaxMs`: what the thread can't read in time comes back as plain
   * paragraphs.
   */
  read(agencyId: number, markdown: string): Promise<PressText>;
  /**
   * Has the thread do one task with texts of an agency, in the agency's turn. Throws `service_unavailable` where its line is full, and
   * where turn or work take too long.
   */
  ask<Task extends Exclude<keyof TextTasks, "read">>(
    agencyId: number,
    task: Task,
    input: TextTasks[Task]["input"],
  ): Promise<TextTasks[Task]["output"]>;
};

/** Why a text was not read for now. */
type Unread = "queue_full" | "waited_too_long";

export type TextThread = TextReader & { close(): Promise<void> };

/** Makes the reader; its thread, which runs `module`, starts with the first text. */
export function createTextReader(
  module: URL,
  { log, timeoutMs = readTimeoutMs }: { log: Log; timeoutMs?: number },
): TextThread {
  const threads = createFairThreads<unknown, unknown>({
    ...{ what: "texts", module, answerTimeoutMs: timeoutMs, idleTimeoutMs },
    ...{ waitingPerAgencyMax, waitMs: lineTimeoutMs, retryAfterSeconds },
  });
  const kept = new LRUCache<string, PressText>({ maxSize: keptUnitsMax, sizeCalculation: unitsOf });
  /** By agency and text: who joined another agency's reading would wait in that agency's line. */
  const underWay = new Map<string, Promise<PressText | Unread>>();

  /**
   * A first failure may be the machine's: a busy one took longer to start the thread than a text may take. So the second time the
   * thread first reads nothing, and what fails then is the text's fault.
   */
  async function readInThread(
    ask: AskTask<TextTasks>,
    markdown: string,
    hasFailed: boolean,
  ): Promise<PressText> {
    let isFinal = false;
    try {
      if (hasFailed) await ask("read", "");
      isFinal = hasFailed;
      return await ask("read", markdown);
    } catch (error) {
      log.error("text_not_read", { problem: problemOf(error), characters: markdown.length, error });
      const excess = isFinal ? "The text takes too long to read. Simplify its Markdown." : null;
      return { ...plainParagraphs(markdown, excess), isFinal };
    }
  }

  /** What failed twice is kept like any other, so that the same text does not hold the thread up again. */
  async function readAnew(ask: AskTask<TextTasks>, markdown: string): Promise<PressText> {
    const known = kept.get(markdown);
    if (known?.isFinal === true) return known;
    const text = await readInThread(ask, markdown, known !== undefined);
    kept.set(markdown, text);
    return text;
  }

  function readInTurn(agencyId: number, markdown: string): Promise<PressText | Unread> {
    const key = `${agencyId} ${markdown}`;
    const known = underWay.get(key);
    if (known !== undefined) return known;
    if (underWay.size >= waitingMax) return Promise.resolve("queue_full");
    const reading = threads
      // Another agency may have had the same text read by now.
      .inTurn(agencyId, (thread) => readAnew(askTasks<TextTasks>(thread), markdown))
      .catch((): Unread => "queue_full")
      .finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  }

  return {
    async read(agencyId, markdown) {
      const known = kept.get(markdown);
      if (known?.isFinal === true) return known;
      const reading = readInTurn(agencyId, markdown);
      const text = (await isDoneWithin(reading, waitMaxMs)) ? await reading : "waited_too_long";
      return typeof text === "string" ? shownPlain(log, markdown, text) : text;
    },
    ask: createAsk({ threads, log }),
    close: threads.close,
  };
}

/** What a thread answers (`ask`), or null where there was no time for it. */
export async function unlessBusy<Answer>(asking: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return null;
  }
}

/** Further tasks take turns with the texts that are to be read. */
function createAsk(deps: {
  threads: Pick<FairThreads<unknown, unknown>, "inTurn">;
  log: Log;
}): TextReader["ask"] {
  let asked = 0;

  async function askThread<Task extends keyof TextTasks>(
    ask: AskTask<TextTasks>,
    task: Task,
    input: TextTasks[Task]["input"],
  ) {
    try {
      return await ask(task, input);
    } catch (error) {
      deps.log.error("text_task_failed", { task, problem: problemOf(error), error });
      throw noTime();
    }
  }

  return async (agencyId, task, input) => {
    if (asked >= waitingMax) throw noTime();
    asked += 1;
    try {
      return await deps.threads.inTurn(
        agencyId,
        (thread) => askThread(askTasks<TextTasks>(thread), task, input),
        { waitMs: waitMaxMs },
      );
    } finally {
      asked -= 1;
    }
  };
}

function problemOf(error: unknown): string {
  return error instanceof ThreadTimeoutError ? "timeout" : "failed";
}

function noTime(): ServiceError {
  return new ServiceError("service_unavailable", "There was no time to look at the text. Call again.", {
    retryAfterSeconds,
  });
}

function shownPlain(log: Log, markdown: string, problem: Unread): PressText {
  log.warn("text_shown_plain", { problem, characters: markdown.length });
  return { ...plainParagraphs(markdown, null), isFinal: false };
}

/** At least one, which the cache asks for. */
function unitsOf(text: PressText, markdown: string): number {
  return (
    1 + markdown.length + 2 * text.plain.length + text.pieces.reduce((sum, piece) => sum + piece.length, 0)
  );
}
