import { beforeAll, describe, expect, test } from "bun:test";
import { serviceScene } from "../support/cast.ts";
import { rawRequest } from "../support/raw-request.ts";
import { createTestAgency, createTestRelease, databaseKinds } from "../support/service.ts";

for (const kind of databaseKinds) {
  describe(`the edge on the ${kind} database`, () => {
    const { service, agency, release } = serviceScene(kind);
    let path: string;

    beforeAll(async () => {
      path = `/api/reporting/v1/articles/${release.pressReleaseId}`;
    });

    const get = (headers: Record<string, string> = {}, at = path) => fetch(service.url + at, { headers });

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
  });
}
