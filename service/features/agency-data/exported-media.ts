import { ServiceError } from "../../errors.ts";
import type { ZipEntry } from "../../floor/archive-files/zip-stream.ts";
import { beforeEveryUuid } from "../../floor/db/keyset-list.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { FileGoneError, openFile } from "../media/open-file.ts";
import { listOriginals } from "../media/originals-sql.ts";
import { listAssetRows } from "../media/sql.ts";
import type { MediaStore } from "../media/store-files.ts";
import { listApprovalFiles } from "../workflow/approvals/record-sql.ts";

/** Rows of files read at once: a kilobyte each. */
const assetsAtOnce = 50;

type Media = Pick<MediaStore, "fileStore" | "log">;

/** The originals of an agency's pictures and files, and what proves its recorded approvals, for its archive. */
export function exportedMedia(media: Media) {
  return async function* (sql: Queryable, agencyId: number): AsyncGenerator<ZipEntry> {
    yield* originals(sql, agencyId, media);
    yield* proofs(sql, agencyId, media);
  };
}

/** Newest first; each is opened when its turn comes. */
async function* originals(sql: Queryable, agencyId: number, media: Media): AsyncGenerator<ZipEntry> {
  let before: string | null = null;
  for (;;) {
    const assets = await listAssetRows(sql, agencyId, { clientId: null, before, limit: assetsAtOnce });
    const ids: string[] = assets.map(({ id }) => id);
    for (const { id, fileId, fileName, bytes } of await listOriginals(sql, agencyId, ids)) {
      yield await entryOf(media, { agencyId, fileId, bytes, name: `files/${id}/${fileName}` });
    }
    before = ids.at(-1) ?? null;
    if (ids.length < assetsAtOnce) return;
  }
}

async function* proofs(sql: Queryable, agencyId: number, media: Media): AsyncGenerator<ZipEntry> {
  let after = { approvalId: beforeEveryUuid, contactId: beforeEveryUuid };
  for (;;) {
    const files = await listApprovalFiles(sql, agencyId, { after, limit: assetsAtOnce });
    for (const { approvalId, contactId, fileId, fileName, bytes } of files) {
      const name = `approvals/${approvalId}/${contactId}/${fileName}`;
      yield await entryOf(media, { agencyId, fileId, bytes, name });
    }
    const last = files.at(-1);
    if (last === undefined || files.length < assetsAtOnce) return;
    after = last;
  }
}

/** A file that is lost is named in its place: it must not keep an agency from all the others. */
async function entryOf(
  media: Media,
  { agencyId, fileId, bytes, name }: { agencyId: number; fileId: string; bytes: number; name: string },
): Promise<ZipEntry> {
  try {
    return { name, chunks: await openFile(media, { agencyId, fileId }, { first: 0, last: bytes - 1 }) };
  } catch (error) {
    if (!(error instanceof ServiceError && error.cause instanceof FileGoneError)) throw error;
    return { name: `${name}.fehlt.txt`, chunks: gone(name) };
  }
}

async function* gone(name: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(
    `Die Datei ${name} fehlt im Speicher des Dienstes und kann nicht mitgegeben werden. Wenden Sie sich an den Betreiber.\n`,
  );
}
