import type { FileHandle } from "node:fs/promises";
import type { SpoolFolder } from "./spool-folder.ts";
import type { SpoolShare } from "./spool-room.ts";

/** Bytes that one writer appends and one reader follows, on disk. */
export type Spool = {
  /** Resolves when the bytes are written. Throws SpoolClosedError when the reader has gone, SpoolRoomError without room. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the file. To be called after the last byte is written. */
  end(): void;
  /** Breaks the reader's stream off behind what was written so far. */
  fail(): void;
  /** What was written, as it comes; pulled piece by piece. */
  stream(): ReadableStream<Uint8Array>;
};

/** A piece for the reader. */
const pieceBytes = 64 * 1024;

/** A file handle that nobody holds any more ends the process when it is collected as garbage. */
const openFiles = new Set<FileHandle>();

/** The reader went away: whoever writes stops. */
export class SpoolClosedError extends Error {
  constructor() {
    super("Nobody reads the spool any more.");
    this.name = "SpoolClosedError";
  }
}

/**
 * Opens a spool in a file of `folder`. It lets a writer go at its own pace while a slow reader follows: memory holds one piece,
 * and a database transaction never waits for a client. `share` is what it takes of the disk, given back when it closes.
 */
export async function openSpool(folder: SpoolFolder, share: SpoolShare, signal: AbortSignal): Promise<Spool> {
  const file = await folder.openFile();
  openFiles.add(file);
  let written = 0;
  let sent = 0;
  let state: "writing" | "ended" | "failed" | "closed" = "writing";
  let wake = Promise.withResolvers<void>();
  const notify = () => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  const close = async () => {
    if (state === "closed") return;
    state = "closed";
    notify();
    // Its room is free whether the closing succeeds or not.
    share.close();
    await file.close();
    openFiles.delete(file);
  };
  // A server drops the stream of a client that went before the first byte, without a word to the stream.
  signal.addEventListener("abort", () => void close(), { once: true });
  if (signal.aborted) await close();

  return {
    async write(bytes) {
      if (state !== "writing") throw new SpoolClosedError();
      share.add(bytes.byteLength);
      let offset = 0;
      while (offset < bytes.byteLength) {
        const { bytesWritten } = await file.write(bytes, offset, bytes.byteLength - offset, written + offset);
        offset += bytesWritten;
      }
      written += bytes.byteLength;
      notify();
    },
    end() {
      if (state === "writing") state = "ended";
      notify();
    },
    fail() {
      if (state === "writing") state = "failed";
      notify();
    },
    stream: () =>
      new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            while (sent === written && state === "writing") await wake.promise;
            if (sent < written) {
              const piece = new Uint8Array(Math.min(pieceBytes, written - sent));
              const { bytesRead } = await file.read(piece, 0, piece.byteLength, sent);
              sent += bytesRead;
              controller.enqueue(piece.subarray(0, bytesRead));
              return;
            }
            const end = state;
            if (end === "closed") return controller.error(new SpoolClosedError());
            await close();
            // The reason is in the log already; the reader learns only that the stream is incomplete.
            if (end === "failed") controller.error(new Error("The export broke off."));
            else controller.close();
          },
          cancel: close,
        },
        { highWaterMark: 0 },
      ),
  };
}
