import { appendUpload, partBytesMax } from "../../../../service/features/media/uploads.ts";
import { beginMoveFile, checkMove } from "../../../../service/features/moving/move-file.ts";
import { beginMove, moveOf, runMove } from "../../../../service/features/moving/moves.ts";
import type { PictureDeps } from "../../../../service/features/moving/place-pictures.ts";
import { createMoveReader } from "../../../../service/features/moving/reading/move-reader.ts";
import type { CountedMove } from "../../../../service/features/moving/schema.ts";
import { workOnNextMove } from "../../../../service/features/moving/work-on-move.ts";
import { threadUrl } from "../../../../service/floor/concurrency/thread-url.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { createAddressRanges } from "../../../../service/floor/http/address-ranges.ts";
import { openTestMedia, operator } from "../../media/support/media.ts";
import { servePages } from "../../newsroom/support/serve-pages.ts";
import { pictureOf } from "./old-newsroom.ts";

export const oldHost = "presse.alt.example";

/**
 * An old newsroom's server, which has a picture at each address with a number, and what moves it in. A picture in `held` comes when that
 * settles: until then the move is at its text.
 */
export async function openMoving(sql: Sql, readerTimeoutMs?: number) {
  const media = openTestMedia(sql);
  const held = new Map<number, Promise<void>>();
  const pages = await servePages(async ({ path, headers }) => {
    if (path === "/feed/") return { body: feeds.get(String(headers.host)) ?? "" };
    const [, number] = /bild-(\d+)\.png$/.exec(path) ?? [];
    if (number === undefined) return null;
    await held.get(Number(number));
    return { body: pictureOf(Number(number)) };
  });
  const feeds = new Map<string, string>();
  const moves = createMoveReader(threadUrl("features/moving/reading/move-worker"), readerTimeoutMs);
  const targetRules = {
    allowCidrs: createAddressRanges(["127.0.0.0/8"]),
    resolve: async () => [{ address: "127.0.0.1" }],
  };
  const deps: PictureDeps = { ...media, moves, targetRules };
  const site = `http://${oldHost}:${new URL(pages.url).port}`;
  return {
    deps,
    site,
    feeds,
    held,
    received: pages.received,
    async close() {
      await Promise.all([moves.close(), pages.close(), media.close()]);
    },
  };
}

export type Moving = Awaited<ReturnType<typeof openMoving>>;

/** A move with its whole file, not yet looked at. */
export async function handOver(
  { deps }: Pick<Moving, "deps">,
  agencyId: number,
  input: { clientId: number; content: string | Uint8Array; fileName?: string; site?: string },
): Promise<string> {
  const { clientId, content, fileName = "export.xml", site = oldHost } = input;
  const { sql } = deps;
  const bytes = Buffer.from(content);
  const moveId = await beginMove(sql, agencyId, { clientId, site, feedUrl: "" }, { actor: operator });
  const uploadId = await beginMoveFile(sql, agencyId, { moveId, fileName, bytes: bytes.length });
  for (let position = 0; position < bytes.length; position += partBytesMax) {
    const part = bytes.subarray(position, position + partBytesMax);
    await appendUpload(deps, agencyId, { uploadId, position, bytes: part });
  }
  await checkMove(sql, agencyId, { moveId, uploadId });
  return moveId;
}

/** Longer than a test: on a busy machine a turn of the service ends within a move. */
const turnMs = 600_000;

/** Works on what is due to its end, as the loop does in several turns. */
export async function work(
  { deps }: Pick<Moving, "deps">,
  agencyId: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  if (!(await workOnNextMove(deps, agencyId, signal, turnMs)))
    throw new Error("There is no move to work on.");
}

/** Hands over, checks and moves in. */
export async function moveIn(
  moving: Moving,
  agencyId: number,
  input: Parameters<typeof handOver>[2],
): Promise<CountedMove> {
  const { sql } = moving.deps;
  const moveId = await handOver(moving, agencyId, input);
  await work(moving, agencyId);
  await runMove(sql, agencyId, moveId, { actor: operator });
  await work(moving, agencyId);
  return await moveOf(sql, agencyId, moveId);
}
