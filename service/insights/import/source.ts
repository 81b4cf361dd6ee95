import { createReadStream } from "node:fs";
import { basename } from "node:path";
import type { Queryable } from "../../db/open.ts";

/** A file to import: read several times, always the same bytes, in pieces. */
export type ImportSource = {
  name: string;
  /** `sql` is where the import reads and writes at that moment: a source in the database has to be read within its transaction. */
  read: (sql: Queryable) => AsyncIterable<Uint8Array>;
};

const readBytes = 64 * 1024;

export function fileSource(path: string): ImportSource {
  return {
    name: basename(path),
    read: () => createReadStream(path, { highWaterMark: readBytes }) as AsyncIterable<Uint8Array>,
  };
}
