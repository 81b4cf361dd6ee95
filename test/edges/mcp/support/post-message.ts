/** A JSON-RPC message of the 2025 generation: the shortest way to speak to the endpoint without a client. */
export function rpc(method: string, params: Record<string, unknown> = {}, id: number | string = 1) {
  return { jsonrpc: "2.0", id, method, params };
}

/** The same as of revision 2026-07-28, which says with every request who speaks which version. */
export function modernRpc(method: string, params: Record<string, unknown> = {}, id: number | string = 1) {
  return {
    jsonrpc: "2.0",
    id,
    method,
    params: {
      ...params,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  };
}

/** The headers that go with a message of revision 2026-07-28. */
export function modernHeaders(method: string, name?: string): Record<string, string> {
  return {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(name === undefined ? {} : { "mcp-name": name }),
  };
}

/** Posts a message (or raw text) to the endpoint, with a key unless it is null. */
export async function postMessage(
  url: string,
  key: string | null,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return await fetch(`${url}/api/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof message === "string" ? message : JSON.stringify(message),
  });
}

export type ToolAnswer = {
  structuredContent?: Record<string, unknown>;
  content: { type: string; text: string }[];
  isError?: boolean;
  _meta?: { code?: string; details?: Record<string, unknown> };
};

/** Calls a tool and returns its result; throws where the protocol itself refused. */
export async function callTool(
  url: string,
  key: string,
  name: string,
  args: Record<string, unknown> = {},
): Promise<ToolAnswer> {
  const response = await postMessage(url, key, rpc("tools/call", { name, arguments: args }));
  const body = (await response.json()) as { result?: ToolAnswer; error?: unknown };
  if (body.result === undefined) throw new Error(`No result: ${response.status} ${JSON.stringify(body)}`);
  return body.result;
}
