import { type Static, Type } from "@sinclair/typebox";
import type { WriterErrorKind } from "../../../features/writer/writer.ts";
import { problemLength } from "../limits.ts";
import { toolMessages } from "../messages.ts";
import { type ReadInput, readInput } from "../read-input.ts";

export const CrisisStatementRequest = Type.Object(
  {
    problem: Type.String({
      minLength: problemLength.min,
      description: `What happened, in German. ${problemLength.min} to ${problemLength.max} characters (code points) after trimming.`,
    }),
  },
  { title: "CrisisStatementRequest" },
);
export type CrisisStatementRequest = Static<typeof CrisisStatementRequest>;

export const CrisisStatementResult = Type.Object(
  {
    statement: Type.String({
      description: "German draft with line ends. What only the sender can know is marked `[…]`.",
    }),
  },
  { title: "CrisisStatement" },
);
export type CrisisStatementResult = Static<typeof CrisisStatementResult>;

/** The answer of this route when the writer fails. */
export const crisisStatementFailures = {
  unusable: { status: 502, message: toolMessages.writerUnusable },
  unavailable: { status: 503, message: toolMessages.writerUnavailable },
  off: { status: 503, message: toolMessages.writerOff },
} as const satisfies Record<WriterErrorKind, { status: number; message: string }>;

/** Reads a request body: the cleaned problem, or a German sentence that says what is wrong. */
export function readCrisisStatementRequest(body: unknown): ReadInput {
  const { problemMissing, problemTooShort, problemTooLong } = toolMessages;
  return readInput(body, {
    field: "problem",
    ...problemLength,
    messages: { missing: problemMissing, tooShort: problemTooShort, tooLong: problemTooLong },
  });
}
