import { answerTasks } from "../../floor/concurrency/thread-tasks.ts";
import { type TextTasks, textTasks } from "../text-tasks.ts";

/** A thread that works on one text at a time, away from the one that answers HTTP. */
answerTasks<TextTasks>(textTasks);
