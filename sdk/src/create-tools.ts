import { type ConnectionOptions, createCall } from "./create-call.ts";
import type { CallOptions, Result } from "./types/result.ts";
import type { CrisisStatement, Headlines, SeoCheck } from "./types/tools.ts";

export type ToolOperations = {
  /** A first statement in German for a problem described in at least 10 characters. */
  crisisStatement(problem: string, options?: CallOptions): Promise<Result<CrisisStatement>>;
  /** Headlines in German, usually five, for a topic of 1 to 500 characters. */
  headlines(topic: string, options?: CallOptions): Promise<Result<Headlines>>;
  /** Checks a German press text of at least 50 characters; the first 20,000 are read. */
  checkSeo(text: string, options?: CallOptions): Promise<Result<SeoCheck>>;
};

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
export function createTools(options: ConnectionOptions): ToolOperations {
  const call = createCall(options, null);
  function post<T>(operation: string, tool: string, body: Record<string, string>, callOptions?: CallOptions) {
    return call.json<T>(
      {
        operation,
        method: "POST",
        path: `/api/tools/${tool}`,
        body: JSON.stringify(body),
        isRepeatable: false,
      },
      callOptions,
    );
  }
  return {
    crisisStatement: (problem, own) => post("crisisStatement", "crisis-pr", { problem }, own),
    headlines: (topic, own) => post("headlines", "headline-generator", { topic }, own),
    checkSeo: (text, own) => post("checkSeo", "seo-checker", { text }, own),
  };
}
