import { parentPort } from "node:worker_threads";
import { readText } from "../../../../service/press-text/markdown/read-text.ts";

/** More than half of what a reader waits, less than a thread is given. */
const delayMs = 1_300;

parentPort?.on("message", (markdown: string) => {
  setTimeout(() => parentPort?.postMessage(readText(markdown)), delayMs);
});
