import { describe, expect, test } from "bun:test";
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TSchema } from "@sinclair/typebox";
import canonicalize from "canonicalize";
import { statusByErrorCode } from "../../service/errors.ts";
import { webhookEventTypes } from "../../service/features/events/event-schema.ts";
import { articleReportExample } from "../../service/features/reporting/articles/examples.ts";
import { ArticleReport } from "../../service/features/reporting/articles/schema.ts";
import { conversionExample } from "../../service/features/reporting/conversions/examples.ts";
import { ConversionEvent } from "../../service/features/reporting/conversions/schema.ts";
import { exportStateExample } from "../../service/features/reporting/exports/examples.ts";
import { ExportState } from "../../service/features/reporting/exports/schema.ts";
import { publicationReportExample } from "../../service/features/reporting/reports/examples.ts";
import { PublicationReport } from "../../service/features/reporting/reports/schema.ts";
import { eventExample, webhookListExample } from "../../service/features/reporting/webhooks/examples.ts";
import { eventSchema } from "../../service/features/reporting/webhooks/openapi.ts";
import { WebhookList } from "../../service/features/reporting/webhooks/schema.ts";
import { checkOf } from "../../service/floor/http/field-errors.ts";
import { registerFormats } from "../../service/schema.ts";

const document: OpenapiDocument = JSON.parse(
  readFileSync(join(import.meta.dir, "../../docs/openapi.json"), "utf8"),
);
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const named = operations.map((operation) => [operation.operationId, operation] as const);
/** Enough for a sentence that says more than the summary. */
const descriptionLengthMin = 60;

test("there are the eleven operations of the Reporting API and the three tools", () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    [
      "getArticlePerformance",
      "getPublicationReport",
      "createReportingExport",
      "getReportingExport",
      "downloadReportingExport",
      "recordReportingConversion",
      "listReportingWebhooks",
      "createReportingWebhook",
      "disableReportingWebhook",
      "exportReportingData",
      "deleteReportingData",
      "crisisStatement",
      "headlines",
      "checkSeo",
    ].sort(),
  );
});

describe.each(named)("%s", (_, operation) => {
  test("is described in a sentence or more, and so is each of its parameters", () => {
    expect(operation.description.length).toBeGreaterThan(descriptionLengthMin);
    expect(operation.tags).toHaveLength(1);
    for (const parameter of operation.parameters ?? []) {
      expect([parameter.name, parameter.description ?? ""]).toEqual([
        parameter.name,
        expect.stringMatching(/.{20}/),
      ]);
    }
  });

  test("shows a request and every kind of answer by an example", () => {
    const contents = [operation.requestBody, ...Object.values(operation.responses)].map(
      (part) => part?.content,
    );
    for (const [type, media] of contents.flatMap((content) => Object.entries(content ?? {}))) {
      // A PDF has no text to show.
      if (type !== "application/pdf") expect(media.example ?? media.examples).toBeDefined();
    }
  });

  test("lists the codes of each refusal, with a body for each", () => {
    if (operation.tags.includes("Tools")) return;
    for (const [status, answer] of Object.entries(operation.responses)) {
      if (status.startsWith("2")) continue;
      const examples = Object.keys(answer.content?.["application/json"]?.examples ?? {});
      expect(examples.length).toBeGreaterThan(0);
      for (const code of examples) {
        expect(answer.description).toContain(`\`${code}\``);
        expect(Object.entries<number>(statusByErrorCode)).toContainEqual([code, Number(status)]);
      }
    }
  });
});

test("each webhook shows its body and its headers by an example", () => {
  expect(Object.keys(document.webhooks)).toEqual(webhookEventTypes);
  for (const { post } of Object.values(document.webhooks)) {
    expect(post?.requestBody?.content["application/json"]?.example).toBeDefined();
    expect(post?.parameters?.map(({ example }) => typeof example)).toEqual(Array(5).fill("string"));
  }
});

const examples: [string, TSchema, unknown][] = [
  ["article report", ArticleReport, articleReportExample],
  ["frozen report", PublicationReport, publicationReportExample.report],
  ["conversion", ConversionEvent, conversionExample],
  ["export job", ExportState, exportStateExample],
  ["list of webhooks", WebhookList, webhookListExample],
  ...webhookEventTypes.map((type): [string, TSchema, unknown] => [
    type,
    eventSchema(type),
    eventExample(type),
  ]),
];
test.each(examples)("the example of the %s fits the schema that checks real ones", (_, schema, example) => {
  registerFormats();
  expect([...checkOf(schema).Errors(example)]).toEqual([]);
});

test("the report of the examples hashes to what it states", () => {
  const { integrity, ...content } = publicationReportExample.report;
  const hash = createHash("sha256")
    .update(canonicalize(content) ?? "")
    .digest("hex");
  expect(integrity.contentHash).toBe(hash);
});

/** The values of a worked example, as a reader would copy them from the page. */
function valuesOf(operationId: string): Record<string, string> {
  const text = operations.find((operation) => operation.operationId === operationId)?.description ?? "";
  const block = /```text\n([\s\S]*?)\n```/.exec(text)?.[1] ?? "";
  return Object.fromEntries(block.split("\n").map((line) => line.split(/\s{2,}(.*)/).slice(0, 2)));
}

test("the worked example of a conversion's signature is right", () => {
  const { key, timestamp, body, signature } = valuesOf("recordReportingConversion");
  const expected = createHmac("sha256", key ?? "")
    .update(`${timestamp}.${body}`)
    .digest("hex");
  expect(signature).toBe(expected);
});

test("the worked example of a delivery's signature is right", () => {
  const values = valuesOf("createReportingWebhook");
  const key = Buffer.from((values.secret ?? "").replace(/^svc_whsec_/, ""), "base64");
  const message = `${values["webhook-id"]}.${values["webhook-timestamp"]}.${values.body}`;
  const expected = createHmac("sha256", key).update(message).digest("base64");
  expect(values["webhook-signature"]).toBe(`v1,${expected}`);
});

test("headers are written as the contract does", () => {
  const names = operations.flatMap(({ parameters = [] }) => parameters.map(({ name }) => name));
  for (const name of ["Idempotency-Key", "X-Service-Timestamp", "X-Service-Signature", "X-Service-Confirm"])
    expect(names).toContain(name);
  expect(names.filter((name) => /^(?:x-|idempotency)/.test(name))).toEqual([]);
});

type Content = Record<string, { schema: unknown; example?: unknown; examples?: Record<string, unknown> }>;
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: { name: string; description?: string; example?: unknown; required: boolean }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
type OpenapiDocument = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
};
