import type { Config } from "../../service/program/config.ts";

/** A setting with the texts that it takes and refuses. */
export type Case = {
  name: string;
  /** What the setting needs beside it. */
  beside?: Record<string, string>;
  value: (config: Config) => unknown;
  /** Texts with what they mean; a bound with its edge. */
  taken: [text: string, value: unknown][];
  /** One past the edge, and other slips. */
  refused?: string[];
};

export const httpUrl: Pick<Case, "refused"> = {
  refused: ["ftp://a.example", "a.example", "a.example:443", "//a"],
};
