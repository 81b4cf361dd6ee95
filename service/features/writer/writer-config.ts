export type AiWriterConfig = {
  /** Root of an OpenAI-compatible API, mostly ending in `/v1`. */
  baseUrl: string;
  /** Empty for servers without keys. */
  apiKey: string;
  model: string;
  /** Time for one text in milliseconds, waiting and retry included. */
  timeoutMs: number;
  /** Most tokens that one answer may cost. */
  maxTokens: number;
  /** Requests to the server at once. */
  concurrency: number;
};

/** Defaults; 20 s is what people wait for a text, 1,500 tokens hold 250 German words twice. */
export const aiWriterDefaults = { timeoutMs: 20_000, maxTokens: 1500, concurrency: 4 } as const;

/** Who writes the texts of the tools: an AI server, the built-in rules, or nobody. */
export type WriterKind = "ai" | "rule-based" | "off";
export type WriterConfig = { kind: "rule-based" } | { kind: "off" } | ({ kind: "ai" } & AiWriterConfig);
