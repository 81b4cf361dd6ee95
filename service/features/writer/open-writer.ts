import type { AskTask } from "../../floor/concurrency/thread-tasks.ts";
import { type SeoWriter, type Writer, WriterError } from "./writer.ts";
import type { WriterConfig, WriterKind } from "./writer-config.ts";

/** `seoWriter` only where an AI server is configured: the rules for search texts live with the drafts. */
export type OpenedWriter = { kind: WriterKind; writer: Writer; seoWriter?: SeoWriter };

/** How the thread that writes by rules is asked. */
export type WriterTasks = {
  crisisStatement: { input: string; output: string };
  headlines: { input: string; output: string[] };
};

/**
 * Opens the writer that the configuration names. Sends nothing: an AI server that is away shows at the first text. The client
 * of AI servers is loaded only where one is configured, to save memory.
 */
export async function openWriter(config: WriterConfig, byRules: AskTask<WriterTasks>): Promise<OpenedWriter> {
  if (config.kind === "ai") {
    const { createAiWriter } = await import("./ai-writer.ts");
    const writer = createAiWriter(config);
    return { kind: "ai", writer, seoWriter: writer };
  }
  if (config.kind === "off") return { kind: "off", writer: createOffWriter() };
  return { kind: "rule-based", writer: createRuleBasedWriter(byRules) };
}

/** Returns the writer of a service whose operator wants no texts written: it always throws `WriterError("off")`. */
function createOffWriter(): Writer {
  const refuse = async () => {
    throw new WriterError("off", "AI_MODE is off");
  };
  return { crisisStatement: refuse, headlines: refuse };
}

/** Returns the writer that needs no server: German texts by rules, deterministic, within milliseconds, in a thread. */
function createRuleBasedWriter(ask: AskTask<WriterTasks>): Writer {
  return {
    crisisStatement: (problem, signal) => ask("crisisStatement", problem, signal),
    headlines: (topic, signal) => ask("headlines", topic, signal),
  };
}
