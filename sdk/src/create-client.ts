import { type ConnectionOptions, createCall } from "./create-call.ts";
import { createTools } from "./create-tools.ts";
import { fileNameOf, streamOf } from "./read-attachment.ts";
import { signConversion } from "./sign-conversion.ts";
import type {
  ArticleOperations,
  ConversionOperations,
  DataOperations,
  ExportOperations,
  ReportOperations,
  ToolOperations,
  WebhookOperations,
} from "./types/operations.ts";
import { waitForExport } from "./wait-for-export.ts";

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
export function createClient(connection: ClientOptions): Client {
  const { apiKey } = connection;
  if (typeof apiKey !== "string" || !keyShape.test(apiKey)) {
    throw new TypeError("apiKey must be the key as shown: not empty, no space or line break.");
  }
  const call = createCall(connection, "/api/reporting/v1/", apiKey);
  const getExport: ExportOperations["getExport"] = (jobId, options) =>
    call("getExport", ["exports", jobId], { options });
  return {
    articles: {
      getArticlePerformance: (pressReleaseId, options) =>
        call("getArticlePerformance", ["articles", `${pressReleaseId}`], {
          query: options?.days === undefined ? "" : `?days=${encodeURIComponent(options.days)}`,
          options,
        }),
    },
    reports: {
      getPublicationReport: (reportId, options) =>
        call("getPublicationReport", ["reports", reportId], { options }),
    },
    exports: {
      createExport: async (body, options) =>
        call("createExport", ["exports"], {
          method: "POST",
          body,
          headers: { "Idempotency-Key": options?.idempotencyKey ?? crypto.randomUUID() },
          options,
        }),
      getExport,
      waitForExport: (jobId, options) => waitForExport(getExport, jobId, options),
      downloadExport: (jobId, options) =>
        call("downloadExport", ["exports", jobId, "download"], {
          read: (response) => ({
            stream: streamOf(response),
            fileName: fileNameOf(response.headers.get("content-disposition")),
            contentType: response.headers.get("content-type") ?? "application/octet-stream",
          }),
          options,
        }),
    },
    webhooks: {
      listWebhooks: (options) => call("listWebhooks", ["webhooks"], { options }),
      createWebhook: (body, options) =>
        call("createWebhook", ["webhooks"], { method: "POST", body, actsAgain: true, options }),
      disableWebhook: (webhookId, options) =>
        call("disableWebhook", ["webhooks", webhookId], { method: "DELETE", options }),
    },
    conversions: {
      recordConversion: (event, options) =>
        call("recordConversion", ["conversions"], {
          method: "POST",
          body: event,
          sign: (body) => signConversion({ apiKey, body }),
          options,
        }),
    },
    data: {
      exportReportingData: (options) => call("exportReportingData", ["data"], { options }),
      exportReportingDataStream: (options) =>
        call("exportReportingDataStream", ["data"], { read: streamOf, options }),
      async deleteReportingData(options) {
        const { confirm } = options;
        if (confirm !== "DELETE REPORTING DATA") {
          throw new TypeError('confirm must be "DELETE REPORTING DATA".');
        }
        return call("deleteReportingData", ["data"], {
          method: "DELETE",
          headers: { "X-Service-Confirm": confirm },
          actsAgain: true,
          options,
        });
      },
    },
    tools: createTools(connection),
  };
}
