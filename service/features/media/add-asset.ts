import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../errors.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { findClient } from "../clients/sql.ts";
import {
  findQuota,
  insertBlob,
  insertDerivatives,
  lockBlob,
  type StoredDerivative,
  takeQuota,
} from "./blob-sql.ts";
import { checkTexts, withDefaults } from "./check-texts.ts";
import { mediaTypeOf } from "./media-types.ts";
import { originalPath } from "./paths.ts";
import type { PicturePool } from "./picture/picture-pool.ts";
import type { PreparedFile } from "./picture/prepared-file.ts";
import { safeFileName } from "./rules.ts";
import type { AssetTexts } from "./schema.ts";
import { insertAsset } from "./sql.ts";
import { type MediaStore, storeFiles } from "./store-files.ts";
import { holdFiles } from "./store-files-sql.ts";
import type { UploadFolder } from "./upload-folder.ts";

export type MediaDeps = MediaStore & { sql: Sql; pictures: PicturePool; uploads: UploadFolder };

export type NewAsset = Partial<AssetTexts> & {
  clientId: number;
  fileName: string;
  chunks: AsyncIterable<Uint8Array>;
  actor: AuditActor;
  /** Runs in the transaction that makes the asset; what it throws undoes it. */
  alongside?: (transaction: Queryable, assetId: string) => Promise<void>;
};

export type AddedAsset = AssetTexts & {
  assetId: string;
  url: string;
  fileName: string;
  mediaType: string;
  bytes: number;
  width: number | null;
  height: number | null;
};

/**
 * Takes a picture or file of a client as it comes, in constant memory, and makes the smaller copies of a picture. What nobody
 * says of it is read out of the picture: credit and caption.
 * Throws `not_found`, `invalid_parameters`, `payload_too_large`, `file_type_refused`, `picture_refused`, `asset_limit_reached`, and
 * `service_unavailable` where the store or the disk fails; nothing of the file is kept then.
 */
export async function addAsset(deps: MediaDeps, agencyId: number, input: NewAsset): Promise<AddedAsset> {
  const texts = checkTexts(input);
  if ((await findClient(deps.sql, agencyId, input.clientId)) === null) {
    throw new ServiceError("not_found", `The agency has no client ${input.clientId}.`);
  }
  return await deps.uploads.during(input.chunks, async ({ path, folder }) => {
    const file = await deps.pictures.prepare(agencyId, { path, folder }).catch((error: unknown) => {
      throw namedLikePicture.test(input.fileName) ? asBrokenPicture(error) : error;
    });
    const assetId = uuidv7();
    const type = mediaTypeOf(file.mediaType);
    const fileName = safeFileName(input.fileName, { extension: type?.extension ?? "bin" });
    const asset = { id: assetId, clientId: input.clientId, fileName, ...withDefaults(texts, file) };
    await keepAsset(deps, agencyId, { asset, file, input });
    const { mediaType, bytes, width, height, sha256 } = file;
    const { alt, credit, caption } = asset;
    const url = originalPath({ id: assetId, sha256, mediaType });
    return { assetId, url, fileName, alt, credit, caption, mediaType, bytes, width, height };
  });
}

const namedLikePicture = /\.(?:jpe?g|png|webp|avif|gif)$/i;

/** "This kind of file" would be said of a JPEG to somebody whose JPEG is damaged. */
function asBrokenPicture(error: unknown): unknown {
  if (!(error instanceof ServiceError && error.code === "file_type_refused")) return error;
  return new ServiceError(
    "picture_refused",
    "The file is named like a picture and can't be read as one. Open it in a picture program, export it anew and upload that.",
    { cause: error },
  );
}

type Kept = {
  asset: AssetTexts & { id: string; clientId: number; fileName: string };
  file: PreparedFile;
  input: NewAsset;
};

/** Stores the bytes unless the agency has them, and the asset in any case. */
async function keepAsset(deps: MediaDeps, agencyId: number, kept: Kept): Promise<void> {
  const { sql } = deps;
  const isKnown = (await lockBlob(sql, agencyId, kept.file.sha256)) !== null;
  if (
    isKnown &&
    (await sql.begin((transaction) => writeAsset(transaction, agencyId, { ...kept, stored: null })))
  )
    return;
  const stored = await storeFiles(deps, agencyId, kept.file);
  await sql.begin((transaction) => writeAsset(transaction, agencyId, { ...kept, stored }));
}

type Stored = { fileId: string; derivatives: StoredDerivative[] };

/** Returns false where the bytes were removed since they were found. */
async function writeAsset(
  sql: Queryable,
  agencyId: number,
  { asset, file, input, stored }: Kept & { stored: Stored | null },
): Promise<boolean> {
  if (stored !== null) await writeBlob(sql, agencyId, { file, stored });
  const blobId = await lockBlob(sql, agencyId, file.sha256);
  if (blobId === null) return false;
  await insertAsset(sql, agencyId, { ...asset, blobId });
  await insertAudit(sql, agencyId, {
    actor: input.actor,
    action: "asset.added",
    subject: { type: "asset", id: asset.id },
    details: { clientId: asset.clientId, mediaType: file.mediaType, bytes: file.bytes, sha256: file.sha256 },
  });
  await input.alongside?.(sql, asset.id);
  return true;
}

/** Writes what was stored; where another upload was faster, its bytes are the ones that count, and these go. */
async function writeBlob(
  sql: Queryable,
  agencyId: number,
  { file, stored }: { file: PreparedFile; stored: Stored },
): Promise<void> {
  const { sha256, mediaType, bytes, width, height } = file;
  const { fileId: id, derivatives } = stored;
  if (!(await insertBlob(sql, agencyId, { id, sha256, mediaType, bytes, width, height }))) return;
  await takeRoom(sql, agencyId, bytes);
  await insertDerivatives(sql, agencyId, { blobId: id, derivatives });
  await holdFiles(sql, agencyId, [id, ...derivatives.map(({ fileId }) => fileId)]);
}

/** Counts bytes against what the agency may store. Throws `asset_limit_reached`. */
export async function takeRoom(sql: Queryable, agencyId: number, bytes: number): Promise<void> {
  if (await takeQuota(sql, agencyId, bytes)) return;
  const quota = await findQuota(sql, agencyId);
  const facts = { bytes, bytesUsed: quota?.bytesUsed ?? 0, bytesMax: quota?.bytesMax ?? 0 };
  throw new ServiceError(
    "asset_limit_reached",
    `The agency stores ${facts.bytesUsed} of ${facts.bytesMax} bytes, and this file has ${bytes}. Remove files that are not used, or ask the operator for more room.`,
    { facts },
  );
}
