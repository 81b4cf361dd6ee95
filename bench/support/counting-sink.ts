/** A receiver that answers 204 at once and knows when the first and the last of a round's requests came. */
export type CountingSink = {
  url: string;
  /** Starts a round; answers requests a second, from the first to the last of `count`. */
  receive(count: number): Promise<number>;
  stop(): Promise<void>;
};

export function startCountingSink(): CountingSink {
  let [left, startedAt] = [0, 0];
  let complete = Promise.withResolvers<number>();
  let count = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 120,
    async fetch(request) {
      await request.arrayBuffer();
      if (left === count) startedAt = performance.now();
      left -= 1;
      if (left === 0) complete.resolve(((count - 1) * 1_000) / (performance.now() - startedAt));
      return new Response(null, { status: 204 });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    receive(messages) {
      [left, count] = [messages, messages];
      complete = Promise.withResolvers();
      return complete.promise;
    },
    stop: () => server.stop(true),
  };
}
