import { answerTasks } from "../../../floor/concurrency/thread-tasks.ts";
import type { FoundText, MissingReason } from "../schema.ts";
import { type Opened, openFile, readTexts, unpackPicture } from "./open-file.ts";

export type MoveTasks = {
  open: { input: string; output: Opened };
  read: { input: Parameters<typeof readTexts>[0]; output: FoundText[] };
  unpack: { input: Parameters<typeof unpackPicture>[0]; output: { reason: MissingReason | null } };
};

/** A thread that reads files of old newsrooms, away from the one that answers HTTP. */
answerTasks<MoveTasks>({
  open: openFile,
  read: readTexts,
  async unpack(input) {
    return { reason: await unpackPicture(input) };
  },
});
