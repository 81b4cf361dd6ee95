import { describe, expect, test } from "bun:test";
import { given, serviceScene } from "../../support/cast.ts";
import { createTestAgency, serviceKinds } from "../../support/service.ts";
import { modernHeaders, modernRpc, postMessage, rpc } from "./support/post-message.ts";

const bodyBytesMax = 256 * 1024;
const allowedOrigin = "https://agents.example.org";

for (const kind of serviceKinds) {
  describe(`the edge of the agent endpoint, ${kind} database`, () => {
    const { service, agency } = serviceScene(kind, { MCP_ALLOWED_ORIGINS: allowedOrigin });
    const starter = given(() => createTestAgency(service.sql, { plan: "starter" }));

    test("refuses a foreign Origin before anything else, and lets its own and an allowed one through", async () => {
      for (const origin of ["https://evil.example.com", "null", "http://localhost:1"]) {
        const refused = await fetch(`${service.url}/api/mcp`, { method: "DELETE", headers: { origin } });
        expect([refused.status, (await readError(refused)).error.data.error]).toEqual([
          403,
          "origin_not_allowed",
        ]);
      }
      for (const origin of [service.url, allowedOrigin]) {
        expect((await post(rpc("ping"), { origin })).status).toBe(200);
      }
    });

    test("answers every method but POST with 405, the one that works, and how to connect, without asking for a key", async () => {
      for (const method of ["GET", "DELETE", "PUT", "PATCH", "OPTIONS"]) {
        const response = await fetch(`${service.url}/api/mcp`, { method });
        expect([method, response.status, response.headers.get("allow")]).toEqual([method, 405, "POST"]);
        const body = (await response.json()) as {
          message: string;
          connect: { url: string; headers: object };
        };
        expect(body.connect.url).toBe(`${service.url}/api/mcp`);
        expect(body.message).toContain("POST");
      }
      expect((await fetch(`${service.url}/api/mcp`, { method: "HEAD" })).status).toBe(405);
    });

    test("answers every other well-known path with a JSON 404, so that hosts stop looking for another login", async () => {
      for (const path of [
        "oauth-protected-resource",
        "openid-configuration",
        "oauth-authorization-server/x",
      ]) {
        const response = await fetch(`${service.url}/.well-known/${path}`);
        expect([response.status, await response.json()]).toEqual([404, { error: "not_found" }]);
      }
    });

    test("takes a body of 256 KiB and refuses one byte more, before it looks at the key", async () => {
      expect((await post(padded(bodyBytesMax))).status).toBe(200);
      const refused = await post(padded(bodyBytesMax + 1), {}, null);
      expect([refused.status, (await readError(refused)).error.data.error]).toEqual([
        413,
        "payload_too_large",
      ]);
    });

    test("refuses a missing, wrong or ambiguous key with 401 and a JSON-RPC error", async () => {
      const responses = [
        await post(rpc("ping"), {}, null),
        await post(rpc("ping"), {}, "svc_key_nonsense"),
        await post(rpc("ping"), { "x-api-key": starter.key }),
      ];
      for (const response of responses) {
        expect([response.status, response.headers.get("www-authenticate")]).toEqual([
          401,
          expect.stringMatching(/^Bearer .*resource_metadata="http/),
        ]);
        const body = await readError(response);
        expect(body).toMatchObject({
          jsonrpc: "2.0",
          id: null,
          error: { code: -32000, data: { error: "unauthorized" } },
        });
        expect(body.error.message).toContain("X-API-Key");
      }
    });

    test("takes the key in X-API-Key as well", async () => {
      expect((await post(rpc("ping"), { "x-api-key": agency.key }, null)).status).toBe(200);
    });

    test("refuses an agency of another plan with 403, before it looks at the message", async () => {
      const refused = await post([rpc("ping")], {}, starter.key);
      expect([refused.status, (await readError(refused)).error.data.error]).toEqual([
        403,
        "agency_plan_required",
      ]);
    });

    test("refuses a batch, an empty one too, and what is no JSON", async () => {
      for (const batch of [[], [rpc("ping")], [rpc("ping"), rpc("ping", {}, 2)]]) {
        const refused = await post(batch);
        expect([refused.status, (await readError(refused)).error.code]).toEqual([400, -32600]);
      }
      for (const text of ["", "{", '"\ud800', `${'{"a":'.repeat(33)}1${"}".repeat(33)}`]) {
        const refused = await post(text);
        expect([refused.status, (await readError(refused)).error.code]).toEqual([400, -32700]);
      }
      const packed = await post(rpc("ping"), { "content-encoding": "gzip" });
      expect([packed.status, (await readError(packed)).error.code]).toEqual([400, -32700]);
    });

    test("refuses another media type with 415, in both generations", async () => {
      const headers = { "content-type": "text/plain" };
      expect((await post(rpc("ping"), headers)).status).toBe(415);
      const modern = await post(modernRpc("tools/list"), { ...modernHeaders("tools/list"), ...headers });
      expect(modern.status).toBe(415);
    });

    test("answers both generations with one JSON body and the headers of REST", async () => {
      const legacy = await post(rpc("tools/list"));
      const modern = await post(modernRpc("tools/list"), modernHeaders("tools/list"));
      for (const response of [legacy, modern]) {
        expect(response.status).toBe(200);
        expect(response.headers.get("content-type")).toBe("application/json");
        for (const name of [
          "x-ratelimit-limit",
          "x-ratelimit-remaining",
          "x-ratelimit-reset",
          "ratelimit",
          "x-request-id",
        ]) {
          expect([name, response.headers.get(name)]).not.toEqual([name, null]);
        }
        expect(response.headers.get("x-service-api-version")).toBe("2026-07-22");
        expect(response.headers.get("cache-control")).toBe("private, no-store");
        expect(response.headers.get("mcp-session-id")).toBeNull();
      }
    });

    test("answers with JSON whoever takes anything or says nothing of types, in both generations, and 406 who takes no JSON", async () => {
      const messages = [
        [rpc("tools/list"), {}],
        [rpc("tools/call", { name: "get_agency_credits", arguments: {} }), {}],
        [modernRpc("tools/list"), modernHeaders("tools/list")],
      ] as const;
      for (const [message, headers] of messages) {
        for (const accept of ["*/*", "text/html, */*;q=0.8", "application/json, text/event-stream"]) {
          const response = await post(message, { ...headers, accept });
          expect([accept, response.status, response.headers.get("content-type")]).toEqual([
            accept,
            200,
            "application/json",
          ]);
        }
      }
      for (const accept of ["text/html", "text/event-stream"]) {
        for (const [message] of messages.slice(0, 2)) {
          expect([accept, (await post(message, { accept })).status]).toEqual([accept, 406]);
        }
      }
    });

    test("lets hosts keep the tool list and the discovery for an hour", async () => {
      for (const method of ["tools/list", "server/discover"]) {
        const response = await post(modernRpc(method), modernHeaders(method));
        const { result } = (await response.json()) as { result: Record<string, unknown> };
        expect([method, result.ttlMs, result.cacheScope]).toEqual([method, 3_600_000, "private"]);
      }
    });

    test("opens no stream for subscriptions, in either generation", async () => {
      const params = { notifications: { toolsListChanged: true } };
      const method = "subscriptions/listen";
      const modern = await post(modernRpc(method, params, "s1"), modernHeaders(method));
      expect([modern.status, await readError(modern)]).toMatchObject([
        404,
        { id: "s1", error: { code: -32601 } },
      ]);
      const legacy = await post(rpc(method, params));
      expect((await readError(legacy)).error.code).toBe(-32601);
    });

    test("answers the handshake of each older revision with that revision", async () => {
      for (const protocolVersion of ["2025-03-26", "2025-06-18", "2025-11-25"]) {
        const params = { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } };
        const response = await post(rpc("initialize", params));
        const { result } = (await response.json()) as { result: Record<string, unknown> };
        expect(result.protocolVersion).toBe(protocolVersion);
        expect(result.capabilities).toEqual({ tools: {} });
      }
      const noted = await post({ jsonrpc: "2.0", method: "notifications/initialized" });
      expect([noted.status, await noted.text()]).toEqual([202, ""]);
    });

    test("names no tool that does not exist, and does not repeat the name", async () => {
      for (const name of ["constructor", "drop_everything<script>"]) {
        const response = await post(rpc("tools/call", { name, arguments: {} }));
        const body = await response.text();
        expect(body).toContain("-32602");
        expect(body).not.toContain(name);
      }
    });

    const post = (message: unknown, headers: Record<string, string> = {}, key: string | null = agency.key) =>
      postMessage(service.url, key, message, headers);
  });
}

type ErrorBody = {
  jsonrpc: string;
  id: unknown;
  error: { code: number; message: string; data: { error: string } };
};

const readError = async (response: Response) => (await response.json()) as ErrorBody;

/** A tools/list request of exactly `bytes` bytes. */
function padded(bytes: number): string {
  const bare = JSON.stringify(rpc("tools/list", { _meta: { pad: "" } }));
  return JSON.stringify(rpc("tools/list", { _meta: { pad: "x".repeat(bytes - bare.length) } }));
}
