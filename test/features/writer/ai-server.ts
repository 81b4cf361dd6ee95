import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readRequestBody } from "../../support/read-request-body.ts";

type AiRequest = {
  authorization: string | undefined;
  path: string | undefined;
  body: Record<string, unknown>;
};
export type AiReply = (response: ServerResponse, request: AiRequest) => void | Promise<void>;
export type AiServer = { baseUrl: string; requests: AiRequest[]; close: () => Promise<void> };

/** Starts a server that speaks the chat completion protocol and answers the n-th request with the n-th reply, later ones with the last. */
export async function startAiServer(...replies: AiReply[]): Promise<AiServer> {
  const requests: AiRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    if (request === null) return;
    requests.push(request);
    const reply = replies[Math.min(requests.length, replies.length) - 1];
    await reply?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readRequest(incoming: IncomingMessage): Promise<AiRequest | null> {
  const text = await readRequestBody(incoming);
  if (text === null) return null;
  return { authorization: incoming.headers.authorization, path: incoming.url, body: JSON.parse(text) };
}

/** A regular answer whose message holds the content given. */
export function says(content: string | null, extra: Record<string, unknown> = {}): AiReply {
  return (response) => {
    const message = { role: "assistant", content, refusal: null, ...extra };
    sendJson(response, 200, {
      id: "1",
      object: "chat.completion",
      created: 1,
      model: "m",
      choices: [{ index: 0, finish_reason: "stop", message }],
    });
  };
}

export function fails(status: number, error: Record<string, unknown> = { message: "no" }): AiReply {
  return (response) => sendJson(response, status, { error });
}

/** Sends bytes as they are. */
export function sends(body: string, contentType: string, status = 200): AiReply {
  return (response) => {
    response.writeHead(status, { "content-type": contentType });
    response.end(body);
  };
}

/** Announces more than it sends and hangs up. */
export const hangsUp: AiReply = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
  response.write('{"choices": [{"mess');
  setTimeout(() => response.destroy(), 20);
};

/** Never answers. */
export const isSilent: AiReply = () => {};

/** Sends its answer without end, in chunks. */
export const isEndless: AiReply = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const chunk = " ".repeat(64 * 1024);
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", write);
  write();
};

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
