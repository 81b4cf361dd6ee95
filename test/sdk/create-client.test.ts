import { describe, expect, test } from "bun:test";
import manifest from "../../sdk/package.json" with { type: "json" };
import {
  type Client,
  createClient,
  createTools,
  NetworkError,
  ServiceError,
  verifyConversionSignature,
} from "../../sdk/src/index.ts";
import { thrownBy } from "../support/error-of.ts";
import { apiKey, json, refusal, standardHeaders, startStubService } from "./stub-service.ts";

const uuid = "01981234-5678-7abc-8def-0123456789ab";
const base = "/api/reporting/v1";

/** Every operation: how it is called, and what has to arrive at the service. */
const operations: [string, (client: Client) => Promise<unknown>, string, string, object | null][] = [
  ["getArticlePerformance", (c) => c.articles.getArticlePerformance(42), "GET", `${base}/articles/42`, null],
  [
    "getArticlePerformance with days",
    (c) => c.articles.getArticlePerformance(42, { days: 7 }),
    "GET",
    `${base}/articles/42?days=7`,
    null,
  ],
  [
    "getPublicationReport",
    (c) => c.reports.getPublicationReport(uuid),
    "GET",
    `${base}/reports/${uuid}`,
    null,
  ],
  [
    "createExport",
    (c) => c.exports.createExport({ scopeType: "article", scopeId: 42, days: 7, format: "pdf" }),
    "POST",
    `${base}/exports`,
    { scopeType: "article", scopeId: 42, days: 7, format: "pdf" },
  ],
  ["getExport", (c) => c.exports.getExport(uuid), "GET", `${base}/exports/${uuid}`, null],
  ["downloadExport", (c) => c.exports.downloadExport(uuid), "GET", `${base}/exports/${uuid}/download`, null],
  ["listWebhooks", (c) => c.webhooks.listWebhooks(), "GET", `${base}/webhooks`, null],
  [
    "createWebhook",
    (c) => c.webhooks.createWebhook({ endpointUrl: "https://a.example/", events: ["export.failed"] }),
    "POST",
    `${base}/webhooks`,
    { endpointUrl: "https://a.example/", events: ["export.failed"] },
  ],
  ["disableWebhook", (c) => c.webhooks.disableWebhook(uuid), "DELETE", `${base}/webhooks/${uuid}`, null],
  [
    "recordConversion",
    (c) =>
      c.conversions.recordConversion({
        eventId: "e1",
        pressReleaseId: 42,
        kind: "lead",
        occurredAt: new Date(1784715300_000),
      }),
    "POST",
    `${base}/conversions`,
    { eventId: "e1", pressReleaseId: 42, kind: "lead", occurredAt: "2026-07-22T10:15:00.000Z" },
  ],
  ["exportReportingData", (c) => c.data.exportReportingData(), "GET", `${base}/data`, null],
  ["exportReportingDataStream", (c) => c.data.exportReportingDataStream(), "GET", `${base}/data`, null],
  [
    "deleteReportingData",
    (c) => c.data.deleteReportingData({ confirm: "DELETE REPORTING DATA" }),
    "DELETE",
    `${base}/data`,
    null,
  ],
  ["crisisStatement", (c) => c.tools.crisisStatement("x"), "POST", "/api/tools/crisis-pr", { problem: "x" }],
  ["headlines", (c) => c.tools.headlines("x"), "POST", "/api/tools/headline-generator", { topic: "x" }],
  ["checkSeo", (c) => c.tools.checkSeo("x"), "POST", "/api/tools/seo-checker", { text: "x" }],
];

describe("createClient", () => {
  test.each(operations)("%s asks for what the contract says", async (_, operate, method, path, body) => {
    await using service = startStubService(json({ answer: true }));
    await operate(service.client());
    const [asked] = service.seen;
    expect([asked?.method, asked?.path]).toEqual([method, path]);
    expect(asked?.body ? JSON.parse(asked.body) : null).toEqual(body);
    expect(asked?.headers["content-type"]).toBe(body ? "application/json" : undefined);
    const isTool = path.startsWith("/api/tools");
    expect(asked?.headers.authorization).toBe(isTool ? undefined : `Bearer ${apiKey}`);
    expect(asked?.headers["x-service-sdk"]).toBe(isTool ? undefined : `pr-service-sdk/${manifest.version}`);
    if (!isTool) expect(asked?.headers["user-agent"]).toBe(`pr-service-sdk/${manifest.version}`);
  });

  test("gives the body, the rate limit and the request id", async () => {
    await using service = startStubService(json({ report: { id: uuid } }));
    const result: unknown = await service.client().reports.getPublicationReport(uuid);
    expect(result).toEqual({
      data: { report: { id: uuid } },
      rateLimit: { limit: 500, remaining: 499, resetAt: new Date(1784718900_000) },
      requestId: standardHeaders["X-Request-Id"],
    });
  });

  test("gives null for a rate limit that the answer does not tell, or tells badly", async () => {
    await using service = startStubService(
      () => Response.json({}),
      json({}, 200, { "X-RateLimit-Reset": "soon" }),
    );
    expect((await service.client().webhooks.listWebhooks()).rateLimit).toBeNull();
    expect((await service.client().webhooks.listWebhooks()).rateLimit).toBeNull();
  });

  test("signs a conversion over exactly the bytes that it sends", async () => {
    await using service = startStubService(json({ id: uuid, duplicate: false }, 201));
    await service.client().conversions.recordConversion({
      eventId: "größe-€-😀",
      pressReleaseId: 42,
      kind: "lead",
      value: 49.9,
      currency: "EUR",
      occurredAt: "2026-07-22T10:15:00Z",
    });
    const [asked] = service.seen;
    const check = await verifyConversionSignature({
      apiKey,
      body: asked?.body ?? "",
      timestamp: asked?.headers["x-service-timestamp"],
      signature: asked?.headers["x-service-signature"],
    });
    expect(check).toEqual({ isValid: true });
  });

  test("sends the confirmation of a deletion, and nothing without it", async () => {
    await using service = startStubService(json({ deleted: {} }));
    await service.client().data.deleteReportingData({ confirm: "DELETE REPORTING DATA" });
    expect(service.seen[0]?.headers["x-service-confirm"]).toBe("DELETE REPORTING DATA");
    // @ts-expect-error another text is refused by type, too
    expect(await thrownBy(service.client().data.deleteReportingData({ confirm: "yes" }))).toThrow(TypeError);
    expect(service.seen).toHaveLength(1);
  });

  test.each(["..", "../data", "a/b", "a?b", "", "ü", "x".repeat(101)])(
    "refuses the id %p, which would change the path, before it asks",
    async (id) => {
      await using service = startStubService(json({}));
      expect(await thrownBy(service.client().webhooks.disableWebhook(id))).toThrow(TypeError);
      expect(service.seen).toEqual([]);
    },
  );

  test.each([
    "",
    "localhost:3000",
    "ftp://a.example",
    "https://user:pass@a.example",
    "https://:pass@a.example",
    "https://a.example/?x=1",
    "https://a.example/?",
    "https://a.example/#",
  ])("refuses %p as a baseUrl", (baseUrl) => {
    expect(() => createClient({ baseUrl, apiKey })).toThrow(TypeError);
  });

  test("keeps a path in baseUrl, with or without a slash at its end", async () => {
    await using service = startStubService(json({}));
    for (const end of ["/pr", "/pr/"]) {
      await service.client({ baseUrl: service.baseUrl + end }).webhooks.listWebhooks();
    }
    expect(service.seen.map((asked) => asked.path)).toEqual([`/pr${base}/webhooks`, `/pr${base}/webhooks`]);
  });

  test.each(["", " ", `${apiKey}\n`, `Bearer ${apiKey}`, "schlüssel"])(
    "refuses %p as an apiKey without repeating it",
    (wrong) => {
      expect(() => createClient({ baseUrl: "http://localhost", apiKey: wrong })).toThrow(
        /^apiKey must be the key/,
      );
    },
  );

  test.each([-1, 1.5, 11, Number.NaN])("refuses %p retries", (retries) => {
    expect(() => createClient({ baseUrl: "http://localhost", apiKey, retries })).toThrow(TypeError);
  });

  test.each([0, -1, Number.NaN])("refuses %p as timeoutMs, its own and that of a call", async (timeoutMs) => {
    expect(() => createClient({ baseUrl: "http://localhost", apiKey, timeoutMs })).toThrow(TypeError);
    await using service = startStubService(json({}));
    expect(await thrownBy(service.client().webhooks.listWebhooks({ timeoutMs }))).toThrow(TypeError);
    expect(service.seen).toEqual([]);
  });

  test("shows no key when it is printed", () => {
    expect(Bun.inspect(createClient({ baseUrl: "http://localhost", apiKey }), { depth: 10 })).not.toContain(
      apiKey,
    );
  });

  test("offers the tools alone, without a key", async () => {
    await using service = startStubService(json({ headlines: ["Eins"] }));
    const tools = createTools({ baseUrl: service.baseUrl });
    expect((await tools.headlines("Werk")).data.headlines).toEqual(["Eins"]);
  });
});

/** What a call rejects with. */
async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => null,
    (error: unknown) => error,
  );
}

const refusalOf = (error: string, status: number) =>
  Response.json({ error }, { status, headers: standardHeaders });

describe("a refusal", () => {
  test("becomes a ServiceError with everything that the answer tells", async () => {
    const details = { formErrors: [], fieldErrors: { format: ["must be pdf, csv or json"] } };
    await using service = startStubService(json({ error: "invalid_body", details }, 400));
    const error = await failureOf(
      service.client().exports.createExport({ scopeType: "article", scopeId: 1, format: "pdf" }),
    );
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({
      name: "ServiceError",
      operation: "createExport",
      status: 400,
      code: "invalid_body",
      details,
      requestId: standardHeaders["X-Request-Id"],
      rateLimit: { limit: 500, remaining: 499 },
      retryAfterSeconds: null,
    });
    expect(String(error)).toContain("format: must be pdf, csv or json.");
  });

  test("carries the service's own hint, in a property and in the message, instead of a guess of ours", async () => {
    const hint = "X-Service-Timestamp: must be at most 300 seconds from the server's time; check the clock.";
    await using service = startStubService(() => {
      const answer = refusalOf("invalid_signature", 401);
      answer.headers.set("X-Service-Hint", hint);
      return answer;
    });
    const error = await failureOf(service.client().webhooks.listWebhooks());
    expect(error).toMatchObject({ code: "invalid_signature", hint });
    expect(String(error)).toContain(`401 invalid_signature. ${hint} (request`);
  });

  test("without a hint has null there and the client's own advice in the message", async () => {
    await using service = startStubService(json({ error: "unauthorized" }, 401));
    const error = await failureOf(service.client().webhooks.listWebhooks());
    expect(error).toMatchObject({ hint: null });
    expect(String(error)).toContain("Check the API key");
  });

  test("of a public tool keeps the German sentence, and gets a code from the status", async () => {
    await using service = startStubService(refusal(400, "Bitte mindestens 10 Zeichen eingeben."));
    const error = await failureOf(service.client().tools.crisisStatement("kurz"));
    expect(error).toMatchObject({ status: 400, code: "invalid_request" });
    expect(String(error)).toContain("Bitte mindestens 10 Zeichen eingeben.");
  });

  test.each([
    ["a proxy's page", () => new Response("<html>Bad Gateway</html>", { status: 502 }), 502],
    ["a page with status 200", () => new Response("<html>Welcome</html>"), 200],
    ["an empty 404", () => new Response(null, { status: 404 }), 404],
  ])("that is %s becomes unexpected_response", async (_, answer, status) => {
    await using service = startStubService(answer);
    expect(await failureOf(service.client().webhooks.listWebhooks())).toMatchObject({
      status,
      code: "unexpected_response",
    });
  });

  test("never follows a redirect, which could carry the key elsewhere", async () => {
    await using elsewhere = startStubService(json({}));
    await using service = startStubService(() => Response.redirect(elsewhere.baseUrl, 307));
    const error = await failureOf(service.client().webhooks.listWebhooks());
    expect(error).toMatchObject({ status: 307, code: "unexpected_response" });
    expect(elsewhere.seen).toEqual([]);
  });

  test("and a fault name neither key nor signature", async () => {
    await using service = startStubService(refusal(401, "invalid_signature"));
    const event = { eventId: "e", pressReleaseId: 1, kind: "k", occurredAt: new Date() };
    const refused = await failureOf(service.client().conversions.recordConversion(event));
    const unreachable = await failureOf(
      service.client({ baseUrl: "http://127.0.0.1:1", retries: 0 }).conversions.recordConversion(event),
    );
    expect(unreachable).toBeInstanceOf(NetworkError);
    const signature = service.seen[0]?.headers["x-service-signature"] ?? "missing";
    for (const error of [refused, unreachable]) {
      const shown = Bun.inspect(error, { depth: 10 }) + JSON.stringify(error);
      expect(shown).not.toContain(apiKey);
      expect(shown).not.toContain(signature);
    }
  });
});
