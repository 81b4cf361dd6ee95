export type TlsProxy = { url: string; stop: () => Promise<void> };

/** The proxy that ends TLS before the service at `target`: a port of a container is plain HTTP from elsewhere, which is refused. */
export function startProxy(target: string): TlsProxy {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    // Bun's own longest: a restart of the service is not the proxy's business.
    idleTimeout: 255,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set("x-forwarded-proto", "https");
      headers.set("x-forwarded-for", "127.0.0.1");
      const { method } = request;
      const body = method === "GET" || method === "HEAD" ? null : await request.arrayBuffer();
      // Passed on as it comes: what was compressed stays it.
      const options = { method, headers, body, redirect: "manual", decompress: false } as const;
      return await fetch(target + pathname + search, options).catch(
        () => new Response("The service does not answer.", { status: 502 }),
      );
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}
