import { removeS3File } from "./remove-s3-file.ts";
import { stepTimeoutMs, withinStep } from "./within-step.ts";

/** S3's smallest part; files below it, which is nearly all, go up in one request. One part is in memory, never the file. */
const partBytes = 5 * 1024 * 1024;
const retriesMax = 3;

/** Writes a file as it comes, and leaves nothing where that fails. */
export async function writeS3File(
  file: Bun.S3File,
  chunks: AsyncIterable<Uint8Array>,
  timeoutMs: number = stepTimeoutMs,
): Promise<void> {
  const writer = file.writer({ partSize: partBytes, queueSize: 1, retry: retriesMax });
  try {
    for await (const chunk of chunks) {
      await withinStep(writer.write(chunk), timeoutMs);
      await withinStep(writer.flush(), timeoutMs);
    }
  } catch (error) {
    // Bun 1.4.5 has no way to give an upload up, not even `end(error)`: it completes what has come so far.
    await withinStep(writer.end(), timeoutMs).catch(() => undefined);
    await removeS3File(file, timeoutMs);
    throw error;
  }
  await withinStep(writer.end(), timeoutMs);
}
