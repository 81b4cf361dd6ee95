import { existsSync, writeFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { readText } from "../../../../service/press-text/markdown/read-text.ts";

/** Silent at the first text, as a thread is that a busy machine has not started yet; the text names the file that says it was. */
parentPort?.on("message", ({ input: markdown }: { input: string }) => {
  if (markdown === "" || existsSync(markdown)) return parentPort?.postMessage(readText(markdown));
  writeFileSync(markdown, "");
});
