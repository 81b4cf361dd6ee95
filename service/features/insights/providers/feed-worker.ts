import { parentPort } from "node:worker_threads";
import { FeedFault } from "./feed-fault.ts";
import type { FeedAnswerMessage } from "./feed-parser.ts";
import { parseDocument } from "./parse-items.ts";

/** A thread that parses one feed at a time, away from the one that answers HTTP. */
parentPort?.on("message", (xml: string) => parentPort?.postMessage(answerTo(xml)));

function answerTo(xml: string): FeedAnswerMessage {
  try {
    return { answer: "document", document: parseDocument(xml) };
  } catch (error) {
    if (!(error instanceof FeedFault)) throw error;
    return { answer: "fault", code: error.code, message: error.message };
  }
}
