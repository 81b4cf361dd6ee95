import type { ServiceError } from "../../errors.ts";
import { askTasks } from "../../floor/concurrency/thread-tasks.ts";
import { createFairThreads } from "../../floor/limits/fair-threads.ts";
import { refusal } from "../../floor/web/refuse-fields.ts";
import type { Log } from "../../log.ts";
import type { DocxTasks } from "./docx-worker.ts";
import type { DocxText } from "./read-docx.ts";

/** What Word makes of a release with its pictures is below this. */
export const docxBytesMax = 10_000_000;

/** A release takes 50 ms, a book of 300 pages some seconds. */
const readTimeoutMs = 12_000;
const idleTimeoutMs = 30_000;
/** Documents of one agency that wait for the thread: a team at its busiest. */
const waitingPerAgencyMax = 10;
/**
 * Beyond one whole reading, so that whoever stands behind one that takes all its time has a turn, and a thread the time to start. With the
 * reading itself below the 30 s that the server gives a request.
 */
const waitBeyondMs = 4_000;
const retryAfterSeconds = 10;

export type DocxReader = {
  /**
   * Reads a Word document of an agency, a file of at most `docxBytesMax`, in a thread that agencies take turns with.
   * Throws `file_type_refused`, `payload_too_large`, and `service_unavailable` where the line is full.
   */
  read(agencyId: number, path: string): Promise<DocxText>;
};

/** Makes the reader; its thread, which runs `module`, starts with the first document. */
export function createDocxReader(
  module: URL,
  { log, timeoutMs = readTimeoutMs }: { log: Log; timeoutMs?: number },
): DocxReader & { close(): Promise<void> } {
  const threads = createFairThreads<unknown, unknown>({
    ...{ what: "documents", module, answerTimeoutMs: timeoutMs, idleTimeoutMs },
    ...{ waitingPerAgencyMax, waitMs: timeoutMs + waitBeyondMs, retryAfterSeconds },
  });
  return {
    async read(agencyId, path) {
      const answer = await threads.inTurn(agencyId, async (thread) => {
        // One that takes too long, or more memory than there is, ends its thread and is a damaged one.
        return await askTasks<DocxTasks>(thread)("read", { path }).catch((error: unknown) => {
          log.warn("document_not_read", { error });
          return { problem: "damaged" as const };
        });
      });
      if ("text" in answer) return answer.text;
      throw answer.problem === "too_large" ? docxTooLarge() : notRead(answer.problem);
    },
    close: threads.close,
  };
}

/** Of a file, and of what is packed into it. */
export function docxTooLarge(): ServiceError {
  return refusal("payload_too_large", {
    german:
      "Das Dokument ist zu groß: höchstens 10 MB, ausgepackt höchstens 40 MB. Verkleinern Sie die Bilder darin, oder laden Sie sie in die Mediathek.",
    english: "The document is over 10 MB, or over 40 MB unpacked.",
  });
}

function notRead(problem: "not_docx" | "damaged") {
  return refusal(
    "file_type_refused",
    problem === "not_docx"
      ? {
          german:
            "Das ist kein Word-Dokument (.docx). Speichern Sie es in Word oder LibreOffice als „.docx“.",
          english: "The file is no docx.",
        }
      : {
          german:
            "Das Dokument lässt sich nicht lesen: Es ist beschädigt, mit einem Passwort geschützt oder ungewöhnlich aufgebaut. Öffnen Sie es in Word, und speichern Sie es neu als „.docx“.",
          english: "The document is damaged, encrypted, or built to be hard to read.",
        },
  );
}
