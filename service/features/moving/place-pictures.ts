import { join } from "node:path";
import { isRefusal } from "../../errors.ts";
import type { TargetRules } from "../../floor/outbound/check-target.ts";
import { LeaseLostError } from "../../floor/queues/lease-lost-error.ts";
import { keepRow } from "../../floor/queues/leased-rows.ts";
import { firstCharacters } from "../../floor/strings/first-characters.ts";
import { addAsset, type MediaDeps } from "../media/add-asset.ts";
import { oneChunk } from "../media/chunks-of-size.ts";
import { isPicture } from "../media/media-types.ts";
import { type Asset, altCharactersMax } from "../media/schema.ts";
import { lockAssets } from "../media/sql.ts";
import { chunksOfFile } from "../media/upload-folder.ts";
import { fetchPicture } from "./fetch-picture.ts";
import { findOldPictures, insertOldAddresses, type OldAddress, oldAddressOf } from "./old-addresses-sql.ts";
import type { MoveReader, OpenMove } from "./reading/move-reader.ts";
import { decoded } from "./rules.ts";
import {
  type FoundPicture,
  type MissingPicture,
  type MissingReason,
  MoveProblem,
  type TextContent,
} from "./schema.ts";
import { type ClaimedMove, moveQueue } from "./sql.ts";
import { listLastPictures } from "./texts-sql.ts";

export type PictureDeps = MediaDeps & { moves: MoveReader; targetRules: TargetRules };
/** The file of a move where pictures are packed into it. */
export type PackedFile = (Pick<OpenMove, "unpack" | "leave"> & { folder: string }) | null;

/** Of one move: a press archive with 2,000 pictures as they are published. */
const moveBytesMax = 4_000_000_000;
/** Of one text: a server that lets us wait must not keep the seats of other agencies' moves. */
const unansweredMax = 2;
/** Texts in a row of which the old server handed out nothing. It is away or has had enough, and a text comes once only. */
const silentTextsMax = 3;
const fetchingMsMax = 300_000;

type Placed = Pick<Asset, "url" | "alt" | "credit"> & { id: string };
/** How long a text still waits for its old server. */
type Patience = { unanswered: number; busy: number; answered: number; endsAtMs: number };
/** Texts in a row that have waited in vain. */
export type Silence = { texts: number };
type PictureInput = {
  picture: FoundPicture;
  address: OldAddress | null;
  file: PackedFile;
  patience: Patience;
  signal: AbortSignal;
};
type Bytes = { chunks: AsyncIterable<Uint8Array>; size: number } | { reason: MissingReason };

/**
 * Takes the pictures of a text into the client's library, each address once. Returns what of them the release shows: a picture without
 * credit or description stays in the library alone. Throws a `MoveProblem` where the old server has fallen silent.
 */
export async function placePictures(
  deps: PictureDeps,
  move: ClaimedMove,
  content: TextContent,
  { file, silence, signal }: { file: PackedFile; silence: Silence; signal: AbortSignal },
): Promise<{ markdown: string; imageAssetId: string | null; assetIds: string[]; missing: MissingPicture[] }> {
  const addresses = content.pictures.map(({ url }) => addressOf(move, url));
  const known = await findKnown(deps, move, addresses);
  const missing: MissingPicture[] = [];
  const shown: (Placed | null)[] = [];
  const endsAtMs = performance.now() + fetchingMsMax;
  const patience: Patience = { unanswered: 0, busy: 0, answered: 0, endsAtMs };
  for (const [index, picture] of content.pictures.entries()) {
    const address = addresses[index] ?? null;
    const there = address === null ? undefined : known.get(keyOf(address));
    const placed = there ?? (await addPicture(deps, move, { picture, address, file, patience, signal }));
    const reason = "reason" in placed ? placed.reason : missingText(placed);
    if (reason !== null) missing.push({ url: picture.url, reason });
    shown.push(reason === null && !("reason" in placed) ? placed : null);
  }
  noteSilence(silence, patience);
  const markdown = addressPictures(content.markdown, (at) => shown[at]?.url ?? null);
  const leading = content.leading === null ? null : (shown[content.leading] ?? null);
  const others = shown.filter((each) => each !== null && (each !== leading || markdown.includes(each.url)));
  return {
    markdown,
    imageAssetId: leading?.id ?? null,
    assetIds: [...new Set(others.flatMap((each) => each?.id ?? []))],
    missing,
  };
}

/** The Markdown with the address of each picture in its place, and without those that have none. */
export function addressPictures(markdown: string, urlOf: (at: number) => string | null): string {
  // Without `(?!!\[)` each `![` of a text that repeats it is followed to its end, which held up all requests for half a second.
  return markdown
    .replace(
      /(!\[(?:\\.|(?!!\[)[^\]\\])*\])\(moved-picture:(\d{1,3})\)/g,
      (_whole, alt: string, at: string) => {
        const url = urlOf(Number(at));
        return url === null ? "" : `${alt}(${url})`;
      },
    )
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The silence that a move goes on in: each turn and each start that knew nothing of it cost two more texts their pictures. */
export async function findSilence({ sql }: PictureDeps, { agencyId, id }: ClaimedMove): Promise<Silence> {
  const last = await listLastPictures(sql, agencyId, { moveId: id, limit: silentTextsMax - 1 });
  const answered = last.findIndex(
    ({ pictures, missing }) =>
      missing.length < pictures ||
      missing.every(({ reason }) => reason === "other_host") ||
      missing.some(({ reason }) => reason !== "other_host" && reason !== "not_answered"),
  );
  return { texts: answered === -1 ? last.length : answered };
}

function noteSilence(silence: Silence, { unanswered, busy, answered }: Patience): void {
  if (answered > 0) silence.texts = 0;
  else if (unanswered + busy > 0) silence.texts += 1;
  if (silence.texts >= silentTextsMax) throw new MoveProblem("server_silent");
}

/** In an archive a name means something within this move alone. */
function addressOf({ id }: ClaimedMove, url: string): OldAddress | null {
  return url.startsWith("zip:") ? { host: id, path: url.slice("zip:".length) || "/" } : oldAddressOf(url);
}

const keyOf = ({ host, path }: OldAddress) => `${host} ${path}`;

async function findKnown(
  { sql }: PictureDeps,
  { agencyId, clientId }: ClaimedMove,
  all: readonly (OldAddress | null)[],
): Promise<Map<string, Asset>> {
  const addresses = all.filter((address) => address !== null);
  const found = await findOldPictures(sql, agencyId, { clientId, addresses });
  const assets = await lockAssets(
    sql,
    agencyId,
    found.map(({ assetId }) => assetId),
  );
  const byId = new Map(assets.map((asset) => [asset.id, asset]));
  return new Map(
    found.flatMap((each) => {
      const asset = byId.get(each.assetId);
      return asset === undefined ? [] : [[keyOf(each), asset] as const];
    }),
  );
}

function missingText({ credit, alt }: Placed): MissingReason | null {
  return credit === null ? "no_credit" : alt === null ? "no_alt" : null;
}

async function addPicture(
  deps: PictureDeps,
  move: ClaimedMove,
  input: PictureInput,
): Promise<Placed | { reason: MissingReason }> {
  const { picture, address } = input;
  if (address === null) return { reason: "not_found" };
  const bytes = await bytesOf(deps, move, input);
  if ("reason" in bytes) return bytes;
  const { agencyId, clientId, actor } = move;
  try {
    const added = await addAsset(deps, agencyId, {
      ...{ clientId, actor, chunks: bytes.chunks, fileName: fileNameOf(move, address) },
      ...{
        credit: picture.credit,
        caption: picture.caption,
        alt: picture.alt ?? beginningOf(picture.caption),
      },
      async alongside(transaction, assetId) {
        const set = transaction`picture_bytes = picture_bytes + ${bytes.size}`;
        if (!(await keepRow(transaction, moveQueue, move, set))) throw new LeaseLostError(move.id);
        await insertOldAddresses(transaction, agencyId, { clientId, addresses: [address], assetId });
      },
    });
    move.pictureBytes += bytes.size;
    return isPicture(added) ? { ...added, id: added.assetId } : { reason: "no_picture" };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.code === "asset_limit_reached") throw new MoveProblem("no_room");
    return { reason: error.code === "payload_too_large" ? "too_large" : "no_picture" };
  }
}

/** The name of a part of an archive is no address. */
function fileNameOf({ id }: ClaimedMove, { host, path }: OldAddress): string {
  const name = path.replace(/\?.*$/, "");
  return host === id ? name : decoded(name);
}

/** As long as a description may be; an emoji cut in two at its end refused the picture. */
function beginningOf(caption: string | null): string | null {
  return caption === null ? null : firstCharacters(caption, altCharactersMax);
}

/** What an archive holds counts by the archive's own bound. */
async function bytesOf(
  { targetRules }: PictureDeps,
  { id, source, fault, pictureBytes }: ClaimedMove,
  { picture, address, file, patience, signal }: PictureInput,
): Promise<Bytes> {
  if (address?.host === id) {
    if (file === null) return { reason: "not_found" };
    const to = join(file.folder, "picture");
    const reason = await file.unpack({ name: address.path, to });
    return reason === null ? { chunks: chunksOfFile(to), size: 0 } : { reason };
  }
  if (pictureBytes > moveBytesMax) throw new MoveProblem("too_many_pictures");
  // Kept in a move that goes on without pictures.
  if (
    fault === "server_silent" ||
    patience.unanswered >= unansweredMax ||
    performance.now() > patience.endsAtMs
  )
    return { reason: "not_answered" };
  file?.leave();
  const answer = await fetchPicture(picture.url, { source, rules: targetRules, signal });
  if ("reason" in answer) {
    const { reason, isBusy = false } = answer;
    if (isBusy) patience.busy += 1;
    else if (reason === "not_answered") patience.unanswered += 1;
    else if (reason !== "other_host") patience.answered += 1;
    return { reason };
  }
  patience.answered += 1;
  return { chunks: oneChunk(answer.bytes), size: answer.bytes.length };
}
