import { answerTasks } from "../../floor/concurrency/thread-tasks.ts";
import { type DocxAnswer, readDocx } from "./read-docx.ts";

export type DocxTasks = { read: { input: Uint8Array; output: DocxAnswer } };

/** A thread that reads one document at a time, away from the one that answers HTTP. */
answerTasks<DocxTasks>({ read: readDocx });
