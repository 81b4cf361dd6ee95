const headerBytes = 5;
const errorResponse = 0x45;
const readyForQuery = 0x5a;
/** Severity and message stand at the beginning of an error; what follows may be a whole statement. */
const errorBytesMax = 2_000;

/** Of a transaction: idle, open, failed. */
export type ReadyStatus = "I" | "T" | "E";

/**
 * Watches the backend's bytes, in chunks of any size, for ReadyForQuery, and for an error of the severity PANIC: after it
 * the backend is gone.
 * Source: PostgreSQL documentation, chapter "Frontend/Backend Protocol", "Message Formats" and "Error and Notice Message Fields".
 */
export function createAnswerWatcher(onPanic: (message: string) => void): {
  push(chunk: Uint8Array): void;
  status(): ReadyStatus | null;
  reset(): void;
} {
  let status: ReadyStatus | null = null;
  let header: number[] = [];
  let payloadBytesLeft = 0;
  let error: Uint8Array[] = [];

  function takePayload(part: Uint8Array): void {
    if (header[0] === readyForQuery) {
      status = String.fromCharCode(part[0] ?? 0) as ReadyStatus;
      return;
    }
    if (error.reduce((sum, { byteLength }) => sum + byteLength, 0) < errorBytesMax) error.push(part.slice());
    if (payloadBytesLeft > 0) return;
    const panic = readPanic(Buffer.concat(error));
    error = [];
    if (panic !== null) onPanic(panic);
  }

  return {
    push(chunk) {
      let at = 0;
      while (at < chunk.byteLength) {
        if (payloadBytesLeft > 0) {
          const from = at;
          at = Math.min(at + payloadBytesLeft, chunk.byteLength);
          payloadBytesLeft -= at - from;
          if (header[0] === readyForQuery || header[0] === errorResponse)
            takePayload(chunk.subarray(from, at));
          continue;
        }
        if (header.length === headerBytes) header = [];
        header.push(chunk[at] ?? 0);
        at += 1;
        if (header.length < headerBytes) continue;
        const [, a = 0, b = 0, c = 0, d = 0] = header;
        payloadBytesLeft = ((a << 24) | (b << 16) | (c << 8) | d) - 4;
      }
    },
    status: () => status,
    reset() {
      status = null;
    },
  };
}

/** The message of an error that ends the backend; null for any other. */
function readPanic(payload: Buffer): string | null {
  const fields = payload.toString("utf8").split("\0");
  if (!fields.includes("VPANIC")) return null;
  return fields.find((field) => field.startsWith("M"))?.slice(1) ?? "PANIC";
}
