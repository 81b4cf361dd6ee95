/** A program as an agency would write it with those types: it calls all operations, and prints the status of each. */
export const clientProgram = `
import createClient from "openapi-fetch";
import type { paths } from "./api.js";
import { signConversion } from "./sign-conversion.js";

declare const process: { argv: string[] };
const [baseUrl = "", apiKey = "", releaseId = "", targetUrl = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { "X-API-Key": apiKey } });
const statuses: Record<string, number> = {};
const pressReleaseId = Number(releaseId);
const unused = "0".repeat(64);

const figures = await client.GET("/api/reporting/v1/articles/{pressReleaseId}", {
  params: { path: { pressReleaseId }, query: { days: 7 } },
});
statuses.getArticlePerformance = figures.response.status;
const views: number = figures.data?.performance.views ?? -1;
if (views !== 0) throw new Error("views: " + views);

const order = await client.POST("/api/reporting/v1/exports", {
  params: { header: { "Idempotency-Key": "generated-client" } },
  body: { scopeType: "article", scopeId: pressReleaseId, format: "json" },
});
statuses.createReportingExport = order.response.status;
const params = { path: { jobId: order.data?.id ?? "" } };
let job = await client.GET("/api/reporting/v1/exports/{jobId}", { params });
while (job.data?.job.status === "queued" || job.data?.job.status === "processing") {
  await new Promise((resolve) => setTimeout(resolve, 20));
  job = await client.GET("/api/reporting/v1/exports/{jobId}", { params });
}
statuses.getReportingExport = job.response.status;
const file = await client.GET("/api/reporting/v1/exports/{jobId}/download", { params, parseAs: "stream" });
await file.data?.cancel();
statuses.downloadReportingExport = file.response.status;
const report = await client.GET("/api/reporting/v1/reports/{reportId}", {
  params: { path: { reportId: job.data?.job.reportId ?? "" } },
});
statuses.getPublicationReport = report.response.status;

const conversion = { eventId: "generated-1", pressReleaseId, kind: "lead", occurredAt: new Date().toISOString() };
const { timestamp, signature } = await signConversion({ apiKey, body: JSON.stringify(conversion) });
const recorded = await client.POST("/api/reporting/v1/conversions", {
  params: { header: { "X-Service-Timestamp": timestamp, "X-Service-Signature": signature } },
  body: conversion,
});
statuses.recordReportingConversion = recorded.response.status;

const webhook = await client.POST("/api/reporting/v1/webhooks", {
  body: { endpointUrl: targetUrl, events: ["export.completed"] },
});
statuses.createReportingWebhook = webhook.response.status;
statuses.listReportingWebhooks = (await client.GET("/api/reporting/v1/webhooks")).response.status;
const disabled = await client.DELETE("/api/reporting/v1/webhooks/{webhookId}", {
  params: { path: { webhookId: webhook.data?.id ?? "" } },
});
statuses.disableReportingWebhook = disabled.response.status;

statuses.exportReportingData = (await client.GET("/api/reporting/v1/data")).response.status;
const deleted = await client.DELETE("/api/reporting/v1/data", {
  params: { header: { "X-Service-Confirm": "DELETE REPORTING DATA" } },
});
statuses.deleteReportingData = deleted.response.status;

const problem = "In unserem Lager in Kassel hat es heute Morgen gebrannt.";
statuses.crisisStatement = (await client.POST("/api/tools/crisis-pr", { body: { problem } })).response.status;
const headlines = await client.POST("/api/tools/headline-generator", { body: { topic: "Solarpark" } });
statuses.headlines = headlines.response.status;
const text = "Stadtwerke Fulda eröffnen ihren ersten Solarpark am Rand der Stadt.";
statuses.checkSeo = (await client.POST("/api/tools/seo-checker", { body: { text } })).response.status;

export const mustNotCompile = () => [
  // @ts-expect-error no such path
  client.GET("/api/reporting/v1/nothing"),
  // @ts-expect-error the confirmation is missing
  client.DELETE("/api/reporting/v1/data"),
  // @ts-expect-error no such format
  client.POST("/api/reporting/v1/exports", { params: { header: { "Idempotency-Key": unused } }, body: { scopeType: "article", scopeId: 1, format: "docx" } }),
];
console.log(JSON.stringify(statuses));
`;
