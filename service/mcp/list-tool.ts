import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import type { TSchema } from "@sinclair/typebox";
import type { Tool } from "./tool.ts";

type ListedSchema = ListedTool["inputSchema"];

/** A tool as `tools/list` shows it. */
export function listTool(tool: Tool): ListedTool {
  const { name, title, description, hints, input, output } = tool;
  return {
    name,
    title,
    description,
    inputSchema: asJson(input),
    outputSchema: asJson(output),
    annotations: { title, ...hints },
  };
}

/** TypeBox schemas are JSON Schema already, but for symbols that JSON does not have. */
function asJson(schema: TSchema): ListedSchema {
  return JSON.parse(JSON.stringify(schema)) as ListedSchema;
}
