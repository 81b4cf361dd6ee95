import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, TLSSocket } from "node:tls";
import ipaddr from "ipaddr.js";
import type { CheckedTarget } from "./check-target.ts";
import { type ConnectionProgress, failureKind } from "./failure-kind.ts";
import type { PinnedRequestErrorKind } from "./pinned-request-error.ts";

/** What whoever uses a connection at the moment is told. After `onFailure` nothing more comes. */
export type ConnectionUser = {
  /** The connection stands and leads where it should; told once, right after it was opened. */
  onReady: () => void;
  onBytes: (bytes: Buffer) => void;
  /** The server sends no more. */
  onEnd: () => void;
  onFailure: (kind: PinnedRequestErrorKind, message: string, cause?: unknown) => void;
};

/** A connection to exactly one checked address, with one user at a time. */
export type Connection = {
  openedAtMs: number;
  use(user: ConnectionUser): void;
  write(bytes: Uint8Array): void;
  /** An idle connection does not keep the process alive. */
  keepProcessAlive(isKept: boolean): void;
  destroy(): void;
};

const httpPort = 80;
const httpsPort = 443;

/**
 * Connects to the checked address and to nothing else, past any proxy of the environment. Name, SNI and certificate check are
 * those of the URL.
 * `ca` is PEM of the authorities to trust instead of the system's; for development and tests.
 *
 * Measured on Bun 1.4.5 and Node 20.20: NODE_TLS_REJECT_UNAUTHORIZED=0 turns the certificate check off unless
 * `rejectUnauthorized` is given; a TLS handshake that is destroyed comes to `close` without any `error`.
 */
export function openConnection(
  target: CheckedTarget,
  ca: string | undefined,
  user: ConnectionUser,
): Connection {
  const progress: ConnectionProgress = { isConnected: false, isReady: false };
  let current = user;
  let isOver = false;
  const isTls = target.url.protocol === "https:";
  const socket = isTls ? openTls(target, ca) : openTcp(target);
  const fail: ConnectionUser["onFailure"] = (kind, message, cause) => {
    if (isOver) return;
    isOver = true;
    current.onFailure(kind, message, cause);
    socket.destroy();
  };

  socket.once("connect", () => {
    progress.isConnected = true;
  });
  // Not a byte of a request is handed over before the connection is known to lead where it should.
  socket.once(isTls ? "secureConnect" : "connect", () => {
    progress.isConnected = true;
    progress.isReady = true;
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return fail("connect", "the connection was closed at once");
    // The second locks: a runtime that went elsewhere, or let a certificate pass, is caught before anything is sent.
    if (!isSameAddress(remoteAddress, target.address)) return fail("unsafe_endpoint", "connected elsewhere");
    if (socket instanceof TLSSocket && !socket.authorized) return fail("tls", "the certificate is not valid");
    if (!isOver) current.onReady();
  });
  socket.on("data", (bytes: Buffer) => {
    if (!isOver) current.onBytes(bytes);
  });
  socket.on("end", () => {
    if (!isOver) current.onEnd();
  });
  socket.on("error", (error) => fail(failureKind(error, progress), "the connection failed", error));
  socket.on("close", () => fail("connect", "the connection was closed"));

  return {
    openedAtMs: performance.now(),
    use: (next) => {
      current = next;
    },
    write: (bytes) => void socket.write(bytes),
    keepProcessAlive: (isKept) => void (isKept ? socket.ref() : socket.unref()),
    destroy: () => {
      isOver = true;
      socket.destroy();
    },
  };
}

function openTcp({ url, address }: CheckedTarget): Socket {
  return connectTcp({ host: address, port: Number(url.port || httpPort), noDelay: true });
}

function openTls({ url, address }: CheckedTarget, ca: string | undefined): TLSSocket {
  const hostName = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return connectTls({
    host: address,
    port: Number(url.port || httpsPort),
    // An address is not to be sent in SNI (RFC 6066); the certificate is then checked against the address.
    servername: isIP(hostName) === 0 ? hostName : "",
    // A resumed session is not checked against the name again, so none is handed over.
    rejectUnauthorized: true,
    minVersion: "TLSv1.2",
    ALPNProtocols: ["http/1.1"],
    ...(ca === undefined ? {} : { ca }),
  });
}

function isSameAddress(remoteAddress: string, address: string): boolean {
  if (remoteAddress === address) return true;
  if (!ipaddr.isValid(remoteAddress)) return false;
  return ipaddr.process(remoteAddress).toString() === ipaddr.process(address).toString();
}
