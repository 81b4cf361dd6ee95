import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import type { Sql } from "../db/open.ts";
import type { Log } from "../log.ts";
import { callTool } from "./call-tool.ts";
import { listTool } from "./list-tool.ts";
import type { Tool } from "./tool.ts";
import type { Toolset } from "./tool-server.ts";
import type { Call } from "./transport.ts";

/** Binds the tools to whoever calls: the key acts, and only on its agency's data. */
export function createToolset(
  tools: readonly Tool[],
  deps: { sql: Sql; log: Log; publicUrl: string },
): (call: Call) => Toolset {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const listed: ListedTool[] = tools.map(listTool);
  return ({ caller, requestId }) => ({
    listed,
    call(name, args) {
      const tool = byName.get(name);
      if (tool === undefined) return null;
      const { agencyId, keyId } = caller;
      return callTool(tool, args, { ...deps, agencyId, actor: { type: "api_key", id: keyId }, requestId });
    },
  });
}
