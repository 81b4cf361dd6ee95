import { createServer, type IncomingMessage, type Server } from "node:http";

type Answer = { status?: number; headers?: Record<string, string>; body?: string | Uint8Array };
export type Received = { method: string; path: string; headers: IncomingMessage["headers"]; body: string };

/** A server on loopback for one test: `answer` says what a request gets, `received` keeps what came in. */
export async function servePages(answer: (request: Received) => Answer | null) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    const arrived = { method, path: url, headers, body: Buffer.concat(chunks).toString("utf8") };
    received.push(arrived);
    const { status = 200, headers: answerHeaders = {}, body = "" } = answer(arrived) ?? { status: 404 };
    response.writeHead(status, answerHeaders).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${portOf(server)}`, received, close: () => closeServer(server) };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the test server has no port");
  return address.port;
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
