import { parentPort } from "node:worker_threads";
import { readText } from "./read-text.ts";

/** A thread that reads one Markdown text at a time, away from the one that answers HTTP. */
parentPort?.on("message", (markdown: string) => parentPort?.postMessage(readText(markdown)));
