import { type ZipEntry, zipStream } from "../../floor/archive-files/zip-stream.ts";
import { holdStream } from "../../floor/http/hold-stream.ts";
import { createFairSeats, type FairSeats } from "../../floor/limits/fair-seats.ts";
import { openFile } from "../media/open-file.ts";
import type { Original } from "../media/originals-sql.ts";
import type { MediaStore } from "../media/store-files.ts";

export type NamedOriginal = Original & { name: string };

/** Each keeps some chunks of a picture in memory, of 256 KB each: half a gigabyte at most. */
const archivesAtOnceMax = 500;
/** Editors who load the pictures of a release in the minutes after its mail; those of nine other agencies go on. */
export const archivesPerAgencyMax = 50;
/** Each takes a timer and no more. */
export const waitingPerAgencyMax = 100;
/** Well before the server closes a silent connection, which it does after 30 s. */
const waitMs = 5_000;
/** An archive of a few dozen megabytes is read by then. */
const retryAfterSeconds = 30;

/** Seats for archives: a flood of readers of one agency's pictures leaves those of others alone. */
export function createArchiveSeats(): FairSeats {
  return createFairSeats({
    what: "archives of pictures",
    seats: archivesAtOnceMax,
    seatsPerAgency: archivesPerAgencyMax,
    waitingPerAgencyMax,
    waitMs,
    retryAfterSeconds,
  });
}

/** Names of an archive: those of the files, the second of a name with a number. */
export function uniqueNames(originals: readonly Original[]): NamedOriginal[] {
  const taken = new Set<string>();
  return originals.map((original) => {
    const [, stem = original.fileName, ending = ""] = /^(.*)(\.[^.]+)$/.exec(original.fileName) ?? [];
    let name = original.fileName;
    // As many tries as there are files, of which a release has fifty.
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${stem}-${number}${ending}`;
    taken.add(name.toLowerCase());
    return { ...original, name };
  });
}

/**
 * The archive of pictures, in a seat of its agency until its reader has it or has gone. Throws `service_unavailable` where no
 * seat gets free in time.
 */
export async function picturesZip(
  deps: Pick<MediaStore, "fileStore" | "log"> & { archiveSeats: FairSeats },
  agencyId: number,
  { originals, signal }: { originals: readonly NamedOriginal[]; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const leave = await deps.archiveSeats.enter(agencyId, { signal });
  return holdStream(zipStream(zipEntries(deps, agencyId, originals)), { signal, onEnd: leave });
}

/** Each picture is opened when its turn comes. */
async function* zipEntries(
  deps: Pick<MediaStore, "fileStore" | "log">,
  agencyId: number,
  originals: readonly NamedOriginal[],
): AsyncGenerator<ZipEntry> {
  for (const { name, fileId, bytes, createdAt } of originals) {
    const chunks = await openFile(deps, { agencyId, fileId }, { first: 0, last: bytes - 1 });
    yield { name, lastModified: createdAt, chunks };
  }
}
