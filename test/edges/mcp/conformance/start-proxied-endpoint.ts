import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createEndpoint, type EndpointDeps } from "../../../../service/edges/mcp/endpoint.ts";
import { openToolServer } from "../../../../service/edges/mcp/tool-server.ts";
import { createTransport } from "../../../../service/edges/mcp/transport.ts";
import { ServiceError } from "../../../../service/errors.ts";
import type { AgentCaller } from "../../../../service/features/agent-access/authenticate.ts";
import { createEdge } from "../../../../service/floor/http/edge.ts";
import { createMemoryLimiter } from "../../../../service/floor/limits/memory.ts";
import { createLog } from "../../../../service/log.ts";
import { fixtureToolset } from "./fixture-tools.ts";

const fixedKey = "key-of-the-conformance-run";
const knowsKey = async (headers: Headers): Promise<AgentCaller> => {
  if (headers.get("authorization") !== `Bearer ${fixedKey}`)
    throw new ServiceError("unauthorized", "No key.");
  return { agencyId: 1, keyId: "conformance", key: fixedKey, plan: "agency", hourlyLimit: 100_000 };
};

/**
 * The endpoint's own edge and transport with the fixture tools, behind a proxy that adds a key, or the token of an assistant: the suite
 * sends none.
 */
export async function startProxiedEndpoint({
  bearer = fixedKey,
  authenticate = knowsKey,
}: {
  bearer?: string;
  authenticate?: EndpointDeps["authenticate"];
} = {}): Promise<{ url: string; stop(): Promise<void> }> {
  const proxy = createServer();
  const port = await listen(proxy);
  const publicUrl = `http://localhost:${port}`;
  const log = createLog("silent", () => {});
  const limiter = createMemoryLimiter();
  const endpoint = createEndpoint({
    authenticate,
    limiter,
    log,
    publicUrl,
    allowedOrigins: [],
    resourceMetadataUrl: `${publicUrl}/.well-known/oauth-protected-resource/api/mcp`,
    scopeOf: () => null,
    noteUnscoped: async () => {},
    serve: createTransport(() => openToolServer(fixtureToolset), log),
  });
  const fetch = createEdge(
    { publicUrl, allowedHosts: [], trustedProxies: [], requiresHttps: false, log },
    endpoint,
  );
  const service = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => fetch(request, { address: "127.0.0.1", isTls: false }),
  });
  proxy.on("request", (incoming, outgoing) => {
    const forwarded = httpRequest(
      {
        host: "127.0.0.1",
        port: service.port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, authorization: `Bearer ${bearer}` },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  return {
    url: `${publicUrl}/api/mcp`,
    async stop() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await service.stop(true);
      await limiter.close();
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
