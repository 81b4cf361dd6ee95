import { type Cors, createCors } from "../../floor/http/cors.ts";

/** What the official clients send (MCP, "Transports"), and the two ways to send a key. */
const allowed = [
  "Authorization",
  "X-API-Key",
  "Content-Type",
  "X-Request-Id",
  "Mcp-Protocol-Version",
  "Mcp-Session-Id",
  "Mcp-Method",
  "Mcp-Name",
  "Last-Event-ID",
];

/** Lets pages of named origins use the agent endpoint, and get tokens for it: `WWW-Authenticate` says where. */
export function createAgentCors(allowedOrigins: readonly string[]): Cors {
  return createCors(allowedOrigins, { allowed, exposed: ["WWW-Authenticate"] });
}
