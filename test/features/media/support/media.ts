import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertClient } from "../../../../service/features/clients/sql.ts";
import {
  type AddedAsset,
  addAsset,
  type MediaDeps,
  type NewAsset,
} from "../../../../service/features/media/add-asset.ts";
import { removeUnusedFiles } from "../../../../service/features/media/cleanup.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { createLog } from "../../../../service/log.ts";
import { openMedia } from "../../../../service/program/open-media.ts";
import { programFiles } from "../../../../service/program/program-files.ts";
import { testImprint } from "../../../support/service.ts";

export type TestMedia = MediaDeps & { dataDirectory: string; close(): Promise<void> };

type Places = Partial<Parameters<typeof openMedia>[0]>;

/** What takes files, on a data directory of its own. */
export function openTestMedia(sql: Sql, places: Places = {}): TestMedia {
  const { dataDirectory = mkdtempSync(join(tmpdir(), "prs-media-")), exportS3 = null } = places;
  const log = createLog("silent", () => {});
  const media = openMedia({ exportS3, dataDirectory }, { sql, log, files: programFiles });
  return {
    ...media,
    dataDirectory,
    async close() {
      await media.pictures.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

export const operator = { type: "operator", id: null } as const;

let clients = 0;

export async function createMediaClient(sql: Sql, agencyId: number): Promise<number> {
  clients += 1;
  const input = {
    name: "Müller",
    slugs: [`media-${agencyId}-${clients}`],
    contactEmail: null,
    imprint: testImprint,
  };
  return (await insertClient(sql, agencyId, input)).clientId;
}

/** Stores bytes as a file of a client, with alt text and credit. */
export async function add(
  media: MediaDeps,
  agencyId: number,
  input: { clientId: number; bytes: Uint8Array; fileName?: string } & Partial<Omit<NewAsset, "chunks">>,
): Promise<AddedAsset> {
  const { bytes, ...said } = input;
  return await addAsset(media, agencyId, {
    ...{ fileName: "bild.jpg", alt: "Ein Werk", credit: "Foto: Müller", actor: operator },
    ...said,
    chunks: inPieces(bytes),
  });
}

export async function* inPieces(bytes: Uint8Array, pieceBytes = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** Files that nothing holds are kept for an hour. Two, because the column rounds to a millisecond that may not have come yet. */
export async function cleanUpAnHourLater({ sql, fileStore }: MediaDeps): Promise<void> {
  await sql`update media_file set unused_since = now() - interval '2 hours' where unused_since is not null`;
  await removeUnusedFiles({ sql, fileStore });
}

/** The stored original. */
export async function storedBytes(media: MediaDeps, agencyId: number, assetId: string): Promise<Buffer> {
  const [row] = await media.sql<{ blobId: string; bytes: number }[]>`
    select b.id as "blobId", b.bytes
    from asset a
    join media_blob b on b.agency_id = a.agency_id and b.id = a.blob_id
    where a.agency_id = ${agencyId} and a.id = ${assetId}
  `;
  if (row === undefined) throw new Error("There is no such asset.");
  const key = { agencyId, fileId: row.blobId };
  return Buffer.concat(await Array.fromAsync(media.fileStore.read(key, { first: 0, last: row.bytes - 1 })));
}

export async function storedDerivatives(
  media: MediaDeps,
  agencyId: number,
): Promise<{ name: string; width: number; height: number; bytes: Buffer }[]> {
  const rows = await media.sql<
    { fileId: string; size: number; format: string; width: number; height: number; bytes: number }[]
  >`
    select file_id as "fileId", size, format, width, height, bytes
    from media_derivative
    where agency_id = ${agencyId}
    order by size, format
  `;
  return await Promise.all(
    rows.map(async ({ fileId, size, format, width, height, bytes }) => {
      const chunks = media.fileStore.read({ agencyId, fileId }, { first: 0, last: bytes - 1 });
      return {
        name: `${size} ${format}`,
        width,
        height,
        bytes: Buffer.concat(await Array.fromAsync(chunks)),
      };
    }),
  );
}
