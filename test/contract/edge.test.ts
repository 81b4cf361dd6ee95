import { beforeAll, describe, expect, test } from "bun:test";
import { generateKey } from "../../service/features/keys/key-format.ts";
import { insertKey, revokeKeyOf } from "../../service/features/keys/sql.ts";
import { serviceScene } from "../support/cast.ts";
import { callConversions, conversionBody } from "../support/conversion-call.ts";
import { rawRequest } from "../support/raw-request.ts";
import { createTestAgency, createTestRelease, databaseKinds } from "../support/service.ts";
import { until } from "../support/until.ts";

for (const kind of databaseKinds) {
  describe(`the edge on the ${kind} database`, () => {
    const { service, agency, release } = serviceScene(kind);
    let path: string;

    beforeAll(async () => {
      path = `/api/reporting/v1/articles/${release.pressReleaseId}`;
    });

    const get = (headers: Record<string, string> = {}, at = path) => fetch(service.url + at, { headers });

    async function expectUnauthorized(response: Response): Promise<void> {
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ error: "unauthorized" });
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(response.headers.get("x-service-api-version")).toBe("2026-07-22");
      expect(response.headers.get("x-ratelimit-limit")).toBe("500");
    }

    test("both key schemes authenticate, the two together when they are equal", async () => {
      expect((await get({ "x-api-key": agency.key })).status).toBe(200);
      expect((await get({ authorization: `Bearer ${agency.key}` })).status).toBe(200);
      expect((await get({ authorization: `bearer ${agency.key}` })).status).toBe(200);
      expect((await get({ "x-api-key": agency.key, authorization: `Bearer ${agency.key}` })).status).toBe(
        200,
      );
    });

    test("two keys that differ are refused", async () => {
      const other = (await insertKey(service.sql, agency.agencyId, { name: "zweiter", expiresAt: null })).key;
      await expectUnauthorized(await get({ "x-api-key": agency.key, authorization: `Bearer ${other}` }));
      await expectUnauthorized(await get({ "x-api-key": `${agency.key}, ${other}` }));
      await expectUnauthorized(await get({ authorization: `Bearer ${agency.key}, Bearer ${agency.key}` }));
    });

    test.each([
      ["nothing", {}],
      ["an empty key", { "x-api-key": "" }],
      ["an unknown key", { "x-api-key": generateKey() }],
      ["a key of another shape", { "x-api-key": "geheim" }],
      ["another scheme", { authorization: "Basic dXNlcjpwYXNz" }],
      ["a bearer without a key", { authorization: "Bearer" }],
    ])("%s is unauthorized", async (_, headers) => {
      await expectUnauthorized(await get(headers as Record<string, string>));
    });

    test("a key in the query or in a cookie is no key", async () => {
      await expectUnauthorized(await get({}, `${path}?api_key=${agency.key}&key=${agency.key}`));
      await expectUnauthorized(await get({ cookie: `x-api-key=${agency.key}` }));
    });

    test("an expired key is refused, and so is a revoked one", async () => {
      const expired = await insertKey(service.sql, agency.agencyId, {
        name: "alt",
        expiresAt: new Date(Date.now() - 1000),
      });
      await expectUnauthorized(await get({ "x-api-key": expired.key }));
      const revoked = await insertKey(service.sql, agency.agencyId, { name: "weg", expiresAt: null });
      await revokeKeyOf(service.sql, agency.agencyId, revoked.id);
      await expectUnauthorized(await get({ "x-api-key": revoked.key }));
    });

    test("the plan is checked after the key and before the limit", async () => {
      const starter = await createTestAgency(service.sql, { plan: "starter", hourlyLimit: 0 });
      const response = await get({ "x-api-key": starter.key });
      expect({ status: response.status, ...(await response.json()) }).toEqual({
        status: 403,
        error: "agency_plan_required",
      });
      expect(response.headers.get("x-service-api-version")).toBe("2026-07-22");
    });

    test("every answer carries the limit figures; a refused request does not count, a 4xx does", async () => {
      const small = await createTestAgency(service.sql, { hourlyLimit: 3 });
      const ask = (at: string) => get({ "x-api-key": small.key }, at);
      const first = await ask("/api/reporting/v1/articles/1");
      expect(first.status).toBe(404);
      expect(first.headers.get("x-ratelimit-limit")).toBe("3");
      expect(first.headers.get("x-ratelimit-remaining")).toBe("2");
      expect(Number(first.headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000);
      expect(first.headers.get("ratelimit-policy")).toBe('"hourly";q=3;w=3600');
      expect((await ask("/api/reporting/v1/articles/0")).status).toBe(400);
      expect((await ask("/api/reporting/v1/articles/2")).headers.get("x-ratelimit-remaining")).toBe("0");
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const refused = await ask("/api/reporting/v1/articles/3");
        expect({ status: refused.status, ...(await refused.json()) }).toEqual({
          status: 429,
          error: "rate_limit_exceeded",
          limit: 3,
        });
        const wait = Number(refused.headers.get("retry-after"));
        const reset = Number(refused.headers.get("x-ratelimit-reset"));
        expect(wait).toBeGreaterThan(3500);
        expect(Math.abs(reset - wait - Date.now() / 1000)).toBeLessThan(3);
      }
    });

    test("the limit comes before the body's size, and the signature before JSON and schema", async () => {
      const none = await createTestAgency(service.sql, { hourlyLimit: 0 });
      const large = "x".repeat(20_000);
      const limited = await callConversions({ url: service.url, key: none.key, body: large });
      expect(limited.status).toBe(429);
      const tooLarge = await callConversions({
        url: service.url,
        key: agency.key,
        body: large,
        headers: { "x-service-signature": "" },
      });
      expect(tooLarge.status).toBe(413);
      expect(tooLarge.headers.get("x-ratelimit-limit")).not.toBeNull();
      const unsigned = await callConversions({
        url: service.url,
        key: agency.key,
        body: "kein JSON",
        headers: { "x-service-signature": "" },
      });
      expect(unsigned.status).toBe(401);
    });

    test.each(["0", "-1", "abc", "1.5", "1e3", "0x10", "%31%20", "+1"])(
      "the release id %s is an invalid parameter",
      async (id) => {
        const response = await get({ "x-api-key": agency.key }, `/api/reporting/v1/articles/${id}`);
        expect({ status: response.status, ...(await response.json()) }).toEqual({
          status: 400,
          error: "invalid_parameters",
        });
      },
    );

    test.each([
      "days=0",
      "days=366",
      "days=",
      "days=7.5",
      "days=1e2",
      "days=-1",
      "days=30&days=30",
      "days=abc",
    ])("the query %s is refused", async (query) => {
      const response = await get({ "x-api-key": agency.key }, `${path}?${query}`);
      expect({ status: response.status, ...(await response.json()) }).toEqual({
        status: 400,
        error: "invalid_parameters",
      });
    });

    test.each([
      ["days=1", 1],
      ["days=365", 365],
      ["", 30],
      ["unknown=1", 30],
    ])("the query %p asks for %p days", async (query, days) => {
      const response = await get({ "x-api-key": agency.key }, `${path}?${query}`);
      const report = await response.json();
      expect(report.performance.window.days).toBe(days);
      expect(report.performance.series).toHaveLength(days);
    });

    test("another agency's release and an unknown one get the same answer", async () => {
      const stranger = await createTestAgency(service.sql);
      const foreign = await createTestRelease(service.sql, stranger.agencyId);
      const answers = await Promise.all(
        [foreign.pressReleaseId, 2_147_483_647, 2_147_483_648, "99999999999999999999"].map(async (id) => {
          const response = await get({ "x-api-key": agency.key }, `/api/reporting/v1/articles/${id}`);
          return { status: response.status, body: await response.text() };
        }),
      );
      for (const answer of answers) expect(answer).toEqual({ status: 404, body: '{"error":"not_found"}' });
    });

    test("a request id is made or kept, and stands in the log", async () => {
      const given = "0197f0a0-1111-7222-8333-444455556666";
      expect((await get({ "x-request-id": given })).headers.get("x-request-id")).toBe(given);
      const made = (await get({ "x-request-id": "kein uuid" })).headers.get("x-request-id") ?? "";
      expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
      expect(service.logged.join("\n")).toContain(made);
    });

    test("unknown routes are 404, known ones under another method 405 with Allow", async () => {
      for (const at of [
        "/",
        "/api",
        "/api/v1/press-releases",
        "/api/v1/clients",
        "/api/reporting/v1/unknown",
        "/newsroom",
      ]) {
        const response = await get({ "x-api-key": agency.key }, at);
        expect({ at, status: response.status, ...(await response.json()) }).toEqual({
          at,
          status: 404,
          error: "not_found",
        });
        expect(response.headers.get("x-request-id")).not.toBeNull();
      }
      const response = await fetch(service.url + path, {
        method: "PATCH",
        headers: { "x-api-key": agency.key },
      });
      expect({ status: response.status, ...(await response.json()) }).toEqual({
        status: 405,
        error: "method_not_allowed",
      });
      expect(response.headers.get("allow")).toBe("GET, HEAD");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    });

    test.each(["x", "abc", "a/v1/e/1?", "", "host name", "[::1", "a b", "exa\tmple", "host:123456"])(
      "the Host %p never reaches a route",
      async (host) => {
        for (const at of [path, "/v1/secret", "/health"]) {
          const answer = await rawRequest(
            service.url,
            `GET ${at} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
          );
          expect(answer).toMatch(/^HTTP\/1\.1 (400|421)|^$/);
        }
      },
    );

    test("two Host headers are refused", async () => {
      const answer = await rawRequest(
        service.url,
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nHost: example.org\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 400/);
    });

    test("a path with its first segment doubled reaches nothing", async () => {
      const response = await get({ "x-api-key": agency.key }, `/zz${path}`);
      expect(response.status).toBe(404);
    });

    test("health, readiness and the description answer without a key", async () => {
      expect(await (await get({}, "/health")).json()).toMatchObject({ status: "ok" });
      expect(await (await get({}, "/ready")).json()).toMatchObject({ status: "ready" });
      expect((await (await get({}, "/openapi.json")).json()).openapi).toBe("3.1.0");
    });

    test("no key, signature or secret stands in the log", async () => {
      await callConversions({
        url: service.url,
        key: agency.key,
        body: conversionBody(release.pressReleaseId),
      });
      const log = service.logged.join("\n");
      expect(log).not.toContain(agency.key);
      expect(log).not.toMatch(/svc_key_[0-9A-Za-z]{8}/);
    });
  });
}

describe("a service with a public address", () => {
  const { service } = serviceScene("embedded", {
    PUBLIC_URL: "https://presse.example.org",
    ALLOWED_HOSTS: "intern.example.org",
    NODE_ENV: "production",
    TRUSTED_PROXIES: "127.0.0.1",
  });

  const statusFor = async (host: string, headers = "X-Forwarded-Proto: https\r\n", path = "/openapi.json") =>
    Number(
      (
        await rawRequest(
          service.url,
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}Connection: close\r\n\r\n`,
        )
      ).split(" ")[1],
    );

  test("its own hosts and loopback are served, a foreign one is misdirected", async () => {
    expect(await statusFor("presse.example.org")).toBe(200);
    expect(await statusFor("PRESSE.example.org:443")).toBe(200);
    expect(await statusFor("intern.example.org")).toBe(200);
    expect(await statusFor("localhost:3000")).toBe(200);
    expect(await statusFor("evil.example.net")).toBe(421);
    expect(await statusFor("evil.example.net", "X-Forwarded-Proto: https\r\n", "/health/x")).toBe(421);
  });

  test("probes are answered by any Host that is one, since they come by address", async () => {
    for (const host of ["10.42.0.17:3000", "evil.example.net"])
      for (const path of ["/health", "/ready"])
        await until(`${path} for ${host}`, async () => (await statusFor(host, "", path)) === 200);
    expect(await statusFor("x", "", "/health")).toBe(400);
  });

  test("plain HTTP through the proxy is refused in production but for probes, HTTPS answers carry HSTS", async () => {
    const plain = await rawRequest(
      service.url,
      "GET /openapi.json HTTP/1.1\r\nHost: presse.example.org\r\nX-Forwarded-Proto: http\r\nConnection: close\r\n\r\n",
    );
    expect(plain).toMatch(/^HTTP\/1\.1 403[\s\S]*https_required/);
    expect(await statusFor("presse.example.org", "X-Forwarded-Proto: http\r\n", "/health")).toBe(200);
    const secure = await rawRequest(
      service.url,
      "GET /openapi.json HTTP/1.1\r\nHost: presse.example.org\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n",
    );
    expect(secure).toMatch(/strict-transport-security: max-age=/i);
  });
});
