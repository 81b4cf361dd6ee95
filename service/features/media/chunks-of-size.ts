/** Bytes that are there already, for what takes them as they come. */
export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The same bytes in pieces of exactly `bytesMax`, but for the last. At most one piece and one incoming chunk are held. */
export async function* chunksOfSize(
  chunks: AsyncIterable<Uint8Array>,
  bytesMax: number,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    while (heldBytes + rest.length >= bytesMax) {
      const taken = bytesMax - heldBytes;
      yield Buffer.concat([...held, rest.subarray(0, taken)]);
      rest = rest.subarray(taken);
      held = [];
      heldBytes = 0;
    }
    if (rest.length > 0) {
      held.push(rest);
      heldBytes += rest.length;
    }
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}
