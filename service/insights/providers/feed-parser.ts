import { Worker, type WorkerOptions } from "node:worker_threads";
import { FeedFault } from "./feed-fault.ts";
import type { FeedAnswerMessage } from "./feed-messages.ts";
import type { FeedItem } from "./parse-items.ts";

/**
 * The worst megabyte we could write takes 1 s, a large real feed 30 ms. Eight feeds in a row of the worst kind, and the 20 s of their
 * requests, still end within the lease of a reading.
 */
const parseTimeoutMs = 4_000;
/** An idle thread gives its memory back after this; feeds that are due together share one. */
const idleTimeoutMs = 10_000;

/** Bun: a thread that gives memory back sooner, for a little pace. Other runtimes ignore it. */
const workerOptions: WorkerOptions & { smol: boolean } = { smol: true };

export type FeedParser = {
  /** The entries of a feed, parsed in a thread, one feed at a time. Throws a FeedFault, `timeout` for one that takes too long. */
  parse(xml: string): Promise<FeedItem[]>;
  close(): Promise<void>;
};

/** Makes the parser; its thread, which runs `module`, starts with the first feed. */
export function createFeedParser(module: URL, timeoutMs: number = parseTimeoutMs): FeedParser {
  let worker: Worker | null = null;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let lastTurn: Promise<unknown> = Promise.resolve();

  async function endWorker(): Promise<void> {
    clearTimeout(idleTimer);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  async function parseNow(xml: string): Promise<FeedItem[]> {
    clearTimeout(idleTimer);
    if (worker === null) {
      worker = new Worker(module, workerOptions);
      worker.unref();
    }
    try {
      const answer = await askWorker(worker, xml, timeoutMs);
      if (answer.answer === "fault") throw new FeedFault(answer.code, answer.message);
      return answer.items;
    } catch (error) {
      // Whatever was no answer leaves a thread behind that still works, or none.
      if (!(error instanceof FeedFault) || error.code === "timeout") await endWorker();
      throw error;
    } finally {
      idleTimer = setTimeout(() => void endWorker(), idleTimeoutMs);
      idleTimer.unref();
    }
  }

  return {
    parse(xml) {
      const turn = lastTurn.then(() => parseNow(xml));
      lastTurn = turn.catch(() => {});
      return turn;
    },
    async close() {
      await lastTurn;
      await endWorker();
    },
  };
}

function askWorker(worker: Worker, xml: string, timeoutMs: number): Promise<FeedAnswerMessage> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => fail(new FeedFault("timeout", `The document took more than ${timeoutMs} ms to parse.`)),
      timeoutMs,
    );
    const succeed = (answer: FeedAnswerMessage) => {
      release();
      resolve(answer);
    };
    const fail = (error: unknown) => {
      release();
      reject(error);
    };
    const exit = (code: number) => fail(new Error(`The thread that parses feeds ended with code ${code}.`));
    function release(): void {
      clearTimeout(timer);
      worker.off("message", succeed);
      worker.off("error", fail);
      worker.off("exit", exit);
    }
    worker.once("message", succeed);
    worker.once("error", fail);
    worker.once("exit", exit);
    worker.postMessage(xml);
  });
}
