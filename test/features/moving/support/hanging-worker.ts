import type { MoveTasks } from "../../../../service/features/moving/reading/move-worker.ts";
import { openFile, readTexts, unpackPicture } from "../../../../service/features/moving/reading/open-file.ts";
import { answerTasks } from "../../../../service/floor/concurrency/thread-tasks.ts";

const cell = new Int32Array(new SharedArrayBuffer(4));
const restMs = 50;

/** The thread of moves, but for texts that are called so: their reading never ends. It rests in between, for the tests beside it. */
answerTasks<MoveTasks>({
  open: openFile,
  async read(input) {
    const texts = await readTexts(input);
    while (texts.some(({ title }) => title === "Hängt")) Atomics.wait(cell, 0, 0, restMs);
    return texts;
  },
  async unpack(input) {
    return { reason: await unpackPicture(input) };
  },
});
