import { createServer, type IncomingMessage, type Server } from "node:http";
import { portOf } from "../../../support/port-of.ts";
import { readRequestBody } from "../../../support/read-request-body.ts";

type Answer = { status?: number; headers?: Record<string, string>; body?: string | Uint8Array };
export type Received = { method: string; path: string; headers: IncomingMessage["headers"]; body: string };

/** A server on loopback for one test: `answer` says what a request gets, `received` keeps what came in. */
export async function servePages(answer: (request: Received) => Answer | null | Promise<Answer | null>) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = await readRequestBody(request);
    if (body === null) return;
    const { method = "", url = "", headers } = request;
    const arrived = { method, path: url, headers, body };
    received.push(arrived);
    const answered = (await answer(arrived)) ?? { status: 404 };
    const { status = 200, headers: answerHeaders = {}, body: text = "" } = answered;
    response.writeHead(status, answerHeaders).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${portOf(server)}`, received, close: () => closeServer(server) };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
