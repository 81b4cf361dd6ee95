/**
 * Runs the embedded database on a forgetful disk until its power is cut: `bun forgetful-database.ts RECORDING PATHS`, both as
 * JSON. Says on its output when the database serves, and why where it does not.
 */
import { Worker } from "node:worker_threads";
import type { ThreadMessage } from "../../../service/floor/db/embedded/database-thread.ts";

const [recording = "", paths = ""] = process.argv.slice(2);
const worker = new Worker(new URL("forgetful-worker.ts", import.meta.url), {
  workerData: JSON.parse(recording) as unknown,
});
worker.on("message", (message: ThreadMessage) => console.log(JSON.stringify(message)));
worker.on("error", (error: Error) => console.log(JSON.stringify({ failure: error.message })));
worker.postMessage(JSON.parse(paths));
