import { createThreadPool, ThreadTimeoutError } from "../../concurrency/thread-pool.ts";
import { type ErrorCode, type ErrorFacts, ServiceError } from "../../errors.ts";
import { createFairPlaces } from "../../limits/fair-places.ts";
import type { PreparedFile } from "./prepared-file.ts";

/** A picture of 60 megapixels takes 2 s; a busy machine takes a few times as long. */
const answerTimeoutMs = 30_000;
/** An idle thread gives its memory back after this. */
const idleTimeoutMs = 30_000;
/** Decoding takes up to 400 MB and a core, and the other cores are for HTTP. */
const threadsMax = 1;
/** Files of one agency that wait for the thread: more than a person drops onto a page at once. */
const waitingPerAgencyMax = 50;
const waitMs = 120_000;
const retryAfterSeconds = 30;

export type PictureQuestion = { path: string; folder: string };

/** One answer to each question. */
export type PictureAnswer =
  | { answer: "prepared"; file: PreparedFile }
  | { answer: "refused"; code: ErrorCode; message: string; facts: ErrorFacts }
  | { answer: "failed"; message: string };

export type PicturePool = {
  /**
   * Looks at a file in a thread, which agencies take turns with. Throws `file_type_refused` and `picture_refused` with what to do,
   * `service_unavailable` where the line is full.
   */
  prepare(agencyId: number, question: PictureQuestion): Promise<PreparedFile>;
  close(): Promise<void>;
};

/** Makes the pool; its thread, which runs `module`, starts with the first file. */
export function createPicturePool(module: URL): PicturePool {
  const threads = createThreadPool<PictureQuestion, PictureAnswer>({
    module,
    threadsMax,
    // Only the file whose turn it is asks, and waits where an idle thread is just ending.
    waitingMax: threadsMax,
    answerTimeoutMs,
    idleTimeoutMs,
  });
  const turns = createFairPlaces({
    what: "uploads",
    places: threadsMax,
    placesPerAgency: threadsMax,
    waitingPerAgencyMax,
    waitMs,
    retryAfterSeconds,
  });
  return {
    async prepare(agencyId, question) {
      const answer = await turns.run(agencyId, () => threads.ask(question)).catch(refuseSlow);
      if (answer.answer === "prepared") return answer.file;
      if (answer.answer === "refused")
        throw new ServiceError(answer.code, answer.message, { facts: answer.facts });
      throw new Error(`The thread of pictures failed: ${answer.message}`);
    },
    close: threads.close,
  };
}

function refuseSlow(error: unknown): never {
  if (!(error instanceof ThreadTimeoutError)) throw error;
  throw new ServiceError(
    "picture_refused",
    "The file takes too long to read. Export it anew and upload that.",
    {
      cause: error,
    },
  );
}
