import { BlockList, connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, TLSSocket } from "node:tls";
import { codeOf } from "../../errors.ts";
import type { CheckedTarget } from "./check-target.ts";
import { PinnedRequestError, type PinnedRequestErrorKind } from "./pinned-request-error.ts";

export type PinnedConnect = {
  target: CheckedTarget;
  /** PEM of the authorities to trust instead of the system's; for development and tests. */
  ca: string | undefined;
  /** Time until the connection stands, TLS handshake included, in milliseconds. */
  timeoutMs: number;
};

const httpPort = 80;
const httpsPort = 443;
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
 * Connects to the checked address and to nothing else, past any proxy of the environment. Name, SNI and certificate check are
 * those of the URL. Calls `done` once: with a socket that leads where it should, or with a PinnedRequestError.
 * The socket is returned before it stands, so that it can be destroyed; not a byte may be written to it until `done`.
 *
 * Measured on Bun 1.4.5 and Node 20.20: NODE_TLS_REJECT_UNAUTHORIZED=0 turns the certificate check off unless
 * `rejectUnauthorized` is given; a TLS handshake that is destroyed comes to `close` without any `error`.
 */
export function connectPinned(
  { target, ca, timeoutMs }: PinnedConnect,
  done: (error: PinnedRequestError | null, socket: Socket) => void,
): Socket {
  const startedAt = performance.now();
  const isTls = target.url.protocol === "https:";
  const socket = isTls ? openTls(target, ca) : openTcp(target);
  let isConnected = false;
  let isOver = false;

  const finish = (error: PinnedRequestError | null) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(deadline);
    if (error !== null) socket.destroy();
    done(error, socket);
  };
  const fail = (kind: PinnedRequestErrorKind, message: string, cause?: unknown) => {
    const durationMs = Math.round(performance.now() - startedAt);
    finish(new PinnedRequestError(kind, message, { durationMs, remoteAddress: target.address, cause }));
  };
  const deadline = setTimeout(() => fail("timeout", `no connection in ${timeoutMs} ms`), timeoutMs);

  socket.once("connect", () => {
    isConnected = true;
  });
  socket.once(isTls ? "secureConnect" : "connect", () => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return fail("connect", "the connection was closed at once");
    // Checked a second time, so that a runtime that connected elsewhere or accepted a bad certificate is caught before
    // anything is sent.
    if (!isSameAddress(remoteAddress, target)) return fail("unsafe_endpoint", "connected elsewhere");
    if (socket instanceof TLSSocket && !socket.authorized) return fail("tls", "the certificate is not valid");
    finish(null);
  });
  // Both listeners stay for as long as the socket lives, because an unhandled error event ends the process.
  socket.on("error", (error) => {
    const isHandshake = isTls && isConnected;
    fail(failureKind(error, isHandshake), "the connection failed", error);
  });
  socket.on("close", () => fail("connect", "the connection was closed"));
  return socket;
}

/** `tls` for an error whose code says so, and during the handshake for every other one but a broken connection. Else `connect`. */
export function failureKind(error: unknown, isHandshake: boolean): PinnedRequestErrorKind {
  const code = codeOf(error);
  if (/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code)) return "tls";
  return isHandshake && !brokenConnectionCodes.has(code) ? "tls" : "connect";
}

function openTcp({ url, address }: CheckedTarget): Socket {
  return connectTcp({ host: address, port: Number(url.port || httpPort), noDelay: true });
}

/** No session is handed over, because a resumed one is not checked against the name again. */
function openTls({ url, address }: CheckedTarget, ca: string | undefined): TLSSocket {
  const hostName = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return connectTls({
    host: address,
    port: Number(url.port || httpsPort),
    // An address is not to be sent in SNI (RFC 6066); the certificate is then checked against the address.
    servername: isIP(hostName) === 0 ? hostName : "",
    rejectUnauthorized: true,
    minVersion: "TLSv1.2",
    ALPNProtocols: ["http/1.1"],
    ...(ca === undefined ? {} : { ca }),
  });
}

/** Compared as addresses: `::ffff:127.0.0.1` is 127.0.0.1, and IPv6 has many spellings. */
function isSameAddress(remoteAddress: string, { address, family }: CheckedTarget): boolean {
  if (remoteAddress === address) return true;
  const same = new BlockList();
  same.addAddress(address, family === 4 ? "ipv4" : "ipv6");
  return isIP(remoteAddress) !== 0 && same.check(remoteAddress, isIP(remoteAddress) === 4 ? "ipv4" : "ipv6");
}
