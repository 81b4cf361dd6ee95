import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createTools, ServiceError } from "../../../sdk/src/index.ts";
import { toolMessages } from "../../../service/edges/public-tools/messages.ts";
import { serviceKinds, type TestService } from "../../support/service.ts";
import {
  callTool,
  goodInputs,
  newClient,
  outcomeOf,
  startProxiedService,
  type ToolName,
  toolNames,
  toolPaths,
} from "./tool-calls.ts";

/** The field of each tool, its bounds in code points, and its sentences. */
const bounds: Record<
  ToolName,
  { field: string; min: number; max: number | null; short: string; long: string; missing: string }
> = {
  statement: {
    field: "problem",
    min: 10,
    max: 20_000,
    short: toolMessages.problemTooShort,
    long: toolMessages.problemTooLong,
    missing: toolMessages.problemMissing,
  },
  headlines: {
    field: "topic",
    min: 1,
    max: 500,
    short: toolMessages.topicMissing,
    long: toolMessages.topicTooLong,
    missing: toolMessages.topicMissing,
  },
  check: {
    field: "text",
    min: 50,
    max: null,
    short: toolMessages.textTooShort,
    long: toolMessages.bodyTooLarge,
    missing: toolMessages.textMissing,
  },
};
const bodyBytesMax = 256 * 1024;

for (const kind of serviceKinds) {
  describe(`the tools on the ${kind} set-up`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startProxiedService(kind);
    });
    afterAll(() => service.stop());

    test("each answers with its result and nothing besides", async () => {
      const statement = await outcomeOf(await callTool(service, "statement"));
      expect(statement).toEqual({ status: 200, body: { statement: expect.stringContaining("Kassel") } });
      const { status, body } = await outcomeOf(await callTool(service, "headlines"));
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(["headlines"]);
      expect(body.headlines).toHaveLength(5);
      const check = await outcomeOf(await callTool(service, "check"));
      expect(check.status).toBe(200);
      expect(Object.keys(check.body)).toEqual(["score", "criteria", "topTip"]);
      expect(check.body.criteria).toHaveLength(12);
    });

    test("an answer carries the figures of the limit, a request id, and is kept by no cache", async () => {
      const { headers } = await callTool(service, "check");
      expect(headers.get("x-ratelimit-limit")).toBe("5");
      expect(headers.get("x-ratelimit-remaining")).toBe("4");
      expect(headers.get("ratelimit-policy")).toBe('"tool";q=5;w=900');
      const resetIn = Number(headers.get("x-ratelimit-reset")) - Date.now() / 1000;
      expect(resetIn).toBeGreaterThan(895);
      expect(resetIn).toBeLessThan(902);
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get("cache-control")).toBe("private, no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    });

    for (const tool of toolNames) {
      const { field, min, max, short, long, missing } = bounds[tool];

      test.each(["ä", "😀"])(
        `${field} is bounded on the trimmed value, at the edge and one past it (%s)`,
        async (unit) => {
          const at = (count: number) =>
            callTool(service, tool, { input: { [field]: ` \n${unit.repeat(count)}\t ` } });
          expect((await at(min)).status).toBe(200);
          expect(await outcomeOf(await at(min - 1))).toEqual({ status: 400, body: { error: short } });
          if (max === null) return;
          expect((await at(max)).status).toBe(200);
          expect(await outcomeOf(await at(max + 1))).toEqual({ status: 400, body: { error: long } });
        },
      );

      test(`${field} missing, of another type, empty or invisible is 400 with a German sentence`, async () => {
        for (const value of [
          undefined,
          null,
          7,
          true,
          ["x".repeat(60)],
          {},
          "",
          "  \n ",
          "\u200b\u202e\u0007",
        ]) {
          expect(await refused(tool, { input: { [field]: value } })).toEqual({
            status: 400,
            body: { error: missing },
          });
        }
        for (const body of ["null", "[]", '"text"', "5", `{"${field}s":"${"x".repeat(60)}"}`]) {
          expect(await refused(tool, { body })).toEqual({ status: 400, body: { error: missing } });
        }
      });

      test(`${field}: fields besides are ignored, and any content type is taken`, async () => {
        const input = { ...goodInputs[tool], note: "x", constructor: 1 };
        for (const contentType of [
          "text/plain",
          "application/x-www-form-urlencoded",
          "image/png",
          "application/json; charset=utf-8",
        ]) {
          const response = await callTool(service, tool, { input, headers: { "content-type": contentType } });
          expect(response.status).toBe(200);
        }
      });

      test(`${field}: no JSON, half a JSON, broken UTF-8 and deep nesting are 400`, async () => {
        const deep = (levels: number) =>
          `{"${field}":${JSON.stringify(goodInputs[tool][field])},"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
        expect((await callTool(service, tool, { body: deep(31) })).status).toBe(200);
        const bodies = [
          "",
          "kein JSON",
          `{"${field}":"abc`,
          new Uint8Array([0x7b, 0x22, 0xff, 0x22]),
          deep(32),
          deep(60_000),
        ];
        for (const body of bodies) {
          expect(await refused(tool, { body })).toEqual({
            status: 400,
            body: { error: toolMessages.bodyInvalid },
          });
        }
      });

      test(`${field}: a body of 256 KiB is read and one byte more is 413, also when it comes in chunks`, async () => {
        const good = JSON.stringify(goodInputs[tool]);
        const exact = `${good.slice(0, -1)},"x":"${"x".repeat(bodyBytesMax - good.length * 2)}`;
        const fill = (bytes: number) => `${exact}${"x".repeat(bytes - Buffer.byteLength(exact) - 2)}"}`;
        expect((await callTool(service, tool, { body: fill(bodyBytesMax) })).status).toBe(200);
        const tooLarge = { status: 413, body: { error: toolMessages.bodyTooLarge } };
        expect(await refused(tool, { body: fill(bodyBytesMax + 1) })).toEqual(tooLarge);
        const chunked = new Blob([fill(bodyBytesMax + 1)]).stream();
        expect(await refused(tool, { body: chunked })).toEqual(tooLarge);
      });

      test(`${field}: a body with Content-Encoding is 400, identity is none`, async () => {
        const packed = Bun.gzipSync(JSON.stringify(goodInputs[tool]));
        expect(await refused(tool, { body: packed, headers: { "content-encoding": "gzip" } })).toEqual({
          status: 400,
          body: { error: toolMessages.bodyEncoded },
        });
        const plain = await callTool(service, tool, { headers: { "content-encoding": "identity" } });
        expect(plain.status).toBe(200);
      });

      test(`${field}: another method is 405 with Allow`, async () => {
        for (const method of ["GET", "PUT", "DELETE"]) {
          const response = await fetch(service.url + toolPaths[tool], { method });
          expect(await outcomeOf(response)).toEqual({ status: 405, body: { error: "method_not_allowed" } });
          expect(response.headers.get("allow")).toBe("OPTIONS, POST");
        }
      });
    }

    test("the SDK reads results, sentences and the limit of each", async () => {
      const from = newClient();
      const tools = createTools({
        baseUrl: service.url,
        retries: 0,
        fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, "x-forwarded-for": from } }),
      });
      const statement = await tools.crisisStatement("Brand im Lager");
      expect(statement.data.statement).toContain("Stellungnahme");
      expect(statement.rateLimit).toMatchObject({ limit: 5, remaining: 4 });
      expect((await tools.headlines("Werk")).data.headlines).toEqual(["Werk"]);
      expect((await tools.checkSeo("x ".repeat(60))).data.criteria[0]?.status).toMatch(
        /^(?:gut|mittel|schlecht)$/,
      );
      const failure: unknown = await tools.crisisStatement("kurz").catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ServiceError);
      expect(failure).toMatchObject({ status: 400, code: "invalid_request" });
      expect(String(failure)).toContain(toolMessages.problemTooShort);
    });

    test("health says that the rules write", async () => {
      expect(await (await fetch(`${service.url}/health`)).json()).toEqual({
        status: "ok",
        writer: "rule-based",
      });
    });

    async function refused(tool: ToolName, call: Parameters<typeof callTool>[2]) {
      const response = await callTool(service, tool, call);
      expect(response.headers.get("content-type")).toContain("application/json");
      return outcomeOf(response);
    }
  });
}
