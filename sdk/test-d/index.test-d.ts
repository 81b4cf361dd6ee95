import { expectAssignable, expectError, expectNotAssignable, expectType } from "tsd";
import {
  type ArticleReport,
  type Client,
  type ConversionSignature,
  type ConversionSignatureCheck,
  type CreatedExport,
  createClient,
  createTools,
  ExportError,
  type ExportJob,
  type ExportState,
  type FieldErrors,
  NetworkError,
  type RateLimit,
  type ReportChainCheck,
  type ReportCheck,
  type Result,
  ServiceError,
  signConversion,
  signWebhook,
  verifyConversionSignature,
  verifyReport,
  verifyReportChain,
  verifyWebhook,
  type WebhookEvent,
  type WebhookEventOf,
  type WebhookEventType,
  WebhookVerificationError,
  type WebhookVerificationReason,
  webhookEventTypes,
  webhookHandler,
} from "../dist/index.js";

const client = createClient({ baseUrl: "https://reporting.example", apiKey: "key" });
const signal = new AbortController().signal;

// A client, and what it takes.
expectType<Client>(client);
expectError(createClient({ baseUrl: "https://reporting.example" }));
expectAssignable<Parameters<typeof createClient>[0]>({
  baseUrl: "",
  apiKey: "",
  fetch,
  timeoutMs: 1,
  retries: 0,
  backoffMs: 1,
});
expectError(createTools({ baseUrl: "", apiKey: "no key here" }));

// Every answer is typed, with the rate limit beside it.
const performance = await client.articles.getArticlePerformance(1, { days: 7, signal, timeoutMs: 1 });
expectType<Result<ArticleReport>>(performance);
expectType<RateLimit | null>(performance.rateLimit);
expectType<string | null>(performance.requestId);
expectType<number>(performance.data.performance.views);
expectType<string | null>(performance.data.release.publishedAt);
expectError(client.articles.getArticlePerformance("1"));

expectType<Result<CreatedExport>>(
  await client.exports.createExport(
    { scopeType: "campaign", scopeId: "uuid", format: "pdf" },
    { idempotencyKey: "k" },
  ),
);
expectError(client.exports.createExport({ scopeType: "article", scopeId: 1, format: "docx" }));
expectType<Result<ExportState>>(
  await client.exports.waitForExport("id", { onProgress: (job) => expectType<ExportJob>(job), signal }),
);
expectType<ReadableStream<Uint8Array>>((await client.exports.downloadExport("id")).data.stream);

expectError(client.webhooks.createWebhook({ endpointUrl: "", events: ["release.renamed"] }));
expectType<string>(
  (await client.webhooks.createWebhook({ endpointUrl: "", events: webhookEventTypes })).data.signingSecret,
);
expectType<{ success: true }>((await client.webhooks.disableWebhook("id")).data);

expectAssignable<Parameters<Client["conversions"]["recordConversion"]>[0]>({
  eventId: "",
  pressReleaseId: 1,
  kind: "",
  occurredAt: new Date(),
});
expectError(client.conversions.recordConversion({ eventId: "", pressReleaseId: 1, kind: "" }));
expectError(
  client.conversions.recordConversion({
    eventId: "",
    pressReleaseId: 1,
    kind: "",
    value: "1",
    occurredAt: "",
  }),
);

expectType<Record<string, number>>(
  (await client.data.deleteReportingData({ confirm: "DELETE REPORTING DATA" })).data.deleted,
);
expectError(client.data.deleteReportingData({ confirm: "yes" }));
expectError(client.data.deleteReportingData());

expectType<string>((await client.tools.crisisStatement("")).data.statement);
expectType<string[]>((await client.tools.headlines("")).data.headlines);
expectType<number>((await client.tools.checkSeo("")).data.score);

// A webhook event is narrowed by its type.
const event = await verifyWebhook({ body: new Uint8Array(), headers: new Headers(), secret: "" });
expectType<WebhookEvent>(event);
expectType<number>(event.data.agencyId);
expectError(event.data.downloadUrl);
if (event.type === "export.completed") expectType<string>(event.data.downloadUrl);
if (event.type === "approval.changes_requested") expectType<string | null>(event.data.comment);
if (event.type === "conversion.recorded") expectType<string | null>(event.data.value);
expectAssignable<Parameters<typeof verifyWebhook>[0]["headers"]>({ a: "b", c: ["d"], e: undefined });
expectNotAssignable<WebhookEventType>("release.renamed");

const receive = webhookHandler({
  secret: "",
  on: { "release.published": (published) => expectType<WebhookEventOf<"release.published">>(published) },
  onOther: (other, { messageId, test }) => {
    expectType<WebhookEvent>(other);
    expectType<string>(messageId);
    expectType<boolean>(test);
  },
});
expectType<Promise<Response>>(receive(new Request("https://a.example")));
expectError(webhookHandler({ secret: "", on: { "release.renamed": () => {} } }));

// Signing and checking.
expectType<ConversionSignature>(await signConversion({ apiKey: "", body: new ArrayBuffer(1) }));
expectError(signConversion({ apiKey: "", body: { eventId: "" } }));
expectAssignable<Record<string, string>>((await signConversion({ apiKey: "", body: "" })).headers);
const check = await verifyConversionSignature({
  apiKey: "",
  body: "",
  timestamp: null,
  signature: undefined,
});
expectType<ConversionSignatureCheck>(check);
if (!check.isValid) {
  expectType<"malformed_timestamp" | "stale_timestamp" | "malformed_signature" | "wrong_signature">(
    check.reason,
  );
}
expectType<string>(
  (await signWebhook({ secret: "", id: "", timestamp: 1, body: "" })).headers["webhook-signature"],
);
expectType<ReportCheck>(await verifyReport({}));
expectType<ReportChainCheck>(await verifyReportChain([]));

// Errors tell what they know.
declare const error: unknown;
if (error instanceof ServiceError) {
  expectType<string>(error.code);
  expectType<number>(error.status);
  expectType<FieldErrors | null>(error.details);
  expectType<string | null>(error.hint);
  expectType<number | null>(error.retryAfterSeconds);
}
if (error instanceof NetworkError) expectType<"timeout" | "network">(error.code);
if (error instanceof ExportError) expectType<ExportJob>(error.job);
if (error instanceof WebhookVerificationError) expectType<WebhookVerificationReason>(error.reason);
