import { Elysia } from "elysia";
import { answerPlainCalls } from "./answer-plain-calls.ts";
import { createEndpoint, type EndpointDeps, endpointPath } from "./endpoint.ts";
import { openToolServer } from "./tool-server.ts";
import { tools } from "./tools.ts";
import { createToolset, type ToolsetDeps } from "./toolset.ts";
import { createTransport } from "./transport.ts";

/** The agent endpoint. Every method comes here, so that the edge itself says how to connect. */
export function mcpRoutes(deps: Omit<EndpointDeps, "serve"> & ToolsetDeps) {
  const toolsetOf = createToolset(tools, deps);
  const serve = createTransport((call) => openToolServer(toolsetOf(call)), deps.log);
  const endpoint = createEndpoint({ ...deps, serve: answerPlainCalls(toolsetOf, serve) });
  return new Elysia().all(endpointPath, ({ request }) => endpoint(request), {
    parse: "none",
    detail: { hide: true },
  });
}
