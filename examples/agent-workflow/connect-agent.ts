import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { CallTool } from "./workflow.ts";

/** Connects the official client to the agent endpoint. The key is the same as for REST. */
export async function connectAgent({ url, key }: { url: string; key: string }) {
  const client = new Client(
    { name: "agent-workflow", version: "1.0.0" },
    { versionNegotiation: { mode: "auto" } },
  );
  const transport = new StreamableHTTPClientTransport(new URL("/api/mcp", url), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);

  const call: CallTool = async <Result>(name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: args });
    // A refusal is a text for the model: `CODE: what was wrong. What to do next.`
    if (result.isError === true) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
    return result.structuredContent as Result;
  };
  return { call, close: () => client.close() };
}
