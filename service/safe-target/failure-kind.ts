import type { PinnedRequestErrorKind } from "./pinned-request-error.ts";

/** How far a connection had come when it failed. */
export type ConnectionProgress = {
  /** TCP stands. */
  isConnected: boolean;
  /** TLS stands too, where the target speaks it. */
  isReady: boolean;
};

/** Errors of a plain broken connection, which say nothing about TLS even in the middle of its handshake. */
const brokenConnectionCodes = new Set([
  "ECONNRESET",
  "EPIPE",
  "ECONNABORTED",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/**
 * Finds the kind of an error that a socket raised.
 * Between TCP and the end of the handshake everything but a broken connection is TLS; after it only what is named
 * so is, such as the alert of TLS 1.3 that asks for a certificate.
 */
export function failureKind(error: Error, progress: ConnectionProgress): PinnedRequestErrorKind {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code)) return "tls";
  const isHandshake = progress.isConnected && !progress.isReady;
  return isHandshake && !brokenConnectionCodes.has(code) ? "tls" : "connect";
}
