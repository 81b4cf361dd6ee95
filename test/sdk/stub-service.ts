import { once } from "node:events";
import { createServer } from "node:net";
import { type ClientOptions, createClient } from "../../sdk/src/index.ts";

export const apiKey = "svc_key_ExampleExampleExampleExampleExam03lX0S";

type SeenRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
};

type Answer = (request: SeenRequest, signal: AbortSignal) => Response | Promise<Response>;

/** What the service says on every answer. */
export const standardHeaders = {
  "X-RateLimit-Limit": "500",
  "X-RateLimit-Remaining": "499",
  "X-RateLimit-Reset": "1784718900",
  "X-Request-Id": "01981234-5678-7abc-8def-0123456789ab",
};

/**
 * A server on a port of its own that gives the answers in turn (the last one for ever) and writes down what was
 * asked. Close it with `await using`.
 */
export function startStubService(...answers: Answer[]) {
  const seen: SeenRequest[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const asked = {
        method: request.method,
        path: pathname + search,
        headers: request.headers.toJSON(),
        body: await request.text(),
      };
      seen.push(asked);
      const answer = answers[Math.min(seen.length, answers.length) - 1];
      return answer ? answer(asked, request.signal) : new Response(null, { status: 500 });
    },
  });
  const baseUrl = `http://127.0.0.1:${server.port}`;
  return {
    seen,
    baseUrl,
    /** A client of this server that hardly waits between its attempts. */
    client: (options: Partial<ClientOptions> = {}) =>
      createClient({ baseUrl, apiKey, backoffMs: 1, ...options }),
    async [Symbol.asyncDispose]() {
      await server.stop(true);
    },
  };
}

/** A JSON answer with the service's standard headers. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return () => Response.json(body, { status, headers: { ...standardHeaders, ...headers } });
}

/** An error answer; `headers` such as `Retry-After`. */
export function refusal(status: number, error: string, headers: Record<string, string> = {}): Answer {
  return json({ error }, status, headers);
}

/** Never answers, until the caller hangs up. */
export function silence(): Answer {
  return (_, signal) =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve(new Response(null)), { once: true });
    });
}

/**
 * A server whose first connection breaks in the middle of the answer, as when a process dies; later ones get `{}`.
 * Written on sockets, because Bun's server reports a body that fails as a fault of the test.
 */
export async function startBreakingService() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    const answer = connections === 1 ? 'Content-Length: 1000\r\n\r\n{"par' : "Content-Length: 2\r\n\r\n{}";
    socket.on("error", () => {});
    socket.once("data", () => socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n${answer}`));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    connections: () => connections,
    client: (options: Partial<ClientOptions> = {}) =>
      createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey, backoffMs: 1, ...options }),
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}
