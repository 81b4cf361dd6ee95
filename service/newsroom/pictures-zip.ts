import { openFile } from "../media/open-file.ts";
import type { Original } from "../media/originals-sql.ts";
import type { MediaStore } from "../media/store-files.ts";
import type { ZipEntry } from "../media/stream-zip.ts";

export type NamedOriginal = Original & { name: string };

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

/** Each picture is opened when its turn comes. */
export async function* zipEntries(
  deps: Pick<MediaStore, "fileStore" | "log">,
  agencyId: number,
  originals: readonly NamedOriginal[],
): AsyncGenerator<ZipEntry> {
  for (const { name, fileId, bytes, createdAt } of originals) {
    const chunks = await openFile(deps, { agencyId, fileId }, { first: 0, last: bytes - 1 });
    yield { name, lastModified: createdAt, bytes, chunks };
  }
}
