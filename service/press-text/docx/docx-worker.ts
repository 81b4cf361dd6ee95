import { readFile } from "node:fs/promises";
import { answerTasks } from "../../floor/concurrency/thread-tasks.ts";
import { type DocxAnswer, readDocx } from "./read-docx.ts";

export type DocxTasks = { read: { input: { path: string }; output: DocxAnswer } };

/** A thread that reads one document at a time, away from the one that answers HTTP. */
answerTasks<DocxTasks>({ read: async ({ path }) => await readDocx(await readFile(path)) });
