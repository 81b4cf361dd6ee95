import { Worker, type WorkerOptions } from "node:worker_threads";

/** Bun: a thread that gives memory back sooner, for a little pace. Other runtimes ignore it. */
const workerOptions: WorkerOptions & { smol: boolean } = { smol: true };

/** A thread was silent for longer than its deadline and has been ended. */
export class ThreadTimeoutError extends Error {}

export type Thread<Question, Answer> = {
  /** Sends a question when those before it are answered. Throws ThreadTimeoutError, or what ended the thread. */
  ask(question: Question): Promise<Answer>;
  /** Ends the thread once it has answered. */
  close(): Promise<void>;
};

/**
 * One thread that runs `module` and answers one message by one, so that nobody on the event loop waits for the work. It
 * starts with the first question, and again after one that it failed to answer; when nobody has asked for `idleTimeoutMs` it
 * gives its memory back.
 */
export function createThread<Question, Answer>(
  module: URL,
  limits: { answerTimeoutMs: number; idleTimeoutMs: number },
): Thread<Question, Answer> {
  let worker: Worker | null = null;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let lastTurn: Promise<unknown> = Promise.resolve();

  async function endWorker(): Promise<void> {
    clearTimeout(idleTimer);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  async function askNow(question: Question): Promise<Answer> {
    clearTimeout(idleTimer);
    if (worker === null) {
      worker = new Worker(module, workerOptions);
      worker.unref();
    }
    try {
      return await answerOf<Question, Answer>(worker, question, limits.answerTimeoutMs);
    } catch (error) {
      // Whatever was no answer leaves a thread behind that still works, or none.
      await endWorker();
      throw error;
    } finally {
      idleTimer = setTimeout(() => void endWorker(), limits.idleTimeoutMs);
      idleTimer.unref();
    }
  }

  return {
    ask(question) {
      const turn = lastTurn.then(() => askNow(question));
      lastTurn = turn.catch(() => {});
      return turn;
    },
    async close() {
      await lastTurn;
      await endWorker();
    },
  };
}

function answerOf<Question, Answer>(worker: Worker, question: Question, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => fail(new ThreadTimeoutError(`The thread gave no answer within ${timeoutMs} ms.`)),
      timeoutMs,
    );
    const succeed = (answer: Answer) => {
      release();
      resolve(answer);
    };
    const fail = (error: unknown) => {
      release();
      reject(error);
    };
    const exit = (code: number) => fail(new Error(`The thread ended with code ${code}.`));
    function release(): void {
      clearTimeout(timer);
      worker.off("message", succeed);
      worker.off("error", fail);
      worker.off("exit", exit);
    }
    worker.once("message", succeed);
    worker.once("error", fail);
    worker.once("exit", exit);
    worker.postMessage(question);
  });
}
