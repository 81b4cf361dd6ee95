import { ServiceError } from "../../errors.ts";
import type { Sql } from "../../floor/db/open.ts";
import type { Log } from "../../log.ts";
import type { ByteRange, FileKey, FileStore } from "./file-store.ts";
import { type MediaType, mediaTypeOf } from "./media-types.ts";
import { type NamedFile, originalPath, shortHash } from "./paths.ts";
import { findServedFile, type ServedFile } from "./served-sql.ts";

export type FileToServe = {
  key: FileKey;
  fileName: string;
  contentType: string;
  bytes: number;
  /** Equal for equal bytes. */
  etag: string;
  shownAs: MediaType["shownAs"];
  /** False where only who has an access to it may read it. */
  isPublic: boolean;
};

/** The file behind an address, public or not; null where there is none. */
export async function findFile(sql: Sql, named: NamedFile): Promise<FileToServe | null> {
  const file = await findServedFile(sql, named);
  if (file === null || !isAddressed(file, named)) return null;
  const type = mediaTypeOf(file.mediaType);
  const { derivative } = named;
  return {
    key: { agencyId: file.agencyId, fileId: file.fileId },
    fileName: derivative === null ? file.fileName : derivativeName(file.fileName, named),
    contentType: derivative === null ? file.mediaType : `image/${derivative.format}`,
    bytes: file.bytes,
    etag:
      derivative === null ? `"${file.sha256}"` : `"${file.sha256}-${derivative.size}-${derivative.format}"`,
    shownAs: derivative === null ? (type?.shownAs ?? null) : "picture",
    isPublic: file.isPublic,
  };
}

/** Whether the address has the hash and the ending of this content: one of an earlier content names nothing. */
function isAddressed(file: ServedFile, named: NamedFile): boolean {
  if (shortHash(file.sha256) !== named.hash) return false;
  return (
    named.derivative !== null || originalPath({ id: named.assetId, ...file }).endsWith(`.${named.extension}`)
  );
}

function derivativeName(fileName: string, { derivative, extension }: NamedFile): string {
  return `${fileName.replace(/\.[^.]*$/, "")}-${derivative?.size}.${extension}`;
}

/** The store answers, and has no such file, or not all of it. */
export class FileGoneError extends Error {}

/**
 * The bytes of a file, of which the first have been read: a store that is away shows before the answer begins. The chunks throw
 * where bytes are missing, so that a short file never looks like a whole one.
 * Throws `service_unavailable`, caused by a `FileGoneError` where waiting does not help.
 */
export async function openFile(
  { fileStore, log }: { fileStore: FileStore; log: Log },
  key: FileKey,
  range: ByteRange,
): Promise<AsyncIterable<Uint8Array>> {
  const chunks = fileStore.read(key, range)[Symbol.asyncIterator]();
  try {
    const first = await chunks.next();
    if (first.done === true) throw new FileGoneError("The store has no bytes of it.");
    return wholeRange({ first: first.value, rest: chunks, wanted: range.last - range.first + 1, key });
  } catch (cause) {
    throw notRead(log, key, cause);
  }
}

/** All bytes of a small file; as `openFile`, also where it turns out too short. */
export async function readWhole(
  deps: { fileStore: FileStore; log: Log },
  agencyId: number,
  { fileId, bytes }: { fileId: string; bytes: number },
): Promise<Buffer> {
  const key = { agencyId, fileId };
  const chunks = await openFile(deps, key, { first: 0, last: bytes - 1 });
  try {
    return Buffer.concat(await Array.fromAsync(chunks));
  } catch (cause) {
    throw notRead(deps.log, key, cause);
  }
}

function notRead(log: Log, key: FileKey, cause: unknown): ServiceError {
  log.error("file_not_read", { ...key, error: cause });
  return new ServiceError("service_unavailable", "The file can't be read now. Try again in a few minutes.", {
    cause,
  });
}

async function* wholeRange(input: {
  first: Uint8Array;
  rest: AsyncIterator<Uint8Array>;
  wanted: number;
  key: FileKey;
}): AsyncGenerator<Uint8Array> {
  try {
    let sent = input.first.length;
    yield input.first;
    for (let next = await input.rest.next(); next.done !== true; next = await input.rest.next()) {
      sent += next.value.length;
      yield next.value;
    }
    if (sent !== input.wanted)
      throw new FileGoneError(`The file ${input.key.fileId} ended after ${sent} bytes.`);
  } finally {
    await input.rest.return?.();
  }
}
