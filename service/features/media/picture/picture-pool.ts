import { type ErrorCode, type ErrorFacts, type FieldErrors, ServiceError } from "../../../errors.ts";
import { ThreadTimeoutError } from "../../../floor/concurrency/thread-pool.ts";
import { createFairThreads } from "../../../floor/limits/fair-threads.ts";
import { refusal } from "../../../floor/web/refuse-fields.ts";
import type { Card } from "../card/draw-card.ts";
import type { Focus } from "../schema.ts";
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

/** A card to draw, with the file of a logo; null to write the name alone. With `crop` a part of that picture, and nothing drawn. */
export type CardQuestion = Card & {
  picture: Uint8Array | null;
  crop: { focus: Focus; format: "jpeg" | "png" } | null;
};

export type PictureQuestion =
  | { ask: "prepare"; path: string; folder: string }
  | { ask: "draw"; card: CardQuestion }
  | { ask: "convert"; file: Uint8Array };

/** Paths of the fonts of cards. */
export type CardFontFiles = { regular: string; semibold: string };

/** One answer to each question. */
export type PictureAnswer =
  | { answer: "prepared"; file: PreparedFile }
  | { answer: "drawn"; bytes: Uint8Array }
  | { answer: "refused"; code: ErrorCode; message: string; facts: ErrorFacts; details?: FieldErrors }
  | { answer: "failed"; message: string };

export type PicturePool = {
  /**
   * Looks at a file in a thread, which agencies take turns with. Throws `file_type_refused` and `picture_refused` with what to do,
   * `service_unavailable` where the line is full.
   */
  prepare(agencyId: number, file: { path: string; folder: string }): Promise<PreparedFile>;
  /** Draws a card as a PNG, or crops a picture, in the same turns. Throws `service_unavailable` where the line is full. */
  draw(agencyId: number, card: CardQuestion): Promise<Uint8Array>;
  /** A small JPEG or WebP as a PNG, in the same turns. Throws `picture_refused` for one that can't be read here. */
  convertToPng(agencyId: number, file: Uint8Array): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** Makes the pool; its thread, which runs `module`, starts with the first file. */
export function createPicturePool(module: URL, fonts: CardFontFiles): PicturePool {
  const threads = createFairThreads<PictureQuestion, PictureAnswer>({
    ...{ what: "uploads", module, workerData: fonts, threadsMax, answerTimeoutMs, idleTimeoutMs },
    ...{ waitingPerAgencyMax, waitMs, retryAfterSeconds },
  });
  async function ask(agencyId: number, question: PictureQuestion): Promise<PictureAnswer> {
    const answer = await threads.inTurn(agencyId, (thread) => thread.ask(question)).catch(refuseSlow);
    if (answer.answer === "refused") throw new ServiceError(answer.code, answer.message, answer);
    return answer;
  }

  async function drawn(agencyId: number, question: PictureQuestion): Promise<Uint8Array> {
    const answer = await ask(agencyId, question);
    if (answer.answer !== "drawn") throw failed(answer);
    return answer.bytes;
  }

  return {
    async prepare(agencyId, file) {
      const answer = await ask(agencyId, { ask: "prepare", ...file });
      if (answer.answer !== "prepared") throw failed(answer);
      return answer.file;
    },
    draw: (agencyId, card) => drawn(agencyId, { ask: "draw", card }),
    convertToPng: (agencyId, file) => drawn(agencyId, { ask: "convert", file }),
    close: threads.close,
  };
}

function failed(answer: PictureAnswer): Error {
  return new Error(
    `The thread of pictures failed: ${answer.answer === "failed" ? answer.message : answer.answer}`,
  );
}

function refuseSlow(error: unknown): never {
  if (!(error instanceof ThreadTimeoutError)) throw error;
  throw refusal("picture_refused", {
    german: "Diese Datei braucht zu lange zum Lesen. Bitte exportieren Sie sie neu.",
    english: "The file takes too long to read. Export it anew and upload that.",
  });
}
