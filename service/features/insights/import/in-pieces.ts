import { setImmediate } from "node:timers/promises";

/** Read at once: what is made of it takes some milliseconds, then requests have their turn. */
const pieceBytes = 32 * 1024;

/** Bytes in small pieces, between which others have their turn: a file that is in memory, or one of 8 MB parts, waits for nothing else. */
export async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength; at += pieceBytes) {
      await setImmediate();
      yield chunk.subarray(at, at + pieceBytes);
    }
  }
}
