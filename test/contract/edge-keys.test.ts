import { beforeAll, describe, expect, test } from "bun:test";
import { generateKey } from "../../service/features/keys/key-format.ts";
import { insertKey, revokeKeyOf } from "../../service/features/keys/sql.ts";
import { serviceScene } from "../support/cast.ts";
import { callConversions, conversionBody } from "../support/conversion-call.ts";
import { createTestAgency, databaseKinds } from "../support/service.ts";

for (const kind of databaseKinds) {
  describe(`the edge on the ${kind} database`, () => {
    const { service, agency, release } = serviceScene(kind);
    let path: string;

    beforeAll(async () => {
      path = `/api/reporting/v1/articles/${release.pressReleaseId}`;
    });

    const get = (headers: Record<string, string> = {}, at = path) => fetch(service.url + at, { headers });

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

    async function expectUnauthorized(response: Response): Promise<void> {
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ error: "unauthorized" });
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(response.headers.get("x-service-api-version")).toBe("2026-07-22");
      expect(response.headers.get("x-ratelimit-limit")).toBe("500");
    }
  });
}
