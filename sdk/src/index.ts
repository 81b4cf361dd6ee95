/**
 * Client, signing and verification for the pr-service Reporting API. No dependencies, WebCrypto only: Node, Bun, Deno,
 * Workers and browsers.
 *
 * @module
 */
export type { ConnectionOptions, Fetch } from "./create-call.ts";
export { type Client, type ClientOptions, createClient } from "./create-client.ts";
export { createTools } from "./create-tools.ts";
export { ExportError } from "./export-error.ts";
export type { RawBody, SigningKey } from "./hmac.ts";
export { NetworkError } from "./network-error.ts";
export type { ReportKey, ReportKeys } from "./report-keys.ts";
export { type FieldErrors, ServiceError } from "./service-error.ts";
export {
  type ConversionSignature,
  type ConversionSignatureCheck,
  conversionToleranceSeconds,
  importConversionKey,
  signConversion,
  verifyConversionSignature,
} from "./sign-conversion.ts";
export { signWebhook, type WebhookSignature } from "./sign-webhook.ts";
export { type TimeStamp, timeStampOf } from "./time-stamp-of.ts";
export type {
  AiVisibility,
  AiVisibilitySummary,
  ArticleReport,
  ChainHead,
  ConversionSummary,
  CreatedWebhook,
  CrisisStatement,
  DeletedReportingData,
  ExportJob,
  ExportState,
  ExternalInsights,
  Headlines,
  Interval,
  MediaMention,
  Performance,
  Provenance,
  PublicationReport,
  ReleaseFigures,
  ReportedRelease,
  ReportIntegrity,
  ReportIntegrityV1,
  ReportingData,
  ReportWindow,
  SearchQueryVisibility,
  SeoCheck,
  SeoCriterion,
  Webhook,
  WebhookDelivery,
  WebhookList,
} from "./types/openapi.ts";
export type * from "./types/operations.ts";
export type * from "./types/requests.ts";
export type * from "./types/result.ts";
export type * from "./types/webhook-event.ts";
export type * from "./types/words.ts";
export {
  type ReportCheck,
  type ReportFault,
  type VerifyReportOptions,
  verifyReport,
} from "./verify-report.ts";
export {
  type ReportChainCheck,
  type ReportChainFault,
  type ReportChainReason,
  type VerifyReportChainOptions,
  verifyReportChain,
} from "./verify-report-chain.ts";
export { verifyWebhook, type WebhookHeaders } from "./verify-webhook.ts";
export { webhookEventTypes } from "./webhook-event-types.ts";
export { type DeliveredMessage, type WebhookHandlerOptions, webhookHandler } from "./webhook-handler.ts";
export { WebhookVerificationError, type WebhookVerificationReason } from "./webhook-verification-error.ts";
