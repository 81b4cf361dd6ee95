import type { Writer } from "../writer.ts";
import { writeCrisisStatement } from "./crisis-statement.ts";
import { writeHeadlines } from "./headlines.ts";

/** Returns the writer that needs no server: German texts by rules, deterministic, within milliseconds. */
export function createRuleBasedWriter(): Writer {
  return {
    crisisStatement: async (problem, signal) => {
      signal?.throwIfAborted();
      return writeCrisisStatement(problem);
    },
    headlines: async (topic, signal) => {
      signal?.throwIfAborted();
      return writeHeadlines(topic);
    },
  };
}
