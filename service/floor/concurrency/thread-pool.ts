import { Worker, type WorkerOptions } from "node:worker_threads";
import { isDoneWithin } from "./within-deadline.ts";

/** For Bun: makes a thread a little slower and lets it return memory sooner. Other runtimes ignore it. */
const workerOptions: WorkerOptions & { smol: boolean } = { smol: true };

export type ThreadPoolOptions = {
  /** What runs in a thread: a module that answers each message of `parentPort` by one message. */
  module: URL;
  /** Handed to each thread as `workerData`. */
  workerData?: unknown;
  /** Threads at a time. Further work waits for one. */
  threadsMax: number;
  /** Work that waits for a thread; further work is refused. */
  waitingMax: number;
  /** A thread that is silent for this long hangs, and is ended. */
  answerTimeoutMs: number;
  /** An idle thread gives its memory back after this. */
  idleTimeoutMs: number;
  /** Called whenever a thread that was ended is gone, so that `hasRoomFor` may say something else. */
  onGone?: () => void;
};

/**
 * Ended threads that are still busy, beside the pool's own: native code and a running regular expression are not interrupted, so that one
 * burns on for as long as it takes. The question before it is answered at its deadline, and the next one gets another thread; with more
 * than so many, the pool does without a thread until one is gone, because each holds a core and its memory.
 */
export const dyingMax = 2;
/** A stop leaves such a thread to the end of the process, which interrupts it. */
const closeTimeoutMs = 1_000;

export type ThreadPool<Question, Answer> = {
  /**
   * Asks a thread one question. Rejects when the thread dies, with ThreadTimeoutError when it is silent for too long, and
   * with the signal's reason; that thread is ended, and the next question gets another.
   */
  ask(question: Question, signal?: AbortSignal): Promise<Answer>;
  /**
   * Lends a thread for several questions, one after the other. It has to be given back, whatever came of it. `holder` is whose work it
   * does, for `hasRoomFor`.
   */
  borrow(holder?: number): Promise<BorrowedThread<Question, Answer>>;
  /** Whether the pool may have a thread for a holder, who has none that was ended and burns on. */
  hasRoomFor(holder: number): boolean;
  /** Ends all threads; whoever waits for one or for an answer is refused. */
  close(): Promise<void>;
};

export type BorrowedThread<Question, Answer> = Pick<ThreadPool<Question, Answer>, "ask"> & {
  giveBack(): void;
};

/** A thread gave no answer in its time. */
export class ThreadTimeoutError extends Error {
  override name = "ThreadTimeoutError";
}

/**
 * Makes a pool of threads, which start with the first questions.
 *
 * Ours in place of tinypool 2.2.0: that looks for a module of its own beside the program, which a compiled file does not
 * have; it never notices a thread that ends itself; and a task has one answer, where an export has many pieces.
 */
export function createThreadPool<Question, Answer>(options: ThreadPoolOptions): ThreadPool<Question, Answer> {
  const threads = createThreads(options);

  async function borrow(holder?: number): Promise<BorrowedThread<Question, Answer>> {
    const worker = await threads.take();
    return {
      async ask(question, signal) {
        if (!threads.isAlive(worker)) throw new Error("The thread has ended.");
        try {
          return await answerOf<Answer>(worker, question, { timeoutMs: options.answerTimeoutMs, signal });
        } catch (error) {
          threads.end(worker, holder);
          throw error;
        }
      },
      giveBack: () => threads.giveBack(worker),
    };
  }

  return {
    async ask(question, signal) {
      const thread = await borrow();
      try {
        return await thread.ask(question, signal);
      } finally {
        thread.giveBack();
      }
    },
    borrow,
    hasRoomFor: threads.hasRoomFor,
    close: threads.close,
  };
}

/** The threads themselves: each is idle, or lent to one borrower, or was ended and is not gone yet. */
function createThreads({ module, workerData, threadsMax, waitingMax, ...options }: ThreadPoolOptions) {
  const { idleTimeoutMs, onGone } = options;
  const all = new Set<Worker>();
  const idle = new Map<Worker, ReturnType<typeof setTimeout>>();
  const dying = createDying(() => {
    startForWaiting();
    onGone?.();
  });
  const waiting: PromiseWithResolvers<Worker>[] = [];
  let isClosed = false;

  function start(): Worker {
    const worker = startWorker(module, workerData);
    worker.once("exit", () => forget(worker));
    all.add(worker);
    return worker;
  }

  const hasRoom = () => all.size < threadsMax && !dying.areTooMany();

  function forget(worker: Worker): void {
    takeFromIdle(worker);
    if (all.delete(worker)) startForWaiting();
  }

  function startForWaiting(): void {
    while (!isClosed && waiting.length > 0 && hasRoom()) waiting.shift()?.resolve(start());
  }

  function takeFromIdle(worker: Worker): void {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
  }

  function end(worker: Worker, holder?: number): void {
    if (!all.has(worker)) return;
    dying.add(worker, holder);
    forget(worker);
  }

  return {
    async take(): Promise<Worker> {
      if (isClosed) throw closedError();
      for (const worker of idle.keys()) {
        takeFromIdle(worker);
        return worker;
      }
      if (hasRoom()) return start();
      if (waiting.length >= waitingMax) throw new Error(`${waitingMax} questions wait for a thread already.`);
      const turn = Promise.withResolvers<Worker>();
      waiting.push(turn);
      return await turn.promise;
    },
    giveBack(worker: Worker): void {
      if (!all.has(worker)) return;
      const next = waiting.shift();
      if (next !== undefined) {
        next.resolve(worker);
        return;
      }
      idle.set(worker, setTimeout(() => end(worker), idleTimeoutMs).unref());
    },
    hasRoomFor: (holder: number) => !dying.areTooMany() && !dying.isOf(holder),
    isAlive: (worker: Worker) => all.has(worker),
    end,
    async close(): Promise<void> {
      isClosed = true;
      for (const turn of waiting.splice(0)) turn.reject(closedError());
      for (const worker of all) end(worker);
      await isDoneWithin(dying.allGone(), closeTimeoutMs);
    },
  };
}

function startWorker(module: URL, workerData: unknown): Worker {
  const worker = new Worker(module, { ...workerOptions, workerData });
  worker.unref();
  // Without this listener the error of an idle thread would end the process.
  worker.on("error", () => {});
  return worker;
}

/** Threads that were ended and are not gone yet, and for whom each worked. */
function createDying(onGone: () => void) {
  const holders = new Map<Promise<unknown>, number | undefined>();
  return {
    add(worker: Worker, holder: number | undefined): void {
      const end = worker.terminate();
      holders.set(end, holder);
      void end.finally(() => {
        holders.delete(end);
        onGone();
      });
    },
    areTooMany: () => holders.size > dyingMax,
    isOf: (holder: number) => [...holders.values()].includes(holder),
    allGone: () => Promise.all(holders.keys()),
  };
}

function answerOf<Answer>(
  worker: Worker,
  question: unknown,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const succeed = (answer: Answer) => settle(() => resolve(answer));
    const fail = (error: unknown) => settle(() => reject(error));
    const exit = (code: number) => fail(new Error(`The thread ended with code ${code}.`));
    const abort = () => fail(signal?.reason);
    const timer = setTimeout(
      () => fail(new ThreadTimeoutError(`The thread gave no answer within ${timeoutMs} ms.`)),
      timeoutMs,
    );
    function settle(done: () => void): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      worker.off("message", succeed);
      worker.off("error", fail);
      worker.off("exit", exit);
      done();
    }
    if (signal?.aborted === true) return abort();
    signal?.addEventListener("abort", abort, { once: true });
    worker.once("message", succeed);
    worker.once("error", fail);
    worker.once("exit", exit);
    worker.postMessage(question);
  });
}

function closedError(): Error {
  return new Error("The threads are closed: the service stops.");
}
