import { createAiWriter } from "./ai-writer.ts";
import { createOffWriter } from "./off-writer.ts";
import { createRuleBasedWriter } from "./rule-based/rule-based-writer.ts";
import type { Writer } from "./writer.ts";
import type { WriterConfig, WriterKind } from "./writer-config.ts";

export type OpenedWriter = { kind: WriterKind; writer: Writer };

/** Opens the writer that the configuration names. Sends nothing: an AI server that is away shows at the first text. */
export function openWriter(config: WriterConfig): OpenedWriter {
  if (config.kind === "ai") return { kind: "ai", writer: createAiWriter(config) };
  if (config.kind === "off") return { kind: "off", writer: createOffWriter() };
  return { kind: "rule-based", writer: createRuleBasedWriter() };
}
