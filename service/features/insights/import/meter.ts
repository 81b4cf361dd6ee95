import { setImmediate } from "node:timers/promises";

/** Read at once: what is made of it takes some milliseconds, then requests have their turn. */
const pieceBytes = 32 * 1024;

/** The file is read four times: to inspect it, for the releases that it names, to check every row, and to store them. */
const passes = 4;

/** Watches the passes over a file: tells progress, ends at the signal, and lets requests in between the pieces. */
export function createMeter(input: {
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}) {
  const { onProgress = () => {}, signal } = input;
  let bytes = 0;
  let size: number | null = null;
  return {
    setSize: (fileBytes: number) => {
      size = fileBytes;
    },
    async *watch(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        for (let at = 0; at < chunk.byteLength; at += pieceBytes) {
          await setImmediate();
          signal?.throwIfAborted();
          const piece = chunk.subarray(at, at + pieceBytes);
          bytes += piece.byteLength;
          // Until the size is known, the first pass is under way.
          if (size !== null) onProgress(Math.min(1, bytes / (size * passes)));
          yield piece;
        }
      }
    },
  };
}
