import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { problems, topics } from "../../features/writer/writer-inputs.ts";
import { startRedis } from "../../support/redis.ts";
import { startTestService, type TestService } from "../../support/service.ts";
import { callTool, newClient, startProxiedService, toolNames, toolPaths } from "./tool-calls.ts";

/** A call may take this long on a busy machine, whatever it holds; the checks themselves take milliseconds. */
const answerMsMax = 20_000;
const named = "https://agentur.example";

describe("the tools", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startProxiedService("server", {
      TOOLS_ALLOWED_ORIGINS: `${named}, http://localhost:5173`,
    });
  });
  afterAll(() => service.stop());

  describe("called by pages of other origins", () => {
    test("let a named origin through, preflight and answer, and show it the limit", async () => {
      for (const origin of [named, "http://localhost:5173"]) {
        const before = await preflight(origin);
        expect(before.status).toBe(204);
        expect(before.headers.get("access-control-allow-origin")).toBe(origin);
        expect(before.headers.get("access-control-allow-methods")).toBe("POST");
        expect(before.headers.get("access-control-allow-headers")).toContain("Content-Type");
        expect(before.headers.get("vary")).toContain("Origin");
        const answer = await callTool(service, "check", { headers: { origin } });
        expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
        expect(answer.headers.get("access-control-expose-headers")).toContain("X-RateLimit-Remaining");
        expect(answer.headers.get("access-control-expose-headers")).toContain("Retry-After");
        expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      }
    });

    test("give no permission to anybody else, and say to caches that the origin decides", async () => {
      for (const origin of [
        "https://agentur.example.evil.example",
        "http://agentur.example",
        "https://agentur.example:8443",
        "null",
        "*",
        "constructor",
      ]) {
        const before = await preflight(origin);
        expect([before.status, before.headers.get("access-control-allow-origin")]).toEqual([204, null]);
        expect(before.headers.get("access-control-allow-methods")).toBeNull();
        const answer = await callTool(service, "check", { headers: { origin } });
        expect(answer.headers.get("access-control-allow-origin")).toBeNull();
        expect(answer.headers.get("vary")).toContain("Origin");
      }
    });

    test("show errors of every kind to a named origin", async () => {
      const from = newClient();
      const statuses = [];
      for (const body of ["kein JSON", "{}", "x".repeat(300_000), "[]", '{"text":""}', "{}"]) {
        const answer = await callTool(service, "check", { body, from, headers: { origin: named } });
        expect(answer.headers.get("access-control-allow-origin")).toBe(named);
        statuses.push(answer.status);
      }
      expect(statuses).toEqual([400, 400, 413, 400, 400, 429]);
    });

    const preflight = (origin: string) =>
      fetch(service.url + toolPaths.check, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type",
        },
      });
  });

  const hostile: Record<string, string> = {
    ...problems,
    ...topics,
    controls: Array.from({ length: 300 }, (_, code) => String.fromCharCode(code))
      .join("")
      .repeat(50),
    joiners: "\u200d".repeat(15_000),
    combining: `a${"\u0301".repeat(15_000)}`,
    surrogates: "\ud800".repeat(10_000),
    brackets: "[".repeat(15_000),
    quotes: "„".repeat(15_000),
    dots: ". ".repeat(7_500),
    digits: "1.".repeat(7_500),
    spaces: `a${" ".repeat(15_000)}b`,
    lines: "\n- a".repeat(5_000),
    tags: "<a href='".repeat(1_600),
    addresses: "a@".repeat(7_500),
    oneWord: "x".repeat(15_000),
    prototype: "__proto__ constructor toString hasOwnProperty valueOf ".repeat(10),
  };

  test.each(Object.entries(hostile))(
    "%s gets a result or a German refusal, soon, and never a 5xx",
    async (_, text) => {
      for (const tool of toolNames) {
        const startedMs = performance.now();
        const response = await callTool(service, tool, { input: { problem: text, topic: text, text } });
        const body = await response.json();
        expect([200, 400]).toContain(response.status);
        expect(performance.now() - startedMs).toBeLessThan(answerMsMax);
        if (response.status === 400) expect(body.error).toMatch(/^(?:Bitte|Der Text|Die Anfrage) .+\.$/);
      }
    },
  );

  test("a body that stops short of its length and broken chunks cost nobody anything", async () => {
    const { hostname, port } = new URL(service.url);
    for (const rest of [
      'Content-Length: 500\r\n\r\n{"text":',
      'Transfer-Encoding: chunked\r\n\r\nZZ\r\n{"text":\r\n',
      "Content-Length: -1\r\n\r\n",
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(
            `POST ${toolPaths.check} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${newClient()}\r\n${rest}`,
          );
          setTimeout(() => socket.destroy(), 50);
        });
        socket.on("error", () => {});
        socket.on("close", () => resolve());
      });
    }
    expect((await callTool(service, "check")).status).toBe(200);
    expect(service.logged.filter((line) => line.includes('"request_failed"'))).toEqual([]);
  });
});

test("without Redis the tools go on, with the limit held by the process", async () => {
  const redis = await startRedis();
  const service = await startTestService("server", { REDIS_URL: redis.url, TRUSTED_PROXIES: "127.0.0.1" });
  try {
    const from = newClient();
    const call = async (client: string) => (await callTool(service, "headlines", { from: client })).status;
    const before = [await call(from), await call(from)];
    await redis.stopServer();
    const after = [];
    for (let attempt = 0; attempt < 5; attempt += 1) after.push(await call(from));
    expect([...before, ...after]).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const another = newClient();
    const fresh = [];
    for (let attempt = 0; attempt < 6; attempt += 1) fresh.push(await call(another));
    expect(fresh).toEqual([200, 200, 200, 200, 200, 429]);
    expect(service.logged.some((line) => line.includes('"limits_held_in_memory"'))).toBe(true);
  } finally {
    await service.stop();
    await redis.stop();
  }
});
