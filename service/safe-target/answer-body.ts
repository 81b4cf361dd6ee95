import type { BodyFraming } from "./answer-head.ts";

/** How far a body has come: `complete` once its end was read, with the bytes that came behind it. */
export type BodyProgress =
  | { state: "incomplete" }
  | { state: "too_large" }
  | { state: "malformed" }
  | { state: "complete"; body: Uint8Array; surplusBytes: number };

export type BodyReader = {
  /** Takes the next bytes. After anything but `incomplete` it takes no more. */
  push(bytes: Buffer): BodyProgress;
  /** The connection was ended properly by the server. */
  end(): BodyProgress;
};

const incomplete: BodyProgress = { state: "incomplete" };
const malformed: BodyProgress = { state: "malformed" };
const tooLarge: BodyProgress = { state: "too_large" };

/** A chunk's size with its extensions, or one trailer: nobody sends longer ones. */
const lineBytesMax = 1_024;
/** Servers send no trailers as a rule, and some one or two checksums. */
const trailersMax = 32;

/** Reads a body of at most `bytesMax` bytes into memory, as it comes, never decompressed. */
export function createBodyReader(framing: BodyFraming, bytesMax: number): BodyReader {
  if (framing.kind === "chunked") return chunkedReader(bytesMax);
  return plainReader(framing.kind === "length" ? framing.bytes : null, bytesMax);
}

function plainReader(announcedBytes: number | null, bytesMax: number): BodyReader {
  const parts: Buffer[] = [];
  let bytes = 0;
  const complete = (surplusBytes: number): BodyProgress => ({
    state: "complete",
    body: Buffer.concat(parts),
    surplusBytes,
  });
  return {
    push(more) {
      if (announcedBytes !== null && announcedBytes > bytesMax) return tooLarge;
      const taken = announcedBytes === null ? more : more.subarray(0, announcedBytes - bytes);
      bytes += taken.length;
      if (bytes > bytesMax) return tooLarge;
      if (taken.length > 0) parts.push(taken);
      return bytes === announcedBytes ? complete(more.length - taken.length) : incomplete;
    },
    end: () => (announcedBytes === null ? complete(0) : malformed),
  };
}

/** RFC 9112, 7.1. Strict: CRLF only, and behind each chunk too. */
function chunkedReader(bytesMax: number): BodyReader {
  const parts: Buffer[] = [];
  let bytes = 0;
  let trailers = 0;
  let pending: Buffer = Buffer.alloc(0);
  /** Bytes of the chunk and of its CRLF that are still to come; null where a line comes. */
  let chunkLeft: number | null = null;
  let isInTrailers = false;

  return { push, end: () => malformed };

  function push(more: Buffer): BodyProgress {
    pending = pending.length === 0 ? more : Buffer.concat([pending, more]);
    for (;;) {
      const progress = chunkLeft === null ? readLine() : readChunk(chunkLeft);
      if (progress !== null) return progress;
    }
  }

  /** Null to go on. */
  function readChunk(left: number): BodyProgress | null {
    const wanted = left + 2;
    if (pending.length < wanted) {
      // The whole chunk was admitted by its size, so that what waits here is bounded.
      return incomplete;
    }
    if (pending[left] !== 0x0d || pending[left + 1] !== 0x0a) return malformed;
    parts.push(pending.subarray(0, left));
    pending = pending.subarray(wanted);
    chunkLeft = null;
    return null;
  }

  function readLine(): BodyProgress | null {
    const end = pending.indexOf("\r\n");
    if (end === -1) return pending.length > lineBytesMax ? malformed : incomplete;
    if (end > lineBytesMax) return malformed;
    const line = pending.toString("latin1", 0, end);
    pending = pending.subarray(end + 2);
    if (isInTrailers) {
      trailers += 1;
      if (line === "") {
        return { state: "complete", body: Buffer.concat(parts), surplusBytes: pending.length };
      }
      return trailers > trailersMax ? malformed : null;
    }
    const size = /^([0-9A-Fa-f]{1,8})(?:[\t ]*;[^\0\r\n]*)?$/.exec(line)?.[1];
    if (size === undefined) return malformed;
    const chunkBytes = Number.parseInt(size, 16);
    bytes += chunkBytes;
    if (bytes > bytesMax) return tooLarge;
    if (chunkBytes === 0) isInTrailers = true;
    else chunkLeft = chunkBytes;
    return null;
  }
}
