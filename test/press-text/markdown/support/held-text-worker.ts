import { parentPort } from "node:worker_threads";
import { readText } from "../../../../service/press-text/markdown/read-text.ts";

/** Texts that begin so are read at once, and so is one without a word. */
const quick = /^(?:kurz|$)/;
/** Texts that begin so are never read. */
const endless = /^nie/;

/** The test says by it that texts need not be held any longer; it learns what was read. */
const channel = new BroadcastChannel("held texts");
let isHolding = true;
let held: string | undefined;

function answer(markdown: string): void {
  held = undefined;
  channel.postMessage(markdown);
  parentPort?.postMessage(readText(markdown));
}

channel.onmessage = () => {
  isHolding = false;
  if (held !== undefined) answer(held);
};
parentPort?.on("message", ({ input: markdown }: { input: string }) => {
  if (endless.test(markdown)) return;
  if (isHolding && !quick.test(markdown)) held = markdown;
  else answer(markdown);
});
