import { type Static, Type } from "@sinclair/typebox";
import type { WriterErrorKind } from "../../../features/writer/writer.ts";
import { topicLength } from "../limits.ts";
import { toolMessages } from "../messages.ts";
import { type ReadInput, readInput } from "../read-input.ts";

export const HeadlinesRequest = Type.Object(
  {
    topic: Type.String({
      minLength: topicLength.min,
      description: `The topic in German. ${topicLength.min} to ${topicLength.max} characters (code points) after trimming.`,
    }),
  },
  { title: "HeadlinesRequest" },
);
export type HeadlinesRequest = Static<typeof HeadlinesRequest>;

export const HeadlinesResult = Type.Object(
  {
    headlines: Type.Array(Type.String(), {
      description: "Up to five different German headlines of fewer than 80 characters, the news first.",
    }),
  },
  { title: "Headlines" },
);
export type HeadlinesResult = Static<typeof HeadlinesResult>;

/** The answer of this route when the writer fails. */
export const headlinesFailures = {
  unusable: { status: 503, message: toolMessages.writerUnusable },
  unavailable: { status: 503, message: toolMessages.writerUnavailable },
  off: { status: 503, message: toolMessages.writerOff },
} as const satisfies Record<WriterErrorKind, { status: number; message: string }>;

/** Reads a request body: the cleaned topic, or a German sentence that says what is wrong. */
export function readHeadlinesRequest(body: unknown): ReadInput {
  const { topicMissing, topicTooLong } = toolMessages;
  return readInput(body, {
    field: "topic",
    ...topicLength,
    messages: { missing: topicMissing, tooShort: topicMissing, tooLong: topicTooLong },
  });
}
