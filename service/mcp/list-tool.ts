import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import type { TSchema } from "@sinclair/typebox";
import type { Tool } from "./tool.ts";

type ListedSchema = ListedTool["inputSchema"];

/** A tool as `tools/list` shows it. */
export function listTool(tool: Tool): ListedTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: listedSchema(tool.input, formatDescription),
    outputSchema: listedSchema(tool.output, formatDescription, outputBounds),
    annotations: tool.hints,
  };
}

type Omission = (name: string, owner: Record<string, unknown>) => boolean;

/** Leaves out the description of dates: their `format` says the same. */
const formatDescription: Omission = (name, { format }) =>
  name === "description" && (format === "date" || format === "date-time");

/** Bounds matter for what is sent; of an answer, a model needs only names and types. */
const outputBounds: Omission = (name, owner) =>
  typeof owner.type === "string" && ["minimum", "maximum", "default", "maxLength", "pattern"].includes(name);

/** TypeBox schemas are JSON Schema but for symbols, which JSON drops. What each model reads at each start is kept short. */
function listedSchema(schema: TSchema, ...omissions: Omission[]): ListedSchema {
  const text = JSON.stringify(schema, function (this: Record<string, unknown>, name: string, value: unknown) {
    return omissions.some((isOmitted) => isOmitted(name, this)) ? undefined : value;
  });
  return JSON.parse(text) as ListedSchema;
}
