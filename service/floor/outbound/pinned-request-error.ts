import type { IncomingHttpHeaders } from "node:http";

/** How a request to a checked target can fail: the closed list that delivery attempts store, less `http_status`. */
export type PinnedRequestErrorKind =
  | "dns"
  | "connect"
  | "tls"
  | "timeout"
  | "redirect"
  | "unsafe_endpoint"
  | "response_too_large"
  | "interrupted";

export type AnswerHead = { status: number; headers: IncomingHttpHeaders };

export type PinnedRequestFailure = {
  durationMs: number;
  remoteAddress?: string | undefined;
  head?: AnswerHead | undefined;
  bodyStart?: Uint8Array | undefined;
  cause?: unknown;
};

/**
 * A request that brought no answer to keep. `interrupted` is the caller's own abort.
 * The message holds no part of the URL, which may carry a secret in its path.
 */
export class PinnedRequestError extends Error {
  readonly kind: PinnedRequestErrorKind;
  /** Milliseconds from the start of the call to the failure. */
  readonly durationMs: number;
  /** The address that was connected to, or was about to be; undefined when there was none to connect to. */
  readonly remoteAddress: string | undefined;
  /** Status and headers, where they had arrived: of a redirect, of an answer too large, of one that broke off. */
  readonly head: AnswerHead | undefined;
  /** What had come of an answer that is too large. */
  readonly bodyStart: Uint8Array | undefined;

  constructor(kind: PinnedRequestErrorKind, message: string, failure: PinnedRequestFailure) {
    super(message, { cause: failure.cause });
    this.name = "PinnedRequestError";
    this.kind = kind;
    this.durationMs = failure.durationMs;
    this.remoteAddress = failure.remoteAddress;
    this.head = failure.head;
    this.bodyStart = failure.bodyStart;
  }
}
