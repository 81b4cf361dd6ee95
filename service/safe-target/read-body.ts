import type { IncomingMessage } from "node:http";

export type BodyOutcome = {
  onComplete: (body: Uint8Array) => void;
  /** As soon as it is known, from the length that was announced or from the bytes; destroy the request then. */
  onTooLarge: () => void;
  onBrokenOff: () => void;
};

/**
 * Reads the body of an answer into memory, at most `bytesMax` bytes of it.
 * Calls `onBrokenOff` also when the stream closes after one of the other two: the first call is the one that counts.
 */
export function readBody(answer: IncomingMessage, bytesMax: number, outcome: BodyOutcome): void {
  // 304 has no body and may announce the length that a 200 would have (RFC 9110, 8.6).
  const announcedBytes = answer.statusCode === 304 ? 0 : Number(answer.headers["content-length"] ?? 0);
  if (announcedBytes > bytesMax) {
    outcome.onTooLarge();
    return;
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  answer.on("data", (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) return outcome.onTooLarge();
    chunks.push(chunk);
  });
  answer.on("end", () => {
    if (answer.complete) outcome.onComplete(concatenate(chunks, bytes));
  });
  answer.on("close", outcome.onBrokenOff);
}

function concatenate(chunks: Uint8Array[], bytes: number): Uint8Array {
  const body = new Uint8Array(bytes);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return body;
}
