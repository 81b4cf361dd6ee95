import type {
  ArticleReport,
  CreatedWebhook,
  CrisisStatement,
  DeletedReportingData,
  ExportJob,
  ExportState,
  Headlines,
  PublicationReport,
  ReportingData,
  SeoCheck,
  WebhookList,
} from "./openapi.ts";
import type {
  ConversionEvent,
  CreatedExport,
  DownloadedExport,
  ExportRequest,
  RecordedConversion,
  WebhookRequest,
} from "./requests.ts";
import type { CallOptions, Result } from "./result.ts";

export type ArticleOperations = {
  /**
   * How a press release did in the last `days` calendar days (1 to 365, 30 when left out).
   *
   * @example
   * ```ts
   * const { data, rateLimit } = await client.articles.getArticlePerformance(42, { days: 7 });
   * console.log(data.performance.views, rateLimit?.remaining);
   * ```
   */
  getArticlePerformance(
    pressReleaseId: number,
    options?: CallOptions & { days?: number | undefined },
  ): Promise<Result<ArticleReport>>;
};

export type ReportOperations = {
  /**
   * A frozen report.
   *
   * @example
   * ```ts
   * const { data } = await client.reports.getPublicationReport(reportId);
   * const { isValid } = await verifyReport(data.report);
   * ```
   */
  getPublicationReport(
    reportId: string,
    options?: CallOptions,
  ): Promise<Result<{ report: PublicationReport }>>;
};

export type ExportOperations = {
  /**
   * Asks for a report as a file. Each call gets an `Idempotency-Key` of its own, so its retries make one job only;
   * give your own key (1 to 100 characters) where you may call again for the same purpose.
   *
   * @example
   * ```ts
   * const { data } = await client.exports.createExport({ scopeType: "article", scopeId: 42, format: "pdf" });
   * ```
   */
  createExport(
    request: ExportRequest,
    options?: CallOptions & { idempotencyKey?: string | undefined },
  ): Promise<Result<CreatedExport>>;
  /** The state of a job. */
  getExport(jobId: string, options?: CallOptions): Promise<Result<ExportState>>;
  /**
   * Asks again and again, ever more slowly, until the job is done. `onProgress` gets the job after each look.
   *
   * @throws {ExportError} `export_failed` or `wait_timeout`; a `NetworkError` where no look was answered in that time.
   * @example
   * ```ts
   * await client.exports.waitForExport(data.id, { onProgress: (job) => console.log(job.status) });
   * ```
   */
  waitForExport(jobId: string, options?: WaitOptions): Promise<Result<ExportState>>;
  /**
   * The file of a completed job, as a stream. `timeoutMs` counts until the stream begins.
   *
   * @example Node
   * ```ts
   * const { data: file } = await client.exports.downloadExport(jobId);
   * await writeFile(file.fileName, file.stream);
   * ```
   * @example Everywhere
   * ```ts
   * const bytes = await new Response(file.stream).arrayBuffer();
   * ```
   */
  downloadExport(jobId: string, options?: CallOptions): Promise<Result<DownloadedExport>>;
};

export type WaitOptions = {
  /** Gets the job after each look. */
  onProgress?: ((job: ExportJob) => void) | undefined;
  /** Ends the wait; the job goes on. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for the whole wait; 300,000 when left out. A last look at its end may take one second more. */
  timeoutMs?: number | undefined;
  /** First pause in milliseconds, more than 0 and at most 2,147,483,647, half as long again after each look, at most 10 s; 500 when left out. */
  pauseMs?: number | undefined;
};

export type WebhookOperations = {
  /** All webhooks of the agency, and the latest 100 attempts to deliver, newest first. */
  listWebhooks(options?: CallOptions): Promise<Result<WebhookList>>;
  /**
   * Registers an endpoint. `data.signingSecret` is shown this once only. Not repeated after a network fault, because
   * the secret of a first success would be lost: look at `listWebhooks`, and disable what you can't verify.
   *
   * @example
   * ```ts
   * const { data } = await client.webhooks.createWebhook({
   *   endpointUrl: "https://agency.example/hooks/reporting",
   *   events: ["export.completed", "release.published"],
   * });
   * await storeSecret(data.signingSecret);
   * ```
   */
  createWebhook(request: WebhookRequest, options?: CallOptions): Promise<Result<CreatedWebhook>>;
  /** Ends the deliveries to an endpoint; past ones stay listed. */
  disableWebhook(webhookId: string, options?: CallOptions): Promise<Result<{ success: true }>>;
};

export type ConversionOperations = {
  /**
   * Reports something that happened because of a press release, signed over exactly the bytes that are sent.
   * Repeat it as often as you like: one `eventId` is stored once.
   *
   * @example
   * ```ts
   * const { data } = await client.conversions.recordConversion({
   *   eventId: order.id,
   *   pressReleaseId: 42,
   *   kind: "purchase",
   *   value: 49.9,
   *   currency: "EUR",
   *   occurredAt: new Date(),
   * });
   * data.duplicate; // false, and true for the same eventId again
   * ```
   */
  recordConversion(event: ConversionEvent, options?: CallOptions): Promise<Result<RecordedConversion>>;
};

export type DataOperations = {
  /** All reporting data of the agency, in memory; take the stream where it may be large. */
  exportReportingData(options?: CallOptions): Promise<Result<ReportingData>>;
  /**
   * The same JSON document as a stream of bytes. `timeoutMs` counts until the stream begins.
   *
   * @example Node
   * ```ts
   * const { data: stream } = await client.data.exportReportingDataStream();
   * await writeFile("reporting-data.json", stream);
   * ```
   */
  exportReportingDataStream(options?: CallOptions): Promise<Result<ReadableStream<Uint8Array>>>;
  /**
   * Deletes all reporting data of the agency, for good. Not repeated after a fault, since what was recorded meanwhile would
   * be lost too: ask `exportReportingData` what is left.
   *
   * @example
   * ```ts
   * const { data } = await client.data.deleteReportingData({ confirm: "DELETE REPORTING DATA" });
   * console.table(data.deleted);
   * ```
   */
  deleteReportingData(
    options: CallOptions & { confirm: "DELETE REPORTING DATA" },
  ): Promise<Result<DeletedReportingData>>;
};

export type ToolOperations = {
  /** A first statement in German for a problem described in at least 10 characters. */
  crisisStatement(problem: string, options?: CallOptions): Promise<Result<CrisisStatement>>;
  /** Headlines in German, usually five, for a topic of 1 to 500 characters. */
  headlines(topic: string, options?: CallOptions): Promise<Result<Headlines>>;
  /** Checks a German press text of at least 50 characters; the first 20,000 are read. */
  checkSeo(text: string, options?: CallOptions): Promise<Result<SeoCheck>>;
};
