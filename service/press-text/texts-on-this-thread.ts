import type { TextReader } from "./markdown/text-reader.ts";
import { textTasks } from "./text-tasks.ts";

/** For a command, which nobody else waits for: the work of the thread, done here. */
export const textsOnThisThread: TextReader = {
  read: async (_agencyId, markdown) => textTasks.read(markdown),
  ask: async (_agencyId, task, input) => textTasks[task](input),
};
