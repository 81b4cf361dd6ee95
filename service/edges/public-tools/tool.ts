import type { TObject } from "@sinclair/typebox";
import type { WriterErrorKind } from "../../features/writer/writer.ts";
import type { ReadInput } from "./read-input.ts";

/** One public tool: what it takes, what it answers, and what makes the answer. */
export type Tool = {
  operationId: string;
  /** Last part of the path, and the name of the tool's own counter. */
  name: string;
  summary: string;
  description: string;
  request: { schema: TObject; example: Record<string, string> };
  result: { schema: TObject; description: string; example: Record<string, unknown> };
  /** The cleaned input, or the German sentence of a 400. */
  read: (body: unknown) => ReadInput;
  /** What is answered when the writer fails; null for a tool that asks no writer. */
  failures: Record<WriterErrorKind, { status: number; message: string }> | null;
  /** Whether its work is done here, in one of the few seats for strangers; an AI server has seats of its own. */
  takesSeat: boolean;
  /** Throws `WriterError`; ends when `signal` is aborted, because nobody waits for the answer any more. */
  run: (input: string, signal: AbortSignal) => Promise<Record<string, unknown>>;
};
