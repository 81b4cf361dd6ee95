import { isRecord } from "../../floor/strings/is-record.ts";

/** The little of JSON-RPC 2.0 that the edge needs before the protocol's own library sees a message. */

export type JsonRpcId = string | number | null;

/** Codes of JSON-RPC 2.0, section 5.1; `refused` is the first of those left to servers. */
export const jsonRpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  refused: -32_000,
} as const;

/** True for a message that asks for an answer: it has a method and an id. Notifications have no id, responses no method. */
export function carriesRequest(message: unknown): boolean {
  return isRecord(message) && typeof message.method === "string" && "id" in message;
}

/** The method that a message names; null for a response, an array or anything else. */
export function methodOf(message: unknown): string | null {
  return isRecord(message) && typeof message.method === "string" ? message.method : null;
}

/** The tool that a message calls; null for any other message. */
export function toolNameOf(message: unknown): string | null {
  if (methodOf(message) !== "tools/call" || !isRecord(message) || !isRecord(message.params)) return null;
  return typeof message.params.name === "string" ? message.params.name : null;
}

/** The call of a tool as it came; nothing is checked of its arguments. */
export function toolCallOf(message: unknown): { tool: string; args: unknown } {
  const args = isRecord(message) && isRecord(message.params) ? message.params.arguments : undefined;
  return { tool: toolNameOf(message) ?? "", args: args ?? {} };
}

/** The id that an answer has to repeat; null where the message has none that could be repeated. */
export function idOf(message: unknown): JsonRpcId {
  const id = isRecord(message) ? message.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

/** An error body. `data.error` is the REST code of the same refusal, for programs. Source: JSON-RPC 2.0, section 5.1. */
export function errorBody(
  id: JsonRpcId,
  error: { code: number; message: string; data?: Record<string, unknown> },
): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}
