import { parentPort } from "node:worker_threads";
import type { ThreadPool } from "./thread-pool.ts";

/** What each task of a thread takes and gives: plain data, which can be sent. */
type TaskTypes = Record<string, { input: unknown; output: unknown }>;

/**
 * Asks a thread for one task; rejects as `ThreadPool.ask` does. Taken from a method, so that TypeScript lets whoever needs some of a
 * thread's tasks be given all of them.
 */
export type AskTask<Tasks extends TaskTypes> = {
  ask<Task extends keyof Tasks>(
    task: Task,
    input: Tasks[Task]["input"],
    signal?: AbortSignal,
  ): Promise<Tasks[Task]["output"]>;
}["ask"];

/** What runs in a thread: answers each question with what its task makes of the input. */
export function answerTasks<Tasks extends TaskTypes>(
  tasks: {
    [Task in keyof Tasks]: (
      input: Tasks[Task]["input"],
    ) => Tasks[Task]["output"] | Promise<Tasks[Task]["output"]>;
  },
): void {
  parentPort?.on(
    "message",
    async <Task extends keyof Tasks>(question: { task: Task; input: Tasks[Task]["input"] }) =>
      parentPort?.postMessage(await tasks[question.task](question.input)),
  );
}

/** How the tasks of a pool's threads are asked for. */
export function askTasks<Tasks extends TaskTypes>(
  threads: Pick<ThreadPool<unknown, unknown>, "ask">,
): AskTask<Tasks> {
  return (task, input, signal) => threads.ask({ task, input }, signal);
}
