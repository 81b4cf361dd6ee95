import { type ConnectionOptions, createCall } from "./create-call.ts";
import type { ToolOperations } from "./types/operations.ts";
import type { CallOptions } from "./types/result.ts";

/**
 * The three public tools, which take no key: for pages in a browser. `client.tools` is the same.
 * Five calls in 15 minutes are allowed to each address, so only a 429 with a short `Retry-After` is repeated.
 *
 * @example
 * ```ts
 * const tools = createTools({ baseUrl: "https://reporting.example" });
 * const { data } = await tools.headlines("Neues Werk in Rostock");
 * console.log(data.headlines);
 * ```
 */
export function createTools(connection: ConnectionOptions): ToolOperations {
  const call = createCall(connection, "/api/tools/");
  function post<T>(operation: string, tool: string, body: Record<string, string>, options?: CallOptions) {
    return call<T>(operation, [tool], { method: "POST", body, actsAgain: true, options });
  }
  return {
    crisisStatement: (problem, options) => post("crisisStatement", "crisis-pr", { problem }, options),
    headlines: (topic, options) => post("headlines", "headline-generator", { topic }, options),
    checkSeo: (text, options) => post("checkSeo", "seo-checker", { text }, options),
  };
}
