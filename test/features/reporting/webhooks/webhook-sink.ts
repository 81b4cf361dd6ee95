type Received = { headers: Headers; body: string; at: number };

/** A receiver of deliveries on loopback. `answer` says what it answers; without one it answers 204. */
export type Sink = {
  url: string;
  received: Received[];
  /** Most requests that were under way at once. */
  mostAtOnce: number;
  answer: (request: Received, index: number) => Response | Promise<Response>;
  stop(): Promise<void>;
};

export function startSink(answer: Sink["answer"] = () => new Response(null, { status: 204 })): Sink {
  const received: Received[] = [];
  let atOnce = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 120,
    async fetch(request) {
      atOnce += 1;
      sink.mostAtOnce = Math.max(sink.mostAtOnce, atOnce);
      const entry = { headers: request.headers, body: await request.text(), at: Date.now() };
      const index = received.push(entry) - 1;
      try {
        return await sink.answer(entry, index);
      } finally {
        atOnce -= 1;
      }
    },
  });
  const sink: Sink = {
    url: `http://127.0.0.1:${server.port}`,
    received,
    mostAtOnce: 0,
    answer,
    stop: () => server.stop(true),
  };
  return sink;
}

/** Waits until `condition` holds; fails the test after `timeoutMs`. */
