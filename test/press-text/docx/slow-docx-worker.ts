import { answerTasks } from "../../../service/floor/concurrency/thread-tasks.ts";
import type { DocxTasks } from "../../../service/press-text/docx/docx-worker.ts";

/** A thread that never answers for the document `slow`. */
answerTasks<DocxTasks>({
  read: async ({ path }) => {
    if (path === "slow") await new Promise(() => {});
    const leftOut = { notes: 0, comments: 0, pictures: 0, formulas: 0 };
    return { text: { title: null, subtitle: null, markdown: path, pictures: [], leftOut } };
  },
});
