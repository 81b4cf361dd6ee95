/** The thread of the embedded database, as the service has it, on a forgetful disk. */
import { workerData } from "node:worker_threads";
import { type Recording, recordFiles } from "./record-files.ts";

recordFiles(workerData as Recording);
await import("../../../service/floor/db/embedded/worker.ts");
