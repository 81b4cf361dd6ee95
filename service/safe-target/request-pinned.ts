import type { IncomingHttpHeaders } from "node:http";
import ipaddr from "ipaddr.js";
import type { CheckedTarget } from "./check-target.ts";
import { failureKind } from "./failure-kind.ts";
import { type OutgoingRequest, openRequest } from "./open-request.ts";
import { type AnswerHead, PinnedRequestError, type PinnedRequestErrorKind } from "./pinned-request-error.ts";
import { readBody } from "./read-body.ts";

export type PinnedRequest = OutgoingRequest & {
  /** The most bytes of body that the answer may have; one more is a failure. */
  answerBytesMax: number;
  /** Time for everything, in milliseconds. */
  timeoutMs: number;
  /** Time until the connection stands, TLS handshake included, in milliseconds. */
  connectTimeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
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

/** A server sends one or two early hints; without a bound it could send them until the deadline. */
const interimAnswersMax = 8;

/**
 * Sends one HTTP/1.1 request to exactly the address that `checkTarget` returned, and reads a bounded answer.
 * Redirects are not followed: each 3xx but 304 fails with `redirect` and has its headers in the error.
 * Returns whatever other status came. Throws a PinnedRequestError within `timeoutMs`, with the socket destroyed.
 *
 * Measured on Bun 1.4.5 (and Node 20.20), hence the order of things here:
 * - A body without a length, destroyed by us, still ends with `end` and `complete: true`: settle first, then destroy.
 * - A destroyed TLS handshake, and on both an answer 101, come to `close` without any `error`.
 */
export function requestPinned(target: CheckedTarget, pinned: PinnedRequest): Promise<PinnedAnswer> {
  const startedAt = performance.now();
  const measured = () => ({
    remoteAddress: target.address,
    durationMs: Math.round(performance.now() - startedAt),
  });
  return new Promise((resolve, reject) => {
    let head: AnswerHead | undefined;
    if (pinned.signal?.aborted) {
      return reject(new PinnedRequestError("interrupted", "called off before it was sent", measured()));
    }
    const isTls = target.url.protocol === "https:";
    const request = openRequest(target, pinned);

    let isSettled = false;
    const settle = (report: () => void) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(deadline);
      clearTimeout(connectDeadline);
      pinned.signal?.removeEventListener("abort", interrupt);
      report();
      request.destroy();
    };
    const fail = (kind: PinnedRequestErrorKind, message: string, cause?: unknown) =>
      settle(() => reject(new PinnedRequestError(kind, message, { ...measured(), head, cause })));
    const failLate = (what: string, timeoutMs: number) =>
      setTimeout(() => fail("timeout", `${what} in ${timeoutMs} ms`), timeoutMs);

    const interrupt = () => fail("interrupted", "called off while it was under way");
    pinned.signal?.addEventListener("abort", interrupt, { once: true });
    const deadline = failLate("no complete answer", pinned.timeoutMs);
    const connectDeadline = failLate("no connection", pinned.connectTimeoutMs ?? connectTimeoutMsDefault);

    const progress = { isConnected: false, isReady: false };
    request.on("error", (error) => fail(failureKind(error, progress), "the connection failed", error));
    request.once("socket", (socket) => {
      socket.once("connect", () => {
        progress.isConnected = true;
      });
      // Not a byte of the request is handed over before the connection is known to lead where it should.
      socket.once(isTls ? "secureConnect" : "connect", () => {
        progress.isReady = true;
        clearTimeout(connectDeadline);
        if (isSettled) return;
        const { remoteAddress } = socket;
        if (remoteAddress === undefined) return fail("connect", "the connection was closed at once");
        if (!isSameAddress(remoteAddress, target.address))
          return fail("unsafe_endpoint", "connected elsewhere");
        request.end(pinned.body);
      });
    });

    let interimAnswers = 0;
    request.on("information", () => {
      interimAnswers += 1;
      if (interimAnswers > interimAnswersMax)
        fail("connect", `more than ${interimAnswersMax} interim answers`);
    });
    request.once("response", (answer) => {
      const { headers, statusCode: status = 0 } = answer;
      head = { status, headers };
      // Listened to even where nothing is read: an error of the stream that nobody hears ends the process.
      answer.on("error", (error) => fail("connect", "the answer broke off", error));
      if (status >= 300 && status < 400 && status !== 304) {
        return fail("redirect", "the answer is a redirect, which is not followed");
      }
      readBody(answer, pinned.answerBytesMax, {
        onComplete: (body) => settle(() => resolve({ status, headers, body, ...measured() })),
        onTooLarge: () =>
          fail("response_too_large", `the answer has more than ${pinned.answerBytesMax} bytes`),
        onBrokenOff: () => fail("connect", "the answer broke off"),
      });
    });
    // With an answer under way its own `close` decides, which comes after its last bytes.
    request.on("close", () => {
      if (head === undefined) fail("connect", "the connection was closed without an answer");
    });
  });
}

/** The second lock: a runtime that ignored `lookup` would connect elsewhere, and is caught before anything is sent. */
function isSameAddress(remoteAddress: string, address: string): boolean {
  if (!ipaddr.isValid(remoteAddress)) return false;
  return ipaddr.process(remoteAddress).toString() === ipaddr.process(address).toString();
}
