import { makeZip } from "client-zip";

export type ZipEntry = { name: string; bytes: AsyncIterable<Uint8Array> };

/**
 * A ZIP archive of files that come one after the other, made while it is read: nothing is held but what is under way. Files stand
 * in it as they are; over 4 GB, or over 65,535 files, it is ZIP64.
 */
export function zipStream(entries: AsyncIterable<ZipEntry>): ReadableStream<Uint8Array> {
  return makeZip(inputsOf(entries));
}

async function* inputsOf(entries: AsyncIterable<ZipEntry>) {
  for await (const { name, bytes } of entries) yield { name, input: bytes };
}
