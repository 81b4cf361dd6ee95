import { makeZip, predictLength } from "client-zip";

/** A file of an archive. `bytes` is its length, where it is known before. */
export type ZipEntry = {
  name: string;
  lastModified: Date;
  bytes?: number;
  chunks: AsyncIterable<Uint8Array>;
};

/**
 * An archive as a stream, each file read when its turn comes: memory holds a chunk and never a file. What is in it is packed
 * already, so nothing is compressed. Past 4 GB it is a ZIP64, which every system of today opens.
 */
export function streamZip(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): ReadableStream<Uint8Array> {
  return makeZip(inputsOf(entries));
}

/** How long the archive of such files will be. */
export function zipBytes(files: readonly { name: string; bytes: number }[]): number {
  return Number(predictLength(files.map(({ name, bytes }) => ({ name, size: bytes }))));
}

async function* inputsOf(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>) {
  for await (const { name, lastModified, bytes, chunks } of entries) {
    yield { name, lastModified, input: chunks, ...(bytes === undefined ? {} : { size: bytes }) };
  }
}
