import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../errors.ts";
import { oneChunk } from "../chunks-of-size.ts";
import { FileGoneError, readWhole } from "../open-file.ts";
import type { CardQuestion, PicturePool } from "../picture/picture-pool.ts";
import { type MediaStore, storeAll } from "../store-files.ts";
import { type CardRow, findCard, findLargestCopy, writeCard } from "./sql.ts";

export type CardDeps = MediaStore & { pictures: PicturePool };

export type WantedCard = {
  releaseId: number;
  contentHash: string;
  card: Omit<CardQuestion, "picture">;
  /** The logo of a drawn card, or the picture that is cropped. */
  assetId: string | null;
};

/** Cards that are being drawn by this process, by agency, release and content. */
export type CardsUnderWay = Map<string, Promise<Uint8Array>>;

/**
 * The card of a release without a picture, or the part of its picture around the focus point: drawn at the first request, and kept.
 * Whoever asks meanwhile waits for the same drawing. Throws `service_unavailable`.
 */
export async function getCard(
  deps: CardDeps,
  underWay: CardsUnderWay,
  agencyId: number,
  wanted: WantedCard,
): Promise<Uint8Array> {
  const kept = await findCard(deps.sql, agencyId, wanted.releaseId);
  const read = kept?.contentHash === wanted.contentHash ? await readKept(deps, agencyId, kept) : null;
  if (read !== null) return read;
  const key = `${agencyId} ${wanted.releaseId} ${wanted.contentHash}`;
  const known = underWay.get(key);
  if (known !== undefined) return await known;
  const drawing = drawAndKeep(deps, agencyId, wanted).finally(() => underWay.delete(key));
  underWay.set(key, drawing);
  return await drawing;
}

/** Null where the store has lost it: it can be drawn anew. */
async function readKept(deps: CardDeps, agencyId: number, kept: CardRow): Promise<Uint8Array | null> {
  try {
    return await readWhole(deps, agencyId, kept);
  } catch (error) {
    if (error instanceof ServiceError && error.cause instanceof FileGoneError) return null;
    throw error;
  }
}

async function drawAndKeep(deps: CardDeps, agencyId: number, wanted: WantedCard): Promise<Uint8Array> {
  const { releaseId, contentHash, assetId, card } = wanted;
  const copy = assetId === null ? null : await findLargestCopy(deps.sql, agencyId, assetId);
  const picture = copy === null ? null : await readWhole(deps, agencyId, copy);
  const drawn = await deps.pictures.draw(agencyId, { ...card, picture });
  const fileId = uuidv7();
  await storeAll(deps, agencyId, [{ fileId, chunks: oneChunk(drawn) }]);
  const row = { releaseId, contentHash, fileId, bytes: drawn.length };
  await deps.sql.begin((transaction) => writeCard(transaction, agencyId, row));
  return drawn;
}
