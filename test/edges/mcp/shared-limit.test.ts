import { describe, expect, test } from "bun:test";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency, databaseKinds } from "../../support/service.ts";
import { modernHeaders, modernRpc, postMessage, rpc } from "./support/post-message.ts";

const hourlyLimit = 5;

for (const kind of databaseKinds) {
  describe(`the hourly limit of REST and the agent endpoint, ${kind} database`, () => {
    const { service } = serviceScene(kind);

    const newKey = async () => (await createTestAgency(service.sql, { hourlyLimit })).key;
    const rest = (key: string) =>
      fetch(`${service.url}/api/reporting/v1/articles/1`, { headers: { authorization: `Bearer ${key}` } });
    const mcp = (key: string, message: unknown = rpc("tools/list"), headers = {}) =>
      postMessage(service.url, key, message, headers);
    const remaining = (response: Response) => Number(response.headers.get("x-ratelimit-remaining"));

    test("is one counter: a mix of both is admitted exactly five times, whoever comes sixth", async () => {
      for (const sixth of [rest, mcp]) {
        const key = await newKey();
        const mix = [await rest(key), await mcp(key), await mcp(key), await rest(key), await mcp(key)];
        expect(mix.map((response) => [response.status, remaining(response)])).toEqual([
          [404, 4],
          [200, 3],
          [200, 2],
          [404, 1],
          [200, 0],
        ]);
        expect((await sixth(key)).status).toBe(429);
        expect((await mcp(key)).status).toBe(429);
        expect((await rest(key)).status).toBe(429);
      }
    });

    test("admits exactly five of thirty that come at once from both sides", async () => {
      const key = await newKey();
      const calls = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? rest(key) : mcp(key)));
      const statuses = (await Promise.all(calls)).map((response) => response.status);
      expect(statuses.filter((status) => status !== 429)).toHaveLength(hourlyLimit);
    });

    test("says in words when to come back, with the headers of REST", async () => {
      const key = await newKey();
      for (let used = 0; used < hourlyLimit; used += 1) await mcp(key);
      for (const [message, headers] of [
        [rpc("tools/call", { name: "list_clients" }, "seven"), {}],
        [modernRpc("tools/list", {}, "seven"), modernHeaders("tools/list")],
      ] as const) {
        const response = await mcp(key, message, headers);
        expect(response.status).toBe(429);
        const retryAfterSeconds = Number(response.headers.get("retry-after"));
        expect(retryAfterSeconds).toBeGreaterThan(3500);
        expect(retryAfterSeconds).toBeLessThanOrEqual(3600);
        expect(response.headers.get("x-ratelimit-limit")).toBe("5");
        expect(remaining(response)).toBe(0);
        const body = (await response.json()) as { id: string; error: { message: string; data: object } };
        expect(body.id).toBe("seven");
        expect(body.error.data).toEqual({ error: "rate_limit_exceeded", limit: 5, retryAfterSeconds });
        expect(body.error.message).toMatch(
          /^The agency's limit of 5 requests an hour is used up, .*Come back in (59|60) minutes, at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.$/,
        );
      }
    });

    test("does not count notifications, responses and refusals before the limit, and answers them with the last count", async () => {
      const key = await newKey();
      expect(remaining(await mcp(key))).toBe(4);
      const uncounted = [
        { jsonrpc: "2.0", method: "notifications/initialized" },
        { jsonrpc: "2.0", id: 1, result: {} },
        [rpc("ping")],
        "no json",
      ];
      for (const message of uncounted) {
        const response = await mcp(key, message);
        expect([response.status, remaining(response)]).toEqual([response.status, 4]);
        expect(response.status).not.toBe(429);
      }
      await fetch(`${service.url}/api/mcp`, { headers: { authorization: `Bearer ${key}` } });
      expect(remaining(await mcp(key))).toBe(3);
    });

    test("counts a notification or a response that is longer than any is, and takes none of them beyond the limit", async () => {
      const key = await newKey();
      const said = (parts: object, bytes: number) => {
        const frame = JSON.stringify({ jsonrpc: "2.0", ...parts, params: { text: "" } });
        const message = { jsonrpc: "2.0", ...parts, params: { text: "x".repeat(bytes - frame.length) } };
        expect(JSON.stringify(message)).toHaveLength(bytes);
        return mcp(key, message);
      };
      expect(remaining(await mcp(key))).toBe(4);
      const kinds = [{ method: "notifications/progress" }, { id: 1, result: {} }, { id: 1, method: 5 }];
      for (const kind of kinds) expect(remaining(await said(kind, 4096))).toBe(4);
      for (const [at, kind] of kinds.entries()) expect(remaining(await said(kind, 4097))).toBe(3 - at);
      const last = await said({ method: "notifications/progress" }, 4097);
      expect([last.status, remaining(last)]).toEqual([202, 0]);
      expect((await said({ method: "notifications/progress" }, 4097)).status).toBe(429);
      expect((await said({ method: "notifications/progress" }, 4096)).status).toBe(202);
    });

    test("counts a request that the protocol then refuses", async () => {
      const key = await newKey();
      expect(remaining(await mcp(key, rpc("no/such/method")))).toBe(4);
      expect(remaining(await mcp(key, { id: 1, method: "tools/list" }))).toBe(3);
    });

    test("still takes a notification when the limit is used up", async () => {
      const key = await newKey();
      for (let used = 0; used < hourlyLimit; used += 1) await mcp(key);
      expect((await mcp(key)).status).toBe(429);
      const response = await mcp(key, { jsonrpc: "2.0", method: "notifications/initialized" });
      expect([response.status, remaining(response), response.headers.get("retry-after")]).toEqual([
        202,
        0,
        null,
      ]);
    });
  });
}
