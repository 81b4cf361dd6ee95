import { parentPort } from "node:worker_threads";
import { readText } from "../../../../service/press-text/markdown/read-text.ts";

/** More than half of what a reader waits, less than a thread is given. */
const delayMs = 1_300;
/** Texts that begin so are read at once. */
const quickStart = "kurz";

parentPort?.on("message", ({ input: markdown }: { input: string }) => {
  setTimeout(
    () => parentPort?.postMessage(readText(markdown)),
    markdown.startsWith(quickStart) ? 0 : delayMs,
  );
});
