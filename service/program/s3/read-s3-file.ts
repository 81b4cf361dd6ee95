import { codeOf } from "../../errors.ts";
import { withinStep } from "./within-step.ts";

/** Reads a file, or a part of one, as it is asked for. Yields nothing where there is none; rejects when the store is silent for too long. */
export async function* readS3File(file: Bun.S3File, timeoutMs: number): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await withinStep(reader.read(), timeoutMs);
      if (done) return;
      yield value;
    }
  } catch (error) {
    if (codeOf(error) !== "NoSuchKey") throw error;
  } finally {
    // Whoever reads no further does not wait for a store that is silent.
    reader.cancel().catch(() => undefined);
  }
}
