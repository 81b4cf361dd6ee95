import { type ArticleOperations, articleOperations } from "./article-operations.ts";
import { type ConversionOperations, conversionOperations } from "./conversion-operations.ts";
import { type ConnectionOptions, createCall } from "./create-call.ts";
import { createTools, type ToolOperations } from "./create-tools.ts";
import { type DataOperations, dataOperations } from "./data-operations.ts";
import { type ExportOperations, exportOperations } from "./export-operations.ts";
import { type ReportOperations, reportOperations } from "./report-operations.ts";
import { type WebhookOperations, webhookOperations } from "./webhook-operations.ts";

export type ClientOptions = ConnectionOptions & {
  /** An API key of the agency (`svc_key_…`). Keep it on a server: it also signs conversions. */
  apiKey: string;
};

export type Client = {
  articles: ArticleOperations;
  reports: ReportOperations;
  exports: ExportOperations;
  webhooks: WebhookOperations;
  conversions: ConversionOperations;
  data: DataOperations;
  tools: ToolOperations;
};

/** What may stand in a header; a line break from a file or a variable may not. */
const keyShape = /^[!-~]+$/;

/**
 * A client for the Reporting API and the public tools. Every operation resolves to
 * `{ data, rateLimit, requestId }`, or rejects with a `ServiceError` (the service refused) or a `NetworkError` (no answer).
 *
 * 429, 503 and network faults are repeated with growing waits, `Retry-After` honoured up to 30 s, but never a call that could
 * act twice. The object holds the key in a closure: printing it shows nothing.
 *
 * @throws {TypeError} for a `baseUrl` or `apiKey` that can't be one.
 * @example
 * ```ts
 * const client = createClient({ baseUrl: "https://reporting.example", apiKey });
 * const { data, rateLimit } = await client.articles.getArticlePerformance(42);
 * console.log(data.performance.views, rateLimit?.remaining);
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const { apiKey } = options;
  if (typeof apiKey !== "string" || !keyShape.test(apiKey)) {
    throw new TypeError("apiKey must be the key as it was shown: no spaces, no line break, not empty.");
  }
  const call = createCall(options, apiKey);
  return {
    articles: articleOperations(call),
    reports: reportOperations(call),
    exports: exportOperations(call),
    webhooks: webhookOperations(call),
    conversions: conversionOperations(call, apiKey),
    data: dataOperations(call),
    tools: createTools(options),
  };
}
