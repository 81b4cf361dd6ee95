import { createFairThreads } from "../../../floor/limits/fair-threads.ts";
import type { ReleaseRenderer } from "../../newsroom/release-pdfs.ts";
import type { PublicationReport } from "../reports/schema.ts";
import type { ReportFontFiles } from "./read-report-fonts.ts";
import type { RenderAnswer, RenderOrder, RenderQuestion } from "./render-messages.ts";
import { RenderingError } from "./rendering-error.ts";

/** Drawing takes milliseconds, each thread holds about 60 MB, and the cores are for HTTP. */
const threadsMax = 1;
/** Files of one agency that wait for the thread: far above the jobs that one process claims at a time. */
const waitingPerAgencyMax = 50;
/** Nobody waits for the files of jobs; readers have deadlines of their own. */
const waitMs = 120_000;
const retryAfterSeconds = 10;
/** Our largest report takes about 2 s. */
const answerTimeoutMs = 60_000;
const idleTimeoutMs = 60_000;

export type RenderPool = {
  /**
   * The file of a report, drawn in a thread. Throws RenderingError for a report that can't be drawn; anything else that it
   * throws may go well another time. Agencies take turns with the thread.
   */
  render(
    report: PublicationReport,
    order: RenderOrder & { agencyId: number },
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
};

/** Where the thread's module and its fonts lie; a compiled binary has them in other places than the sources. */
export type RenderFiles = { module: URL; fonts: ReportFontFiles };

const sourceFiles = { module: new URL("./render-worker.ts", import.meta.url), fonts: null };

/** Makes the pool; threads start with the first reports. */
export function createRenderPool({
  module,
  fonts,
}: RenderFiles | typeof sourceFiles = sourceFiles): RenderPool & ReleaseRenderer {
  const threads = createFairThreads<RenderQuestion, RenderAnswer>({
    ...{ what: "files", module, workerData: fonts, threadsMax, answerTimeoutMs, idleTimeoutMs },
    ...{ waitingPerAgencyMax, waitMs, retryAfterSeconds },
  });
  async function* draw(
    agencyId: number,
    question: RenderQuestion,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    const thread = await threads.borrow(agencyId, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
    try {
      let answer = await thread.ask(question, signal);
      while (answer.answer === "chunk") {
        yield answer.bytes;
        answer = await thread.ask({ ask: "next" }, signal);
      }
      if (answer.answer === "failed") throw new RenderingError(answer.message);
    } finally {
      thread.giveBack();
    }
  }

  return {
    render: (report, { agencyId, ...order }, signal) =>
      draw(agencyId, { ask: "start", report, order }, signal),
    async renderRelease(agencyId, release, signal) {
      const chunks = await Array.fromAsync(draw(agencyId, { ask: "release", release }, signal));
      return Buffer.concat(chunks);
    },
    close: threads.close,
  };
}
