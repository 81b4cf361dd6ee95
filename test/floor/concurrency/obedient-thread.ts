import { parentPort, threadId, workerData } from "node:worker_threads";

/** A thread that does what a test asks: answers, hangs, dies at once or a moment after its answer, throws, or is busy and can't be ended. */
parentPort?.on("message", (question: string) => {
  if (question === "hang") for (;;);
  // As a running regular expression, which nothing interrupts, but without its costs.
  if (question.startsWith("burn ")) Bun.sleepSync(Number(question.slice(5)));
  if (question === "die") process.exit(3);
  if (question === "throw") throw new Error("thrown in the thread");
  parentPort?.postMessage({ question, workerData, threadId });
  if (question === "die afterwards") setTimeout(() => process.exit(3), 10);
});
