import type { FeedFaultCode } from "./feed-fault.ts";
import type { FeedItem } from "./parse-items.ts";

/** What the thread that parses feeds answers to the text of one. */
export type FeedAnswerMessage =
  | { answer: "items"; items: FeedItem[] }
  | { answer: "fault"; code: FeedFaultCode; message: string };
