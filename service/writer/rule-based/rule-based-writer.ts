import type { AskTask } from "../../concurrency/thread-tasks.ts";
import type { Writer } from "../writer.ts";

/** How the thread that writes by rules is asked. */
export type WriterTasks = {
  crisisStatement: { input: string; output: string };
  headlines: { input: string; output: string[] };
};

/** Returns the writer that needs no server: German texts by rules, deterministic, within milliseconds, in a thread. */
export function createRuleBasedWriter(ask: AskTask<WriterTasks>): Writer {
  return {
    crisisStatement: (problem, signal) => ask("crisisStatement", problem, signal),
    headlines: (topic, signal) => ask("headlines", topic, signal),
  };
}
