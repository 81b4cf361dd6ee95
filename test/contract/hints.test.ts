import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { given, serviceScene } from "../support/cast.ts";
import { callConversions } from "../support/conversion-call.ts";
import { rawRequest } from "../support/raw-request.ts";
import { createTestAgency } from "../support/service.ts";
import { hintCalls } from "./support/hint-calls.ts";
import { type Case, ownCases, unknownId } from "./support/hint-cases.ts";

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
    for (const { operationId, code, names, call } of [
      ...commonCases(),
      ...ownCases({ service, agency, release }),
    ]) {
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

  const { send } = hintCalls({ service, agency });

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
