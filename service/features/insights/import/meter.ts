import { inPieces } from "./in-pieces.ts";

/** The file is read four times: to inspect it, for the releases that it names, to check every row, and to store them. */
const passes = 4;

/** Watches the passes over a file: tells progress, and ends at the signal. */
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
      for await (const piece of inPieces(chunks)) {
        signal?.throwIfAborted();
        bytes += piece.byteLength;
        // Until the size is known, the first pass is under way.
        if (size !== null) onProgress(Math.min(1, bytes / (size * passes)));
        yield piece;
      }
    },
  };
}
