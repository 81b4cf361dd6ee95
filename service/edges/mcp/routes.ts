import { Elysia } from "elysia";
import { createAgentCors } from "../../features/agent-access/agent-cors.ts";
import { resourceMetadataPath } from "../../features/agent-access/routes.ts";
import { auditCall } from "./call-tool.ts";
import { createEndpoint, type EndpointDeps, endpointPath } from "./endpoint.ts";
import { tools } from "./tools.ts";
import { createToolset, type ToolsetDeps } from "./toolset.ts";
import type { Serve } from "./transport.ts";

/** The agent endpoint. Every method comes here, so that the edge itself says how to connect. */
export function mcpRoutes(
  deps: Omit<EndpointDeps, "serve" | "scopeOf" | "noteUnscoped" | "resourceMetadataUrl"> & ToolsetDeps,
) {
  const toolsetOf = createToolset(tools, deps);
  // The protocol's library is loaded with the first message, because a service without agents never needs its 9 MB.
  let opening: Promise<Serve> | undefined;
  const open = async () => {
    const [{ createTransport }, { openToolServer }] = await Promise.all([
      import("./transport.ts"),
      import("./tool-server.ts"),
    ]);
    return createTransport((call) => openToolServer(toolsetOf(call)), deps.log);
  };
  const serve: Serve = async (request, message, call) => {
    opening ??= open();
    return await (await opening)(request, message, call);
  };
  const scopeByTool = new Map(tools.map(({ name, scope }) => [name, scope]));
  const endpoint = createEndpoint({
    ...deps,
    serve,
    scopeOf: (toolName) => scopeByTool.get(toolName) ?? null,
    noteUnscoped: async ({ caller: { agencyId, keyId }, ...call }) =>
      await auditCall(
        { ...deps, agencyId, actor: { type: "agent", id: keyId }, requestId: call.requestId },
        { ...call, resultCode: "INSUFFICIENT_SCOPE", startedAtMs: performance.now() },
      ),
    resourceMetadataUrl: deps.publicUrl + resourceMetadataPath,
  });
  const cors = createAgentCors(deps.allowedOrigins);
  return new Elysia().all(endpointPath, ({ request }) => cors.answerNamed(request, endpoint), {
    parse: "none",
    detail: { hide: true },
  });
}
