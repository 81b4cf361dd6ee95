import { Worker, type WorkerOptions } from "node:worker_threads";
import type { PublicationReport } from "../reports/schema.ts";
import type { ExportFormat } from "./file-name.ts";
import type { ReportFontFiles } from "./read-report-fonts.ts";
import type { RenderAnswer, RenderQuestion } from "./render-messages.ts";
import { RenderingError } from "./rendering-error.ts";

/** Threads that draw at the same time: drawing takes milliseconds, each thread holds about 60 MB, and the cores are for HTTP. */
const renderWorkersMax = 1;
/** Our largest report takes about 2 s; a thread that is silent for this long hangs. */
const answerTimeoutMs = 60_000;
/** An idle thread gives its memory back after this. */
const idleTimeoutMs = 60_000;

/** Bun: a thread that gives memory back sooner, for a little pace. Other runtimes ignore it. */
const workerOptions: WorkerOptions & { smol: boolean } = { smol: true };

export type RenderPool = {
  /**
   * The file of a report, drawn in a thread. Throws RenderingError for a report that can't be drawn; anything else that it
   * throws may go well another time. Waits for a thread while all of them draw.
   */
  render(report: PublicationReport, format: ExportFormat, signal: AbortSignal): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
};

type IdleWorker = { worker: Worker; timer: ReturnType<typeof setTimeout> };

/** Where the thread's module and its fonts lie; a compiled binary has them in other places than the sources. */
export type RenderFiles = { module: URL; fonts: ReportFontFiles };

const sourceFiles = { module: new URL("./render-worker.ts", import.meta.url), fonts: null };

/** Makes the pool; threads start with the first reports. */
export function createRenderPool(files: RenderFiles | typeof sourceFiles = sourceFiles): RenderPool {
  const idle: IdleWorker[] = [];
  const all = new Set<Worker>();
  const waiting: (() => void)[] = [];

  async function takeWorker(): Promise<Worker> {
    while (idle.length === 0 && all.size >= renderWorkersMax) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    const free = idle.pop();
    if (free !== undefined) {
      clearTimeout(free.timer);
      return free.worker;
    }
    if (all.size >= renderWorkersMax)
      throw new Error(`More than ${renderWorkersMax} reports are drawn at once.`);
    const worker = new Worker(files.module, { ...workerOptions, workerData: files.fonts });
    worker.unref();
    // One that dies with nothing to do has nobody who listens: its error would end the process, and the next report would wait for it.
    worker.on("error", () => {});
    worker.once("exit", () => forgetWorker(worker));
    all.add(worker);
    return worker;
  }

  function forgetWorker(worker: Worker): void {
    takeFromIdle(worker);
    if (all.delete(worker)) waiting.shift()?.();
  }

  function takeFromIdle(worker: Worker): void {
    const place = idle.findIndex((each) => each.worker === worker);
    if (place < 0) return;
    const [found] = idle.splice(place, 1);
    clearTimeout(found?.timer);
  }

  function returnWorker(worker: Worker): void {
    const timer = setTimeout(() => {
      takeFromIdle(worker);
      void endWorker(worker);
    }, idleTimeoutMs);
    timer.unref();
    idle.push({ worker, timer });
    waiting.shift()?.();
  }

  async function endWorker(worker: Worker): Promise<void> {
    await worker.terminate();
    forgetWorker(worker);
  }

  return {
    async *render(report, format, signal) {
      const worker = await takeWorker();
      let isUsable = false;
      try {
        let question: RenderQuestion = { ask: "start", report, format };
        for (;;) {
          const answer = await askWorker(worker, question, signal);
          isUsable = answer.answer !== "chunk";
          if (answer.answer === "end") return;
          if (answer.answer === "failed") throw new RenderingError(answer.message);
          yield answer.bytes;
          question = { ask: "next" };
        }
      } finally {
        if (isUsable) returnWorker(worker);
        else await endWorker(worker);
      }
    },
    async close() {
      for (const { timer } of idle.splice(0)) clearTimeout(timer);
      await Promise.all([...all].map(endWorker));
    },
  };
}

/** Rejects when the thread dies, is silent for too long, or when the signal says so. */
function askWorker(worker: Worker, question: RenderQuestion, signal: AbortSignal): Promise<RenderAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => fail(new Error(`The render thread gave no answer within ${answerTimeoutMs} ms.`)),
      answerTimeoutMs,
    );
    const succeed = (answer: RenderAnswer) => {
      release();
      resolve(answer);
    };
    const fail = (error: unknown) => {
      release();
      reject(error);
    };
    const abort = () => fail(signal.reason);
    const exit = (code: number) => fail(new Error(`The render thread ended with code ${code}.`));
    function release(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      worker.off("message", succeed);
      worker.off("error", fail);
      worker.off("exit", exit);
    }
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    worker.once("message", succeed);
    worker.once("error", fail);
    worker.once("exit", exit);
    worker.postMessage(question);
  });
}
