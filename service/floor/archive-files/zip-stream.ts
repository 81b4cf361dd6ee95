import { makeZip, predictLength } from "client-zip";

/** A file of an archive; without a date it is of now. */
export type ZipEntry = { name: string; lastModified?: Date; chunks: AsyncIterable<Uint8Array> };

/**
 * A ZIP archive of files that come one after the other, made while it is read: nothing is held but what is under way. Files stand
 * in it as they are; over 4 GB, or over 65,535 files, it is ZIP64.
 */
export function zipStream(entries: AsyncIterable<ZipEntry>): ReadableStream<Uint8Array> {
  const inputs = inputsOf(entries);
  const iterator = {
    next: () => inputs.next(),
    // The library calls this where nobody reads on. Thrown into a list that is at its end, it would fail whoever cancels.
    throw: () => inputs.return(undefined),
  };
  return makeZip({ [Symbol.asyncIterator]: () => iterator });
}

/** How long the archive of such files will be. */
export function zipBytes(files: readonly { name: string; bytes: number }[]): number {
  return Number(predictLength(files.map(({ name, bytes }) => ({ name, size: bytes }))));
}

async function* inputsOf(entries: AsyncIterable<ZipEntry>) {
  for await (const { name, lastModified, chunks } of entries) {
    const iterator = chunks[Symbol.asyncIterator]();
    try {
      yield { name, lastModified, input: { [Symbol.asyncIterator]: () => iterator } };
    } finally {
      // The library leaves the file that is under way open.
      await iterator.return?.();
    }
  }
}
