import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signConversion } from "../../sdk/src/sign-conversion.ts";
import { goodInputs, newClient, toolPaths } from "../edges/public-tools/tool-calls.ts";
import { allowLoopback } from "../features/reporting/webhooks/webhook-calls.ts";
import { serviceScene } from "../support/cast.ts";
import { conversionBody } from "../support/conversion-call.ts";
import { exportCalls } from "../support/export-calls.ts";
import { createTestAgency, createTestRelease } from "../support/service.ts";
import { answerViolations, type Prism, startPrism } from "./support/start-prism.ts";

const documentPath = join(import.meta.dir, "../../docs/openapi.json");
const base = "/api/reporting/v1";
const unknownId = "019aa0f4-0000-7000-8000-000000000000";
const confirmation = { "x-service-confirm": "DELETE REPORTING DATA" };

const { service, atEnd } = serviceScene("server", { ...allowLoopback, TRUSTED_PROXIES: "127.0.0.1" });
let prism: Prism;
let stricterPrism: Prism;
let folder: string;
let keys: { good: string; starter: string; spent: string };
let pressReleaseId: number;
let jobs: { done: string; failed: string; expired: string };
let reportId: string;

beforeAll(async () => {
  const agency = await createTestAgency(service.sql);
  const starter = await createTestAgency(service.sql, { plan: "starter" });
  const spent = await createTestAgency(service.sql, { hourlyLimit: 1 });
  keys = { good: agency.key, starter: starter.key, spent: spent.key };
  await fetch(`${service.url}${base}/webhooks`, { headers: { "x-api-key": spent.key } });
  pressReleaseId = (await createTestRelease(service.sql, agency.agencyId)).pressReleaseId;

  const exports = exportCalls(service, agency);
  const finished = async (format: string) =>
    (await exports.finished({ scopeType: "article", scopeId: pressReleaseId, format })).job;
  const [done, failed, expired] = [await finished("json"), await finished("csv"), await finished("csv")];
  jobs = { done: done.id, failed: failed.id, expired: expired.id };
  reportId = done.reportId ?? "";
  await service.sql`
    update export_job
    set status = 'failed', error = 'rendering_failed', completed_at = null, expires_at = null
    where id = ${failed.id}
  `;
  await service.sql`update export_job set expires_at = now() - interval '1 second' where id = ${expired.id}`;

  folder = mkdtempSync(join(tmpdir(), "prs-prism-"));
  const stricter = join(folder, "openapi.json");
  const document = readFileSync(documentPath, "utf8");
  // A document that is wrong about one thing: the window of a report would not be there.
  writeFileSync(stricter, document.replaceAll('"dataThrough"', '"dataUpTo"'));
  [prism, stricterPrism] = await Promise.all([
    startPrism(documentPath, service.url),
    startPrism(stricter, service.url),
  ]);
});
atEnd(() => Promise.all([prism.stop(), stricterPrism.stop()]));
afterAll(() => rmSync(folder, { recursive: true }));
const useTool = (tool: keyof typeof toolPaths, body: unknown = goodInputs[tool], from = newClient()) =>
  send(`POST ${toolPaths[tool]}`, { key: null, body, headers: { "x-forwarded-for": from } });
const filler = "x".repeat(300_000);

const answers: [string, number, () => Promise<Response>][] = [
  ["figures", 200, () => send(`GET ${base}/articles/${pressReleaseId}?days=7`)],
  ["figures of 0 days", 400, () => send(`GET ${base}/articles/${pressReleaseId}?days=0`)],
  ["figures of nothing", 404, () => send(`GET ${base}/articles/2147483647`)],
  ["a report", 200, () => send(`GET ${base}/reports/${reportId}`)],
  ["a report that is none", 404, () => send(`GET ${base}/reports/${unknownId}`)],
  ["an order", 202, () => order()],
  [
    "an order again",
    200,
    () =>
      order({}, { headers: { "idempotency-key": "again" } }).then(() =>
        order({}, { headers: { "idempotency-key": "again" } }),
      ),
  ],
  ["an order without its header", 400, () => order({}, { headers: {} })],
  ["an order of another format", 400, () => order({ format: "docx" })],
  ["an order of nothing", 404, () => order({ scopeId: 2_147_483_647 })],
  ["an order that is too large", 413, () => order({ filler })],
  ["a job", 200, () => send(`GET ${base}/exports/${jobs.done}`)],
  ["a failed job", 200, () => send(`GET ${base}/exports/${jobs.failed}`)],
  ["a job that is none", 404, () => send(`GET ${base}/exports/${unknownId}`)],
  ["a file", 200, () => send(`GET ${base}/exports/${jobs.done}/download`)],
  ["a file of a failed job", 409, () => send(`GET ${base}/exports/${jobs.failed}/download`)],
  ["a file that has expired", 410, () => send(`GET ${base}/exports/${jobs.expired}/download`)],
  ["a conversion", 201, () => convert({ eventId: "once" })],
  ["a conversion again", 200, () => convert({ eventId: "once" })],
  ["a conversion of no kind", 400, () => convert({ kind: "" })],
  ["a conversion of long ago", 400, () => convert({ occurredAt: "2020-01-01T00:00:00Z" })],
  [
    "a conversion with another signature",
    401,
    () => convert({}, { headers: { "x-service-signature": "0".repeat(64) } }),
  ],
  ["a conversion of nothing", 404, () => convert({ pressReleaseId: 2_147_483_647 })],
  ["a conversion that is too large", 413, () => convert({ filler })],
  ["a webhook", 201, () => register("http://127.0.0.1:9/a")],
  ["a webhook again", 409, () => register("http://127.0.0.1:9/a")],
  ["a webhook to a private address", 400, () => register("https://10.0.0.1/")],
  ["the webhooks", 200, () => send(`GET ${base}/webhooks`)],
  ["a webhook that is none", 404, () => send(`DELETE ${base}/webhooks/${unknownId}`)],
  ["the end of a webhook", 200, disableFirstWebhook],
  ["the data", 200, () => send(`GET ${base}/data`)],
  ["no key", 401, () => send(`GET ${base}/data`, { key: null })],
  ["a plan without the API", 403, () => send(`GET ${base}/data`, { key: keys.starter })],
  ["a spent limit", 429, () => send(`GET ${base}/data`, { key: keys.spent })],
  ["the deletion unconfirmed", 400, () => send(`DELETE ${base}/data`)],
  ["the deletion", 200, () => send(`DELETE ${base}/data`, { headers: confirmation })],
  ["a statement", 200, () => useTool("statement")],
  ["headlines", 200, () => useTool("headlines")],
  ["a check", 200, () => useTool("check")],
  ["a check of nothing", 400, () => useTool("check", { text: "" })],
  ["a check of too much", 413, () => useTool("check", { text: filler })],
  ["a sixth call of a tool", 429, callSixTimes],
];

test.each(answers)(
  "a validating proxy finds nothing wrong with the answer to %s",
  async (_, status, call) => {
    const response = await call();
    expect([response.status, answerViolations(response)]).toEqual([status, []]);
  },
);

test("the same proxy complains when the document is wrong about an answer", async () => {
  const response = await send(`GET ${base}/articles/${pressReleaseId}`, {}, stricterPrism);
  expect(response.status).toBe(200);
  expect(answerViolations(response)).not.toEqual([]);
});

type Sent = { key?: string | null; headers?: Record<string, string>; body?: unknown };

/** Sends `METHOD path` through the proxy, with the key of the agency unless another is named. */
function send(
  call: string,
  { key = keys.good, headers = {}, body }: Sent = {},
  through = prism,
): Promise<Response> {
  const [method = "GET", path = ""] = call.split(" ");
  return fetch(through.url + path, {
    method,
    headers: {
      ...(key === null ? {} : { "x-api-key": key }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

async function convert(changes: Record<string, unknown>, sent: Sent = {}): Promise<Response> {
  // Prism parses the body and writes it anew; compact JSON comes out as the same bytes.
  const body = JSON.stringify(conversionBody(pressReleaseId, changes));
  const signed = await signConversion({ apiKey: keys.good, body });
  return await send(`POST ${base}/conversions`, {
    ...sent,
    body,
    headers: { ...signed.headers, ...sent.headers },
  });
}

async function disableFirstWebhook(): Promise<Response> {
  const { webhooks } = (await (await send(`GET ${base}/webhooks`)).json()) as { webhooks: { id: string }[] };
  return await send(`DELETE ${base}/webhooks/${webhooks[0]?.id}`);
}

async function callSixTimes(): Promise<Response> {
  const from = newClient();
  for (let call = 1; call <= 5; call += 1) await useTool("headlines", goodInputs.headlines, from);
  return await useTool("headlines", goodInputs.headlines, from);
}

const order = (changes: Record<string, unknown> = {}, sent: Sent = {}) =>
  send(`POST ${base}/exports`, {
    headers: { "idempotency-key": crypto.randomUUID() },
    ...sent,
    body: { scopeType: "article", scopeId: pressReleaseId, format: "csv", ...changes },
  });
const register = (endpointUrl: string) =>
  send(`POST ${base}/webhooks`, { body: { endpointUrl, events: ["export.completed"] } });
