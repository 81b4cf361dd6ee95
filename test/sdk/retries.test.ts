import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Client, verifyConversionSignature } from "../../sdk/src/index.ts";
import { retryDelay } from "../../sdk/src/retry-delay.ts";
import { errorOf, thrownBy } from "../support/error-of.ts";
import { until } from "../support/until.ts";
import { apiKey, json, refusal, silence, startBreakingService, startStubService } from "./stub-service.ts";

const uuid = "01981234-5678-7abc-8def-0123456789ab";
const conversion = { eventId: "e1", pressReleaseId: 1, kind: "lead", occurredAt: new Date() };

const repeatable: [string, (client: Client) => Promise<unknown>][] = [
  ["getArticlePerformance", (c) => c.articles.getArticlePerformance(1)],
  ["createExport", (c) => c.exports.createExport({ scopeType: "article", scopeId: 1, format: "csv" })],
  ["downloadExport", (c) => c.exports.downloadExport(uuid)],
  ["disableWebhook", (c) => c.webhooks.disableWebhook(uuid)],
  ["recordConversion", (c) => c.conversions.recordConversion(conversion)],
  ["exportReportingData", (c) => c.data.exportReportingData()],
];
const onceOnly: [string, (client: Client) => Promise<unknown>][] = [
  [
    "createWebhook",
    (c) => c.webhooks.createWebhook({ endpointUrl: "https://a.example/", events: ["report.created"] }),
  ],
  ["deleteReportingData", (c) => c.data.deleteReportingData({ confirm: "DELETE REPORTING DATA" })],
  ["headlines", (c) => c.tools.headlines("Werk")],
];

describe("a call that may run twice", () => {
  test.each(repeatable)("is repeated after 503 and 429: %s", async (_, operate) => {
    await using service = startStubService(
      refusal(503, "service_unavailable", { "Retry-After": "0" }),
      refusal(429, "rate_limit_exceeded", { "Retry-After": "0" }),
      json({}),
    );
    await operate(service.client());
    expect(service.seen).toHaveLength(3);
  });

  test("is repeated after an answer that was cut short", async () => {
    await using service = await startBreakingService();
    await service.client().webhooks.listWebhooks();
    expect(service.connections()).toBe(2);
  });

  test("is repeated after a time-out, and then fails as such", async () => {
    await using service = startStubService(silence());
    const call = service.client({ timeoutMs: 1_000, retries: 1 }).webhooks.listWebhooks();
    expect(await errorOf(call)).toMatchObject({
      name: "NetworkError",
      code: "timeout",
      operation: "listWebhooks",
    });
    expect(service.seen).toHaveLength(2);
  });

  test("takes a timeoutMs of its own", async () => {
    await using service = startStubService(silence());
    const call = service.client({ retries: 0 }).webhooks.listWebhooks({ timeoutMs: 20 });
    expect(await errorOf(call)).toMatchObject({ code: "timeout" });
  });

  test.each([Number.POSITIVE_INFINITY, 2_147_483_648])(
    "waits for its answer with a timeoutMs of %p, which no timer takes",
    async (timeoutMs) => {
      const late = async () => {
        await Bun.sleep(100);
        return Response.json({});
      };
      await using service = startStubService(late);
      await service.client({ timeoutMs, retries: 0 }).webhooks.listWebhooks();
      await service.client({ retries: 0 }).webhooks.listWebhooks({ timeoutMs });
      expect(service.seen).toHaveLength(2);
    },
  );

  test("is repeated when nobody listens, and then fails with the cause", async () => {
    let attempts = 0;
    await using service = startStubService();
    const client = service.client({
      fetch: async () => {
        attempts += 1;
        throw new TypeError("connection refused");
      },
    });
    expect(await errorOf(client.webhooks.listWebhooks())).toMatchObject({
      code: "network",
      cause: new TypeError("connection refused"),
    });
    expect(attempts).toBe(3);
  });

  test("stops after the given number of retries, and tells the last refusal", async () => {
    await using service = startStubService(refusal(503, "service_unavailable"));
    expect(await errorOf(service.client({ retries: 3 }).webhooks.listWebhooks())).toMatchObject({
      status: 503,
    });
    expect(service.seen).toHaveLength(4);
    expect(await errorOf(service.client({ retries: 0 }).webhooks.listWebhooks())).toMatchObject({
      status: 503,
    });
    expect(service.seen).toHaveLength(5);
  });

  test.each([400, 401, 403, 404, 409, 410, 500, 502])("is not repeated after %p", async (status) => {
    await using service = startStubService(refusal(status, "some_code"), json({}));
    expect(await errorOf(service.client().webhooks.listWebhooks())).toMatchObject({ status });
    expect(service.seen).toHaveLength(1);
  });

  test("sends nothing with an idempotencyKey that no header takes, and calls it no fault of the network", async () => {
    await using service = startStubService();
    const request = { scopeType: "article", scopeId: 1, format: "csv" } as const;
    const order = service.client().exports.createExport(request, { idempotencyKey: "5 €" });
    expect(await thrownBy(order)).toThrow(TypeError);
    expect(service.seen).toHaveLength(0);
  });

  test("sends one Idempotency-Key with all attempts, and another with the next call", async () => {
    await using service = startStubService(
      refusal(500, "export_creation_failed"),
      json({ id: uuid, status: "queued", statusUrl: "" }, 202),
    );
    const request = { scopeType: "article", scopeId: 1, format: "csv" } as const;
    await service.client().exports.createExport(request);
    await service.client().exports.createExport(request);
    await service.client().exports.createExport(request, { idempotencyKey: "mine" });
    const [first, repeated, next, own] = service.seen.map((asked) => asked.headers["idempotency-key"]);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(repeated).toBe(first);
    expect(next).not.toBe(first);
    expect(own).toBe("mine");
  });

  test("waits for Retry-After, and signs anew since the signature aged meanwhile", async () => {
    await using service = startStubService(
      refusal(503, "service_unavailable", { "Retry-After": "1" }),
      json({ id: uuid, duplicate: false }, 201),
    );
    const start = performance.now();
    await service.client().conversions.recordConversion(conversion);
    expect(performance.now() - start).toBeGreaterThanOrEqual(995);
    const [first, second] = service.seen;
    expect(second?.body).toBe(first?.body ?? "");
    expect(Number(second?.headers["x-service-timestamp"])).toBeGreaterThan(
      Number(first?.headers["x-service-timestamp"]),
    );
    const check = await verifyConversionSignature({
      apiKey,
      body: second?.body ?? "",
      timestamp: second?.headers["x-service-timestamp"],
      signature: second?.headers["x-service-signature"],
    });
    expect(check).toEqual({ isValid: true });
  });

  test("is not repeated when Retry-After asks for more than 30 s, and tells how long", async () => {
    await using service = startStubService(refusal(429, "rate_limit_exceeded", { "Retry-After": "31" }));
    expect(await errorOf(service.client().webhooks.listWebhooks())).toMatchObject({
      status: 429,
      code: "rate_limit_exceeded",
      retryAfterSeconds: 31,
    });
    expect(service.seen).toHaveLength(1);
  });

  test("reads a Retry-After that is a date", async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    await using service = startStubService(refusal(503, "service_unavailable", { "Retry-After": inAnHour }));
    const error: unknown = await service
      .client()
      .webhooks.listWebhooks()
      .catch((caught: unknown) => caught);
    const seconds = error instanceof Error && "retryAfterSeconds" in error ? error.retryAfterSeconds : null;
    expect(seconds).toBeGreaterThan(3_590);
    expect(seconds).toBeLessThanOrEqual(3_600);
  });
});

describe("a call that could act twice", () => {
  test.each(onceOnly)("is not repeated after 503, a time-out or a cut answer: %s", async (_, operate) => {
    await using breaking = await startBreakingService();
    expect(await errorOf(operate(breaking.client()))).toMatchObject({ code: "network" });
    expect(breaking.connections()).toBe(1);
    for (const answer of [refusal(503, "service_unavailable"), silence()]) {
      await using service = startStubService(answer, json({}));
      expect(await thrownBy(operate(service.client({ timeoutMs: 1_000 })))).toThrow();
      expect(service.seen).toHaveLength(1);
    }
  });

  test.each(onceOnly)(
    "is repeated after 429, which refused it before it could act: %s",
    async (_, operate) => {
      await using service = startStubService(
        refusal(429, "rate_limit_exceeded", { "Retry-After": "0" }),
        json({}),
      );
      await operate(service.client());
      expect(service.seen).toHaveLength(2);
    },
  );
});

describe("an AbortSignal", () => {
  const reason = new Error("the user left");

  test("ends a call before it begins", async () => {
    await using service = startStubService(json({}));
    const call = service.client().webhooks.listWebhooks({ signal: AbortSignal.abort(reason) });
    expect(await errorOf(call)).toBe(reason);
    expect(service.seen).toEqual([]);
  });

  test("ends a call that waits for its answer", async () => {
    await using service = startStubService(silence());
    const controller = new AbortController();
    void untilSeen(service).then(() => controller.abort(reason));
    expect(await errorOf(service.client().webhooks.listWebhooks({ signal: controller.signal }))).toBe(reason);
    expect(service.seen).toHaveLength(1);
  });

  test("ends the wait between two attempts", async () => {
    await using service = startStubService(refusal(503, "service_unavailable", { "Retry-After": "30" }));
    const controller = new AbortController();
    void untilSeen(service).then(() => controller.abort(reason));
    expect(await errorOf(service.client().webhooks.listWebhooks({ signal: controller.signal }))).toBe(reason);
    expect(service.seen).toHaveLength(1);
  });
});

/** Waits until the service was asked. */
async function untilSeen({ seen }: { seen: readonly unknown[] }): Promise<void> {
  await until(() => seen.length > 0);
}

describe("retryDelay", () => {
  test("doubles from one attempt to the next up to 8 s, and comes after a Retry-After of 30 s, but not of 31 s", () => {
    const delayOf = (retry: number, retryAfterSeconds: number | null = null) =>
      retryDelay({ retry, backoffMs: 500, retryAfterSeconds, random: 1 });
    expect([1, 2, 3, 4, 5, 6].map((retry) => delayOf(retry))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 8_000,
    ]);
    expect([delayOf(1, 30), delayOf(1, 31)]).toEqual([30_500, null]);
  });

  test("grows to 8 s at most, never comes before Retry-After, and gives up beyond 30 s", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.option(fc.nat(60)),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (retry, retryAfterSeconds, random) => {
          const waitMs = retryDelay({ retry, backoffMs: 500, retryAfterSeconds, random });
          if (retryAfterSeconds !== null && retryAfterSeconds > 30) return expect(waitMs).toBeNull();
          const earliestMs = (retryAfterSeconds ?? 0) * 1000;
          expect(waitMs).toBeGreaterThanOrEqual(earliestMs);
          expect(waitMs).toBeLessThanOrEqual(earliestMs + Math.min(500 * 2 ** (retry - 1), 8_000));
        },
      ),
    );
  });
});
