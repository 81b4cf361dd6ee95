import type { MoveTasks } from "../../../../service/features/moving/reading/move-worker.ts";
import { openFile, readTexts, unpackPicture } from "../../../../service/features/moving/reading/open-file.ts";
import { answerTasks } from "../../../../service/floor/concurrency/thread-tasks.ts";

/** The thread of moves, but for texts that are called so: their reading never ends. */
answerTasks<MoveTasks>({
  open: openFile,
  async read(input) {
    const texts = await readTexts(input);
    while (texts.some(({ title }) => title === "Hängt"));
    return texts;
  },
  async unpack(input) {
    return { reason: await unpackPicture(input) };
  },
});
