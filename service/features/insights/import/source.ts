import { createReadStream } from "node:fs";
import { basename } from "node:path";

/** A file to import: read several times, always the same bytes, in pieces. */
export type ImportSource = {
  name: string;
  read: () => AsyncIterable<Uint8Array>;
};

const readBytes = 64 * 1024;

export function fileSource(path: string): ImportSource {
  return {
    name: basename(path),
    read: () => createReadStream(path, { highWaterMark: readBytes }) as AsyncIterable<Uint8Array>,
  };
}
