import { ThreadTimeoutError } from "../../../floor/concurrency/thread-pool.ts";
import { createFairThreads } from "../../../floor/limits/fair-threads.ts";
import { FeedFault, type FeedFaultCode } from "./feed-fault.ts";
import type { FeedDocument } from "./parse-items.ts";

/**
 * The slowest megabyte that we could write takes 1 s. Eight such feeds in a row, with the 20 s of their requests, still end
 * within the lease of a reading.
 */
const parseTimeoutMs = 4_000;
/** Feeds that are due together share one thread. */
const idleTimeoutMs = 10_000;
/** Documents of one agency that wait for the thread: far above the feeds that are read at a time, with the parts of their indexes. */
const waitingPerAgencyMax = 100;
/** For eight feeds as slow as they may be. */
const waitMs = 8 * parseTimeoutMs;

export type FeedParser = {
  /**
   * What a feed of an agency holds, parsed in a thread, which agencies take turns with. Throws a FeedFault, `timeout` for one that takes
   * too long.
   */
  parse(agencyId: number, xml: string): Promise<FeedDocument>;
  close(): Promise<void>;
};

/** What the thread that parses feeds answers to the text of one. */
export type FeedAnswerMessage =
  | { answer: "document"; document: FeedDocument }
  | { answer: "fault"; code: FeedFaultCode; message: string };

/** Makes the parser; its thread, which runs `module`, starts with the first feed. */
export function createFeedParser(module: URL, timeoutMs: number = parseTimeoutMs): FeedParser {
  const threads = createFairThreads<string, FeedAnswerMessage>({
    ...{ what: "feeds", module, answerTimeoutMs: timeoutMs, idleTimeoutMs },
    ...{ waitingPerAgencyMax, waitMs, retryAfterSeconds: 10 },
  });
  return {
    async parse(agencyId, xml) {
      try {
        const answer = await threads.inTurn(agencyId, (thread) => thread.ask(xml));
        if (answer.answer === "fault") throw new FeedFault(answer.code, answer.message);
        return answer.document;
      } catch (error) {
        if (!(error instanceof ThreadTimeoutError)) throw error;
        throw new FeedFault("timeout", `The document took more than ${timeoutMs} ms to parse.`);
      }
    },
    close: threads.close,
  };
}
