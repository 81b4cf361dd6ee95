import {
  Client as ClientOfTwo,
  StreamableHTTPClientTransport as TransportOfTwo,
} from "@modelcontextprotocol/client";
import { Client as ClientOfOne } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportOfOne } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport as TransportTypeOfOne } from "@modelcontextprotocol/sdk/shared/transport.js";

type Result = { isError?: boolean | undefined; content: unknown; structuredContent?: unknown };

/** What the tests need of any of the official clients. */
type AnyClient = {
  /** The revision that client and server agreed on. */
  protocolVersion: string | undefined;
  listToolNames(): Promise<string[]>;
  callTool(name: string, args: Record<string, unknown>): Promise<Result>;
  close(): Promise<void>;
};

type Connect = (url: string, key: string) => Promise<AnyClient>;

const info = { name: "test", version: "1.0.0" };
const headersWith = (key: string) => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } });
const endpointOf = (url: string) => new URL("/api/mcp", url);

/** The official clients, in every way that they open a connection. */
export const officialClients: Record<string, { connect: Connect; protocolVersion: string }> = {
  "@modelcontextprotocol/client 2.x with the older handshake": {
    connect: connectTwo("legacy"),
    protocolVersion: "2025-11-25",
  },
  "@modelcontextprotocol/client 2.x without a handshake": {
    connect: connectTwo("auto"),
    protocolVersion: "2026-07-28",
  },
  "@modelcontextprotocol/sdk 1.x": { connect: connectOne, protocolVersion: "2025-11-25" },
};

function connectTwo(mode: "legacy" | "auto"): Connect {
  return async (url, key) => {
    const client = new ClientOfTwo(info, { versionNegotiation: { mode } });
    await client.connect(new TransportOfTwo(endpointOf(url), headersWith(key)));
    return {
      protocolVersion: client.getNegotiatedProtocolVersion(),
      listToolNames: async () => (await client.listTools()).tools.map((tool) => tool.name),
      callTool: (name, args) => client.callTool({ name, arguments: args }),
      close: () => client.close(),
    };
  };
}

async function connectOne(url: string, key: string): Promise<AnyClient> {
  const client = new ClientOfOne(info);
  const transport = new TransportOfOne(endpointOf(url), headersWith(key));
  // Its types say `sessionId?: string`, which this project's stricter ones read as never undefined.
  await client.connect(transport as TransportTypeOfOne);
  return {
    protocolVersion: transport.protocolVersion,
    listToolNames: async () => (await client.listTools()).tools.map((tool) => tool.name),
    callTool: async (name, args) => {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
      return { content, structuredContent, ...(typeof isError === "boolean" ? { isError } : {}) };
    },
    close: () => client.close(),
  };
}
