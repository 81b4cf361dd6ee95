import { parentPort } from "node:worker_threads";
import { ServiceError } from "../../errors.ts";
import type { PictureAnswer, PictureQuestion } from "../../media/picture/picture-pool.ts";
import { prepareFile } from "../../media/picture/prepare-file.ts";
import type { Derive } from "../../media/picture/prepared-file.ts";
import { deriveByBun } from "./derive-by-bun.ts";

/** A thread that looks at one file at a time, away from the one that answers HTTP. */
parentPort?.on("message", async (question: PictureQuestion) => {
  parentPort?.postMessage(await answerTo(question));
});

/** Other runtimes have no codecs of their own: pages show originals there. */
const deriveNothing: Derive = async () => "unsupported";
const derive = typeof Bun === "undefined" ? deriveNothing : deriveByBun;

async function answerTo(question: PictureQuestion): Promise<PictureAnswer> {
  try {
    return { answer: "prepared", file: await prepareFile(question, derive) };
  } catch (error) {
    if (error instanceof ServiceError) {
      const { code, message, facts = {} } = error;
      return { answer: "refused", code, message, facts };
    }
    return {
      answer: "failed",
      message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    };
  }
}
