import { callConversions, conversionBody } from "../../support/conversion-call.ts";
import type { TestAgency, TestRelease, TestService } from "../../support/service.ts";
import { hintCalls } from "./hint-calls.ts";

/** What each call has to be answered with: its code, and what its hint has to name. */
export type Case = { operationId: string; code: string; names: RegExp; call: () => Promise<Response> };

type Scene = { service: Pick<TestService, "url" | "sql">; agency: TestAgency; release: TestRelease };

export const unknownId = "019aa000-0000-7000-8000-00000000dead";

/** Answers of single operations. */
export function ownCases({ service, agency, release }: Scene): Case[] {
  const { send, downloadOf, hookTwice, hooksUpTo } = hintCalls({ service, agency });
  const { key } = agency;
  const exportsPath = "/api/reporting/v1/exports";
  const order = (
    body: unknown,
    headers: Record<string, string> = { "Idempotency-Key": crypto.randomUUID() },
  ) => send("POST", exportsPath, { key, headers, body: JSON.stringify(body) });
  const hook = (body: string) => send("POST", "/api/reporting/v1/webhooks", { key, body });
  const converse = (changes: Record<string, unknown>, headers: Record<string, string> = {}) =>
    callConversions({
      url: service.url,
      key,
      body: conversionBody(release.pressReleaseId, changes),
      headers: { "X-Forwarded-Proto": "https", ...headers },
    });
  const signedRaw = (body: string) =>
    callConversions({ url: service.url, key, body, headers: { "X-Forwarded-Proto": "https" } });
  const article = "/api/reporting/v1/articles";
  const large = JSON.stringify({ padding: "x".repeat(17 * 1024) });
  const scoped = { scopeType: "article", scopeId: release.pressReleaseId, format: "csv" };
  return [
    {
      operationId: "getArticlePerformance",
      code: "not_found",
      names: /^pressReleaseId:/,
      call: () => send("GET", `${article}/2000000000`, { key }),
    },
    {
      operationId: "getArticlePerformance",
      code: "invalid_parameters",
      names: /^pressReleaseId: must be a whole number of at least 1\.$/,
      call: () => send("GET", `${article}/0`, { key }),
    },
    {
      operationId: "getArticlePerformance",
      code: "invalid_parameters",
      names: /^days: must be a whole number from 1 to 365\.$/,
      call: () => send("GET", `${article}/${release.pressReleaseId}?days=366`, { key }),
    },
    {
      operationId: "getArticlePerformance",
      code: "invalid_parameters",
      names: /^days:.*once/,
      call: () => send("GET", `${article}/1?days=1&days=2`, { key }),
    },
    {
      operationId: "getArticlePerformance",
      code: "invalid_request",
      names: /Content-Encoding/,
      call: () => send("GET", `${article}/1`, { key, headers: { "Content-Encoding": "gzip" } }),
    },
    {
      operationId: "getPublicationReport",
      code: "not_found",
      names: /^reportId:/,
      call: () => send("GET", `/api/reporting/v1/reports/${unknownId}`, { key }),
    },
    {
      operationId: "getPublicationReport",
      code: "not_found",
      names: /^reportId:.*UUID/,
      call: () => send("GET", "/api/reporting/v1/reports/7", { key }),
    },
    {
      operationId: "getReportingExport",
      code: "not_found",
      names: /^jobId:/,
      call: () => send("GET", `${exportsPath}/${unknownId}`, { key }),
    },
    {
      operationId: "downloadReportingExport",
      code: "not_found",
      names: /^jobId:/,
      call: () => send("GET", `${exportsPath}/${unknownId}/download`, { key }),
    },
    {
      operationId: "downloadReportingExport",
      code: "export_not_ready",
      names: /^jobId:/,
      call: () => downloadOf(scoped, null),
    },
    {
      operationId: "downloadReportingExport",
      code: "export_expired",
      names: /^jobId:/,
      call: () => downloadOf(scoped, "expired"),
    },
    {
      operationId: "createReportingExport",
      code: "idempotency_key_required",
      names: /^Idempotency-Key:/,
      call: () => order(scoped, {}),
    },
    {
      operationId: "createReportingExport",
      code: "invalid_body",
      names: /^format: is required and must be one of pdf, csv, json\.$/,
      call: () => order({ ...scoped, format: undefined }),
    },
    {
      operationId: "createReportingExport",
      code: "invalid_body",
      names: /^scopeId:/,
      call: () => order({ ...scoped, scopeId: "abc" }),
    },
    {
      operationId: "createReportingExport",
      code: "invalid_body",
      names: /^body:/,
      call: () => send("POST", exportsPath, { key, headers: { "Idempotency-Key": "k" }, body: "{" }),
    },
    {
      operationId: "createReportingExport",
      code: "scope_not_found",
      names: /^scopeId:/,
      call: () => order({ ...scoped, scopeId: 2_000_000_000 }),
    },
    {
      operationId: "createReportingExport",
      code: "scope_not_found",
      names: /^reportId:/,
      call: () => order({ reportId: unknownId, format: "csv" }),
    },
    {
      operationId: "createReportingExport",
      code: "payload_too_large",
      names: /^body:.*16384/,
      call: () => send("POST", exportsPath, { key, headers: { "Idempotency-Key": "k" }, body: large }),
    },
    {
      operationId: "createReportingWebhook",
      code: "invalid_body",
      names: /^endpointUrl: is required/,
      call: () => hook("{}"),
    },
    {
      operationId: "createReportingWebhook",
      code: "invalid_body",
      names: /^events: must be a list of at least 1/,
      call: () => hook('{"endpointUrl":"https://192.0.2.7/","events":[]}'),
    },
    {
      operationId: "createReportingWebhook",
      code: "unsafe_endpoint",
      names: /^endpointUrl:/,
      call: () => hook('{"endpointUrl":"https://127.0.0.1/","events":["export.completed"]}'),
    },
    {
      operationId: "createReportingWebhook",
      code: "endpoint_already_registered",
      names: /^endpointUrl:/,
      call: () => hookTwice("https://192.0.2.7/"),
    },
    {
      operationId: "createReportingWebhook",
      code: "webhook_limit_reached",
      names: /20/,
      call: () => hooksUpTo(21),
    },
    {
      operationId: "createReportingWebhook",
      code: "payload_too_large",
      names: /^body:/,
      call: () => hook(large),
    },
    {
      operationId: "disableReportingWebhook",
      code: "not_found",
      names: /^webhookId:/,
      call: () => send("DELETE", `/api/reporting/v1/webhooks/${unknownId}`, { key }),
    },
    {
      operationId: "recordReportingConversion",
      code: "invalid_payload",
      names: /^value: must be a number of at least 0\.$/,
      call: () => converse({ value: -1 }),
    },
    {
      operationId: "recordReportingConversion",
      code: "invalid_payload",
      names: /^currency: must be a text of exactly 3 characters\.$/,
      call: () => converse({ currency: "EURO" }),
    },
    {
      operationId: "recordReportingConversion",
      code: "invalid_payload",
      names: /^occurredAt:.*Z/,
      call: () => converse({ occurredAt: "2026-07-22T10:15:00+02:00" }),
    },
    {
      operationId: "recordReportingConversion",
      code: "invalid_payload",
      names: /^eventId: is required and must be a text of 1 to 100 characters\.$/,
      call: () => converse({ eventId: undefined }),
    },
    {
      operationId: "recordReportingConversion",
      code: "invalid_json",
      names: /^body:/,
      call: () => signedRaw("{"),
    },
    {
      operationId: "recordReportingConversion",
      code: "payload_too_large",
      names: /^body:/,
      call: () => signedRaw(large),
    },
    {
      operationId: "recordReportingConversion",
      code: "occurred_at_out_of_range",
      names: /^occurredAt:/,
      call: () => converse({ occurredAt: "2020-01-01T00:00:00Z" }),
    },
    {
      operationId: "recordReportingConversion",
      code: "release_not_found",
      names: /^pressReleaseId:/,
      call: () => converse({ pressReleaseId: 2_000_000_000 }),
    },
    {
      operationId: "recordReportingConversion",
      code: "invalid_signature",
      names: /^X-Service-Timestamp:/,
      call: () => converse({}, { "X-Service-Timestamp": "1" }),
    },
    {
      operationId: "recordReportingConversion",
      code: "invalid_signature",
      names: /^X-Service-Signature:/,
      call: () => converse({}, { "X-Service-Signature": "0".repeat(64) }),
    },
    {
      operationId: "deleteReportingData",
      code: "confirmation_required",
      names: /^X-Service-Confirm:/,
      call: () => send("DELETE", "/api/reporting/v1/data", { key }),
    },
  ];
}
