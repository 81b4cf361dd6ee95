import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import type { Certificate } from "./certificates.ts";

/** A server of the test on loopback. `received` has the text that came, connection by connection. */
export type Receiver = {
  port: number;
  received: string[];
  /** The server names of the TLS handshakes, false where none was sent. */
  serverNames: (string | false | null)[];
  /** Settles when a connection was closed, however that came about. */
  closed: Promise<void>;
} & AsyncDisposable;

/** How a receiver behaves: called once for each connection, and once for the first bytes on it. */
export type Behaviour = { onConnection?: (socket: Socket) => void; onRequest?: (socket: Socket) => void };

export async function startReceiver(behaviour: Behaviour, certificate?: Certificate): Promise<Receiver> {
  const received: string[] = [];
  const serverNames: Receiver["serverNames"] = [];
  const sockets = new Set<Socket>();
  const { promise: closed, resolve: reportClosed } = Promise.withResolvers<void>();
  const accept = (socket: Socket) => {
    const index = received.push("") - 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      sockets.delete(socket);
      reportClosed();
    });
    socket.on("data", (chunk) => {
      received[index] += chunk.toString("latin1");
    });
    if (behaviour.onRequest !== undefined) socket.once("data", () => behaviour.onRequest?.(socket));
    behaviour.onConnection?.(socket);
  };
  const acceptTls = (socket: TLSSocket) => {
    serverNames.push(socket.servername);
    accept(socket);
  };
  const server: Server =
    certificate === undefined ? createTcpServer(accept) : createTlsServer(certificate, acceptTls);
  server.on("tlsClientError", () => reportClosed());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver has no port");
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { port: address.port, received, serverNames, closed, [Symbol.asyncDispose]: stop };
}

/** Answers the first request with a text and closes. */
export function answering(text: string): Behaviour {
  return { onRequest: (socket) => socket.end(text, "latin1") };
}

export const noContent = "HTTP/1.1 204 No Content\r\n\r\n";

/** Answers each request of a connection; `answer` gets its number, counted from 1, and writes what it likes. */
export function answeringEach(answer: (socket: Socket, request: number) => void): Behaviour {
  return {
    onConnection(socket) {
      let requests = 0;
      socket.on("data", () => {
        requests += 1;
        answer(socket, requests);
      });
    },
  };
}

export const polite = answeringEach((socket) => socket.write(noContent));

/** Answers with a head, and then sends `piece` again and again until the connection is closed. */
export function streaming(head: string, piece: string): Behaviour {
  return {
    onRequest: (socket) => {
      socket.write(head, "latin1");
      const timer = setInterval(() => socket.write(piece, "latin1"), 2);
      socket.on("close", () => clearInterval(timer));
    },
  };
}
