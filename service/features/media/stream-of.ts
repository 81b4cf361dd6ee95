/**
 * Up to here a file is sent whole, every smaller copy of a picture and nearly every report among them: Bun sends a stream without
 * its length (github.com/oven-sh/bun/issues/10507), and readers like to know it.
 */
const wholeBytesMax = 1024 * 1024;

/** The body of an answer that is a file of so many bytes. Throws where a short one can't be read to its end. */
export async function fileBody(
  chunks: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
  return bytes <= wholeBytesMax ? Buffer.concat(await Array.fromAsync(chunks)) : streamOf(chunks);
}

/** A body that pulls a chunk only when its reader has taken the one before. */
export function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
