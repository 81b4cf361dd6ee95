import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { tooManyCallsMessage } from "../../../service/edges/public-tools/messages.ts";
import { databaseKinds, type TestService } from "../../support/service.ts";
import {
  callFromLoopback,
  callTool,
  newClient,
  outcomeOf,
  startProxiedService,
  toolNames,
  toolPaths,
} from "./tool-calls.ts";

const bodyBytesMax = 256 * 1024;

for (const kind of databaseKinds) {
  describe(`the limit of the tools on the ${kind} set-up`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startProxiedService(kind);
    });
    afterAll(() => service.stop());

    test("five calls are admitted and the sixth is 429 with the wait, while the other tools stay open", async () => {
      for (const tool of toolNames) {
        const from = newClient();
        for (const remaining of ["4", "3", "2", "1", "0"]) {
          const admitted = await callTool(service, tool, { from });
          expect([admitted.status, admitted.headers.get("x-ratelimit-remaining")]).toEqual([200, remaining]);
        }
        const over = await callTool(service, tool, { from });
        const wait = Number(over.headers.get("retry-after"));
        expect(wait).toBeGreaterThan(880);
        expect(wait).toBeLessThanOrEqual(900);
        expect(await outcomeOf(over)).toEqual({ status: 429, body: { error: tooManyCallsMessage(wait) } });
        for (const other of toolNames.filter((name) => name !== tool)) {
          expect((await callTool(service, other, { from })).headers.get("x-ratelimit-remaining")).toBe("4");
        }
      }
    });

    test("of twenty calls at once five are admitted", async () => {
      const from = newClient();
      const calls = Array.from({ length: 20 }, () => callTool(service, "headlines", { from }));
      const statuses = (await Promise.all(calls)).map(({ status }) => status).sort((a, b) => a - b);
      expect(statuses).toEqual([...Array<number>(5).fill(200), ...Array<number>(15).fill(429)]);
    });

    test("invalid input of every kind counts, and a refused call is refused whatever it holds", async () => {
      const from = newClient();
      const statuses = [];
      for (const call of [
        { body: "kein JSON" },
        { input: { topic: "" } },
        { input: { topic: "x".repeat(501) } },
        { body: "x".repeat(bodyBytesMax + 1) },
        { body: "{}", headers: { "content-encoding": "br" } },
        {},
        { body: "kein JSON" },
        { body: "x".repeat(bodyBytesMax + 1) },
      ]) {
        statuses.push((await callTool(service, "headlines", { ...call, from })).status);
      }
      expect(statuses).toEqual([400, 400, 400, 413, 400, 429, 429, 429]);
    });

    test("a preflight request and another method do not count", async () => {
      const from = newClient();
      for (const method of ["OPTIONS", "GET", "OPTIONS", "GET", "OPTIONS", "GET"]) {
        await fetch(service.url + toolPaths.check, { method, headers: { "x-forwarded-for": from } });
      }
      expect((await callTool(service, "check", { from })).headers.get("x-ratelimit-remaining")).toBe("4");
    });

    test("behind a trusted proxy the right-most untrusted address counts, whatever stands left of it", async () => {
      const from = newClient();
      for (const forged of ["1.2.3.4", "5.6.7.8", "garbage", "::1", "127.0.0.1"]) {
        expect((await callTool(service, "check", { from: `${forged}, ${from}` })).status).toBe(200);
      }
      expect((await callTool(service, "check", { from: `9.9.9.9, ${from}, 127.0.0.1` })).status).toBe(429);
      expect((await callTool(service, "check", { from: `${from}, ${newClient()}` })).status).toBe(200);
    });

    test("neighbours in one IPv6 /64 share their calls; the next network has its own", async () => {
      const network = `2001:db8:${Math.floor(Math.random() * 0xffff).toString(16)}`;
      const statuses = [];
      for (const host of ["1::1", "1:0:0:0:2", "1:ffff:ffff:ffff:ffff", "1:a::", "1:1:2:3:4", "1:5::9"]) {
        statuses.push((await callTool(service, "check", { from: `${network}:${host}` })).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      expect((await callTool(service, "check", { from: `${network}:2::1` })).status).toBe(200);
    });

    test("a forged X-Forwarded-For on a socket that is no trusted proxy helps nobody", async () => {
      const part = () => 1 + Math.floor(Math.random() * 250);
      const address = `127.${part()}.${part()}.${part()}`;
      const statuses = [];
      for (let call = 0; call < 7; call += 1) {
        const headers = {
          "x-forwarded-for": newClient(),
          forwarded: `for=${newClient()}`,
          "x-real-ip": newClient(),
        };
        statuses.push(await callFromLoopback(service, "headlines", { address, headers }));
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    });
  });
}
