import type { IncomingHttpHeaders } from "node:http";
import { createAnswerReader } from "./answer-reader.ts";
import type { CheckedTarget } from "./check-target.ts";
import type { ConnectionPool } from "./connection-pool.ts";
import { type Connection, type ConnectionUser, openConnection } from "./open-connection.ts";
import { type AnswerHead, PinnedRequestError, type PinnedRequestErrorKind } from "./pinned-request-error.ts";
import { type OutgoingRequest, requestBytes } from "./request-bytes.ts";

export type PinnedRequest = OutgoingRequest & {
  /** The most bytes of body that the answer may have; one more is a failure. */
  answerBytesMax: number;
  /** Time for everything, in milliseconds. */
  timeoutMs: number;
  /** Time until the connection stands, TLS handshake included, in milliseconds. */
  connectTimeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** PEM of the authorities to trust instead of the system's; for development and tests. */
  ca?: string | undefined;
  /** Where connections wait for the next request; without it each request has its own. */
  connections?: ConnectionPool | undefined;
};

export type PinnedAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** The bytes as they came: never decompressed, whatever `content-encoding` says. */
  body: Uint8Array;
  remoteAddress: string;
  durationMs: number;
};

/** Two repeats of a lost SYN (1 s and 3 s after the first) fit in. */
const connectTimeoutMsDefault = 5_000;

/**
 * Sends one HTTP/1.1 request to exactly the address that `checkTarget` returned, and reads a bounded answer.
 * Redirects are not followed: each 3xx but 304 fails with `redirect` and has its headers in the error.
 * Returns whatever other status came. Throws a PinnedRequestError within `timeoutMs`, with the connection destroyed, and a
 * TypeError when a header can't be sent.
 */
export async function requestPinned(target: CheckedTarget, pinned: PinnedRequest): Promise<PinnedAnswer> {
  const bytes = requestBytes(target.url, pinned, pinned.connections !== undefined);
  const startedAt = performance.now();
  const kept = pinned.connections?.take(target, pinned.ca) ?? null;
  if (kept === null) return await exchange(target, pinned, bytes, null);
  const progress = { hasAnswerBegun: false };
  try {
    return await exchange(target, pinned, bytes, kept, progress);
  } catch (error) {
    // The server may have closed a waiting connection just as the request went out (RFC 9112, 9.3.1): once more on a new one.
    const isStale =
      error instanceof PinnedRequestError && error.kind === "connect" && !progress.hasAnswerBegun;
    if (!isStale) throw error;
    const timeoutMs = pinned.timeoutMs - (performance.now() - startedAt);
    return await exchange(target, { ...pinned, timeoutMs }, bytes, null);
  }
}

function exchange(
  target: CheckedTarget,
  pinned: PinnedRequest,
  bytes: Uint8Array,
  kept: Connection | null,
  progress = { hasAnswerBegun: false },
): Promise<PinnedAnswer> {
  const startedAt = performance.now();
  const measured = () => ({
    remoteAddress: target.address,
    durationMs: Math.round(performance.now() - startedAt),
  });
  return new Promise((resolve, reject) => {
    let connection = kept;
    let head: AnswerHead | undefined;
    let isSettled = false;
    const settle = (report: () => void) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(deadline);
      clearTimeout(connectDeadline);
      pinned.signal?.removeEventListener("abort", interrupt);
      report();
    };
    const fail = (kind: PinnedRequestErrorKind, message: string, cause?: unknown) =>
      settle(() => {
        connection?.destroy();
        reject(new PinnedRequestError(kind, message, { ...measured(), head, cause }));
      });
    const interrupt = () => fail("interrupted", "called off while it was under way");
    const failLate = (what: string, timeoutMs: number) =>
      setTimeout(() => fail("timeout", `${what} in ${timeoutMs} ms`), timeoutMs);
    const reader = createAnswerReader(pinned.answerBytesMax, {
      onHead({ status, headers }) {
        head = { status, headers };
        const isRedirect = status >= 300 && status < 400 && status !== 304;
        if (isRedirect) fail("redirect", "the answer is a redirect, which is not followed");
        return !isRedirect;
      },
      onComplete: (body, isReusable) =>
        settle(() => {
          if (connection !== null && isReusable && pinned.connections !== undefined) {
            pinned.connections.give(target, pinned.ca, connection);
          } else connection?.destroy();
          resolve({ status: 0, headers: {}, ...head, body, ...measured() });
        }),
      onFailure: fail,
    });
    const user: ConnectionUser = {
      onReady() {
        clearTimeout(connectDeadline);
        connection?.write(bytes);
      },
      onBytes(chunk) {
        progress.hasAnswerBegun = true;
        reader.push(chunk);
      },
      onEnd: () => reader.end(),
      onFailure: fail,
    };

    const deadline = failLate("no complete answer", pinned.timeoutMs);
    let connectDeadline: ReturnType<typeof setTimeout> | undefined;
    if (pinned.signal?.aborted) return interrupt();
    pinned.signal?.addEventListener("abort", interrupt, { once: true });
    if (kept === null) {
      connectDeadline = failLate("no connection", pinned.connectTimeoutMs ?? connectTimeoutMsDefault);
      connection = openConnection(target, pinned.ca, user);
    } else {
      kept.use(user);
      kept.write(bytes);
    }
  });
}
