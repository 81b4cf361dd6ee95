import { createThreadPool, ThreadTimeoutError } from "../../concurrency/thread-pool.ts";
import type { Log } from "../../log.ts";
import { plainParagraphs } from "./plain-paragraphs.ts";
import type { PressText } from "./press-text.ts";

/** The costliest text that we could write takes 0.4 s; a busy machine takes a few times as long. */
const readTimeoutMs = 2_000;
/** For the thread's turn and its work together: within the deadline of a page. */
const waitMaxMs = 2_000;
/** An idle thread gives its memory back after this. */
const idleTimeoutMs = 60_000;
/** Texts that wait for the thread; far more than are published or edited in a second. */
const waitingMax = 100;
/** Memory for texts that were read, in UTF-16 units: some 1,500 releases of usual length. */
const keptUnitsMax = 16_000_000;

export type TextReader = {
  /**
   * A Markdown text, read. One that is known is answered from memory, any other by a thread. Never throws and never takes
   * more than `waitMaxMs`: what the thread can't read in time comes back as plain paragraphs.
   */
  read(markdown: string): Promise<PressText>;
};

export type TextThread = TextReader & { close(): Promise<void> };

/** Makes the reader; its thread, which runs `module`, starts with the first text. */
export function createTextReader(
  module: URL,
  { log, timeoutMs = readTimeoutMs }: { log: Log; timeoutMs?: number },
): TextThread {
  const threads = createThreadPool<string, PressText>({
    module,
    threadsMax: 1,
    waitingMax,
    answerTimeoutMs: timeoutMs,
    idleTimeoutMs,
  });
  const kept = keepTexts();
  const underWay = new Map<string, Promise<PressText>>();

  function readInThread(markdown: string): Promise<PressText> {
    const reading = threads
      .ask(markdown)
      .catch((error: unknown) => {
        const problem = error instanceof ThreadTimeoutError ? "timeout" : "failed";
        log.error("text_not_read", { problem, characters: markdown.length, error });
        // Kept like any other, so that the same text does not hold the thread up again.
        return plainParagraphs(markdown, "The text takes too long to read. Simplify its Markdown.");
      })
      .then((text) => kept.put(markdown, text))
      .finally(() => underWay.delete(markdown));
    underWay.set(markdown, reading);
    return reading;
  }

  return {
    async read(markdown) {
      const known = kept.get(markdown);
      if (known !== null) return known;
      const reading = underWay.get(markdown);
      if (reading === undefined && underWay.size >= waitingMax)
        return shownPlain(log, markdown, "queue_full");
      const text = await withinWait(reading ?? readInThread(markdown));
      return text ?? shownPlain(log, markdown, "waited_too_long");
    },
    close: threads.close,
  };
}

function shownPlain(log: Log, markdown: string, problem: string): PressText {
  log.warn("text_shown_plain", { problem, characters: markdown.length });
  return { ...plainParagraphs(markdown, null), isFinal: false };
}

function withinWait(reading: Promise<PressText>): Promise<PressText | null> {
  const { promise, resolve } = Promise.withResolvers<PressText | null>();
  const timer = setTimeout(() => resolve(null), waitMaxMs);
  void reading.then(resolve).finally(() => clearTimeout(timer));
  return promise;
}

/** Keeps the texts that were used last, as many as there is room for. */
function keepTexts() {
  const texts = new Map<string, PressText>();
  let units = 0;
  const unitsOf = (markdown: string, text: PressText) =>
    markdown.length + 2 * text.plain.length + text.pieces.reduce((sum, piece) => sum + piece.length, 0);
  return {
    get(markdown: string): PressText | null {
      const text = texts.get(markdown);
      if (text === undefined) return null;
      texts.delete(markdown);
      texts.set(markdown, text);
      return text;
    },
    put(markdown: string, text: PressText): PressText {
      texts.set(markdown, text);
      units += unitsOf(markdown, text);
      for (const [oldest, oldText] of texts) {
        if (units <= keptUnitsMax) break;
        texts.delete(oldest);
        units -= unitsOf(oldest, oldText);
      }
      return text;
    },
  };
}
