import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import type { CheckedTarget } from "./check-target.ts";
import { failureKind } from "./connect-pinned.ts";
import { type ConnectionPool, createPinnedAgent, type PinnedOptions } from "./connection-pool.ts";
import { type AnswerHead, PinnedRequestError, type PinnedRequestErrorKind } from "./pinned-request-error.ts";

export type PinnedRequest = {
  method: "GET" | "POST";
  /** `host`, `connection`, `accept-encoding`, `content-length` and `transfer-encoding` are set here, not by callers. */
  headers?: Readonly<Record<string, string>> | undefined;
  body?: Uint8Array | undefined;
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

type Fail = (
  kind: PinnedRequestErrorKind,
  message: string,
  known?: { cause?: unknown; bodyStart?: Uint8Array },
) => void;

/** Two repeats of a lost SYN (1 s and 3 s after the first) fit in. */
const connectTimeoutMsDefault = 5_000;
/** The default of Node, and above what large servers send. */
const headBytesMax = 16 * 1_024;
/** A server sends one or two early hints; without a bound it could send them until the deadline. */
const interimAnswersMax = 8;
/** Who announces too long an answer is not waited for longer: it would hold a seat until the deadline. */
const bodyStartMs = 1_000;
const ownHeaders = new Set(["host", "connection", "accept-encoding", "content-length", "transfer-encoding"]);

/**
 * Sends one HTTP/1.1 request to exactly the address that `checkTarget` returned, and reads a bounded answer.
 * Redirects are not followed: each 3xx but 304 fails with `redirect` and has its headers in the error.
 * Returns whatever other status came. Throws a PinnedRequestError within `timeoutMs`, with the connection destroyed, and a
 * TypeError when a header can't be sent.
 */
export function requestPinned(target: CheckedTarget, pinned: PinnedRequest): Promise<PinnedAnswer> {
  const startedAt = performance.now();
  const passedMs = () => performance.now() - startedAt;
  const measured = () => ({ remoteAddress: target.address, durationMs: Math.round(passedMs()) });
  return new Promise((resolve, reject) => {
    let connecting: Socket | undefined;
    let head: AnswerHead | undefined;
    let isSettled = false;
    const settle = (report: () => void) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(deadline);
      pinned.signal?.removeEventListener("abort", interrupt);
      report();
    };
    const outgoing = openRequest(target, pinned, (socket) => {
      connecting = socket;
    });
    const isStale = watchForStale(outgoing);
    const fail: Fail = (kind, message, known) =>
      settle(() => {
        outgoing.destroy();
        connecting?.destroy();
        if (kind === "connect" && isStale()) {
          // The server closed a waiting connection just as the request went out (RFC 9112, 9.3.1): once more on a new one.
          const timeoutMs = pinned.timeoutMs - passedMs();
          resolve(requestPinned(target, { ...pinned, timeoutMs, connections: undefined }));
        } else reject(new PinnedRequestError(kind, message, { ...measured(), head, ...known }));
      });
    const interrupt = () => fail("interrupted", "called off while it was under way");
    const overdue = () => fail("timeout", `no complete answer in ${pinned.timeoutMs} ms`);
    const deadline = setTimeout(overdue, pinned.timeoutMs);

    failWithRequest(outgoing, fail);
    outgoing.on("response", (response) => {
      response.on("error", (error) => fail("connect", "the answer broke off", { cause: error }));
      head = { status: response.statusCode ?? 0, headers: response.headers };
      const { status, headers } = head;
      if (status < 200) return fail("connect", `${status} is no status of an answer`);
      if (status >= 300 && status < 400 && status !== 304) {
        return fail("redirect", "the answer is a redirect, which is not followed");
      }
      const done = (body: Uint8Array) => settle(() => resolve({ status, headers, body, ...measured() }));
      readBody(response, pinned.answerBytesMax, fail, done);
    });
    if (pinned.signal?.aborted) return interrupt();
    pinned.signal?.addEventListener("abort", interrupt, { once: true });
    outgoing.end(pinned.body);
  });
}

/** A request that gets its socket once that was checked; nothing of it is sent before. */
function openRequest(
  target: CheckedTarget,
  pinned: PinnedRequest,
  onConnecting: PinnedOptions["onConnecting"],
): ClientRequest {
  const { url, address, family } = target;
  const { method, body, ca, connectTimeoutMs: timeoutMs = connectTimeoutMsDefault } = pinned;
  const sendable = Object.entries(pinned.headers ?? {}).filter(
    ([name]) => !ownHeaders.has(name.toLowerCase()),
  );
  const options: PinnedOptions = {
    agent: pinned.connections?.agent ?? createPinnedAgent({ keepAlive: false }),
    pinned: { target, ca, timeoutMs },
    onConnecting,
    method,
    host: address,
    family,
    path: `${url.pathname}${url.search}`,
    headers: {
      host: url.host,
      ...Object.fromEntries(sendable),
      "accept-encoding": "identity",
      ...(body === undefined ? {} : { "content-length": body.byteLength }),
    },
    maxHeaderSize: headBytesMax,
    insecureHTTPParser: false,
  };
  return request(options);
}

/** Says, once the request has failed, whether its connection was a kept one that brought no byte of an answer. */
function watchForStale(outgoing: ClientRequest): () => boolean {
  let bytesBefore = 0;
  outgoing.on("socket", (socket) => {
    bytesBefore = socket.bytesRead;
  });
  return () => outgoing.reusedSocket && outgoing.socket?.bytesRead === bytesBefore;
}

function failWithRequest(outgoing: ClientRequest, fail: Fail): void {
  let interimAnswers = 0;
  outgoing.on("information", () => {
    interimAnswers += 1;
    if (interimAnswers > interimAnswersMax) fail("connect", `more than ${interimAnswersMax} interim answers`);
  });
  outgoing.on("upgrade", () => fail("connect", "the server changes to another protocol"));
  outgoing.on("error", (error) => {
    if (error instanceof PinnedRequestError) return fail(error.kind, error.message, { cause: error.cause });
    if ("code" in error && error.code === "HPE_HEADER_OVERFLOW") {
      return fail("response_too_large", `the head has more than ${headBytesMax} bytes`, { cause: error });
    }
    fail(failureKind(error, false), "the connection failed or the answer is malformed", { cause: error });
  });
}

function readBody(
  response: IncomingMessage,
  bytesMax: number,
  fail: Fail,
  done: (body: Uint8Array) => void,
): void {
  const tooLarge = (bodyStart?: Uint8Array) =>
    fail("response_too_large", `the answer has more than ${bytesMax} bytes`, bodyStart && { bodyStart });
  // 304 announces the length that a 200 would have (RFC 9110, 8.6).
  if (response.statusCode !== 304 && Number(response.headers["content-length"]) > bytesMax) {
    // Its beginning says what went wrong, and mostly comes with the head.
    const overdue = setTimeout(tooLarge, bodyStartMs).unref();
    response.once("data", (part: Buffer) => {
      clearTimeout(overdue);
      tooLarge(part.subarray(0, bytesMax));
    });
    // Before the listener that calls an error a fault of the connection: a receiver that closes now has announced too much already.
    response.prependOnceListener("error", () => tooLarge());
    return;
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  response.on("data", (part: Buffer) => {
    bytes += part.byteLength;
    if (bytes <= bytesMax) parts.push(part);
    else tooLarge(Buffer.concat([...parts, part.subarray(0, bytesMax)]).subarray(0, bytesMax));
  });
  response.on("end", () => done(Buffer.concat(parts)));
}
