import { type Writer, WriterError } from "./writer.ts";

/** Returns the writer of a service whose operator wants no texts written: it always throws `WriterError("off")`. */
export function createOffWriter(): Writer {
  const refuse = async () => {
    throw new WriterError("off", "AI_MODE is off");
  };
  return { crisisStatement: refuse, headlines: refuse };
}
