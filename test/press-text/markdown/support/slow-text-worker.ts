import { parentPort } from "node:worker_threads";
import { readText } from "../../../../service/press-text/markdown/read-text.ts";

/** More than half of what a reader waits, less than a thread is given. */
const delayMs = 1_300;
/** Texts that begin so are read at once, and so is one without a word. */
const quick = /^(?:kurz|$)/;

parentPort?.on("message", ({ input: markdown }: { input: string }) => {
  setTimeout(() => parentPort?.postMessage(readText(markdown)), quick.test(markdown) ? 0 : delayMs);
});
