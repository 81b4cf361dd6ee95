import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { given, serviceScene } from "../support/cast.ts";
import { callConversions, conversionBody } from "../support/conversion-call.ts";
import { rawRequest } from "../support/raw-request.ts";
import { createTestAgency } from "../support/service.ts";

const document: { paths: Record<string, Record<string, Described>> } = JSON.parse(
  readFileSync(join(import.meta.dir, "../../docs/openapi.json"), "utf8"),
);
const operations = Object.entries(document.paths)
  .filter(([path]) => path.startsWith("/api/reporting/"))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );

const unknownId = "019aa000-0000-7000-8000-00000000dead";
const hintBytesMax = 300;

describe("X-Service-Hint", () => {
  const { service, agency, release } = serviceScene("embedded", {
    WEBHOOK_ALLOW_CIDRS: "192.0.2.0/24",
    NODE_ENV: "production",
    PUBLIC_URL: "https://reporting.example",
    TRUSTED_PROXIES: "127.0.0.1/32",
    ALLOWED_HOSTS: "proxy.example",
  });
  const starter = given(() => createTestAgency(service.sql, { plan: "starter" }));
  const spent = given(() => createTestAgency(service.sql, { hourlyLimit: 1 }));

  beforeAll(async () => {
    await send("GET", "/api/reporting/v1/webhooks", { key: spent.key });
  });

  test("stands on every documented 4xx of every operation and names field and rule", async () => {
    const missing = new Set(
      operations.flatMap(({ operation }) =>
        Object.entries(operation.responses)
          .filter(([status]) => status.startsWith("4"))
          .flatMap(([, { description }]) =>
            [...(description.split("Codes: ")[1] ?? "").matchAll(/`(\w+)`/g)].map(
              ([, code]) => `${operation.operationId} ${code}`,
            ),
          ),
      ),
    );
    for (const { operationId, code, names, call } of [...commonCases(), ...ownCases()]) {
      const response = await call();
      expect({ operationId, ...(await response.json()) }).toMatchObject({ operationId, error: code });
      expectHint(response, names);
      missing.delete(`${operationId} ${code}`);
    }
    // Only one operation was asked for a malformed request: the check is the same for all.
    expect([...missing].filter((each) => !each.endsWith(" invalid_request"))).toEqual([]);
  });

  test("is documented at every 4xx and at nothing else", () => {
    for (const { operation } of operations) {
      for (const [status, { headers }] of Object.entries(operation.responses)) {
        expect({ status, has: "X-Service-Hint" in (headers ?? {}) }).toEqual({
          status,
          has: status.startsWith("4"),
        });
      }
    }
  });

  test("stands on unknown addresses and wrong methods", async () => {
    expectHint(await send("GET", "/api/reporting/v1/nothing", { key: agency.key }), /^path:/);
    expectHint(
      await send("PUT", "/api/reporting/v1/data", { key: agency.key }),
      /^method:.*DELETE, GET, HEAD/,
    );
    const malformed = await rawRequest(
      service.url,
      "GET /api/reporting/v1/data HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    );
    expect(malformed).toMatch(/x-service-hint: Host/i);
  });

  test("does not stand on what succeeded", async () => {
    const answer = await send("GET", "/api/reporting/v1/webhooks", { key: agency.key });
    expect(answer.status).toBe(200);
    expect(answer.headers.has("x-service-hint")).toBe(false);
  });

  test.each([
    ["a line break", "value\r\nX-Injected: yes"],
    ["ten thousand characters", "x".repeat(10_000)],
    ["letters beyond ASCII", "größe-💥-値"],
    ["a name of every object", "__proto__"],
    ["another one", "constructor"],
  ])("repeats no field name of a caller: %s", async (_, name) => {
    const marker = "geheim4711";
    const body = `{"eventId":"${marker}","kind":7,${JSON.stringify(name)}:"${marker}"}`;
    const response = await callConversions({
      url: service.url,
      key: agency.key,
      body,
      headers: { "X-Forwarded-Proto": "https" },
    });
    expect(await response.json()).toEqual({ error: "invalid_payload" });
    expect(response.headers.has("x-injected")).toBe(false);
    const hint = expectHint(response, /pressReleaseId: is required/);
    expect(hint).not.toContain(marker);
    if (name.length > 100) expect(hint).not.toContain("xxx");
  });

  const send = (
    method: string,
    path: string,
    input: { key?: string; headers?: Record<string, string>; body?: string; isPlain?: boolean } = {},
  ) =>
    fetch(`${service.url}${path}`, {
      method,
      headers: {
        ...(input.isPlain === true ? {} : { "X-Forwarded-Proto": "https" }),
        "X-Forwarded-For": "203.0.113.9",
        ...(input.key === undefined ? {} : { "X-API-Key": input.key }),
        ...(input.body === undefined ? {} : { "Content-Type": "application/json" }),
        ...input.headers,
      },
      ...(input.body === undefined ? {} : { body: input.body }),
    });

  const filled = (path: string) =>
    path.replace("{pressReleaseId}", "2000000000").replace(/\{\w+\}/g, unknownId);

  /** Answers that every operation can give, whatever it does. */
  function commonCases(): Case[] {
    return operations.flatMap(({ path, method, operation: { operationId } }) => {
      const to = filled(path);
      const each = (code: string, names: RegExp, call: () => Promise<Response>) => ({
        operationId,
        code,
        names,
        call,
      });
      return [
        each("unauthorized", /X-API-Key|Authorization/, () => send(method, to)),
        each("unauthorized", /API key/, () => send(method, to, { key: "svc_key_wrong" })),
        each("unauthorized", /Authorization/, () =>
          send(method, to, { headers: { Authorization: "Basic abc" } }),
        ),
        each("agency_plan_required", /plan/, () => send(method, to, { key: starter.key })),
        each("rate_limit_exceeded", /Retry-After/, () => send(method, to, { key: spent.key })),
        each("https_required", /https/, () => send(method, to, { isPlain: true })),
        each("misdirected_request", /Host/, () =>
          send(method, to, { headers: { Host: "elsewhere.example" } }),
        ),
      ];
    });
  }

  /** Answers of single operations. */
  function ownCases(): Case[] {
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

  async function downloadOf(body: object, state: "expired" | null): Promise<Response> {
    const { key } = agency;
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const created = await send("POST", "/api/reporting/v1/exports", {
      key,
      headers,
      body: JSON.stringify(body),
    });
    const { id } = (await created.json()) as { id: string };
    if (state === "expired") {
      await service.sql`
        update export_job
        set status = 'completed', due_at = null, completed_at = now() - interval '31 days',
          expires_at = now() - interval '1 day'
        where agency_id = ${agency.agencyId} and id = ${id}
      `;
    }
    return await send("GET", `/api/reporting/v1/exports/${id}/download`, { key });
  }

  async function hookTwice(endpointUrl: string): Promise<Response> {
    const body = JSON.stringify({ endpointUrl, events: ["export.completed"] });
    await send("POST", "/api/reporting/v1/webhooks", { key: agency.key, body });
    return await send("POST", "/api/reporting/v1/webhooks", { key: agency.key, body });
  }

  async function hooksUpTo(count: number): Promise<Response> {
    let last: Response | undefined;
    for (let number = 1; number <= count; number += 1) {
      const body = JSON.stringify({
        endpointUrl: `https://192.0.2.8/${number}`,
        events: ["export.completed"],
      });
      last = await send("POST", "/api/reporting/v1/webhooks", { key: agency.key, body });
    }
    if (last === undefined) throw new Error("Nothing was registered.");
    return last;
  }

  function expectHint(response: Response, names: RegExp): string {
    const hint = response.headers.get("x-service-hint") ?? "";
    expect(hint).toMatch(/^[\x20-\x7e]{10,300}$/);
    expect(Buffer.byteLength(hint)).toBeLessThanOrEqual(hintBytesMax);
    expect(hint).toMatch(names);
    return hint;
  }
});

type Described = {
  operationId: string;
  responses: Record<string, { description: string; headers?: object }>;
};

/** What each call has to be answered with: its code, and what its hint has to name. */
type Case = { operationId: string; code: string; names: RegExp; call: () => Promise<Response> };
