import { describe, expect, test } from "bun:test";
import { openDatabase } from "../../../service/floor/db/open.ts";
import { createMemoryLimiter } from "../../../service/floor/limits/memory.ts";
import { createLog } from "../../../service/log.ts";
import { loopMetrics } from "../../../service/program/metrics/create-metrics.ts";
import { deliveryMetrics } from "../../../service/program/metrics/delivery-metrics.ts";
import { limitMetrics } from "../../../service/program/metrics/limit-metrics.ts";
import { openPrometheus } from "../../../service/program/metrics/prometheus.ts";
import { queueMetrics } from "../../../service/program/metrics/queue-metrics.ts";
import { thrownBy } from "../../support/error-of.ts";
import { freePort } from "../../support/service.ts";
import { sampleOf } from "./scrape.ts";

describe("metrics", () => {
  test("show the fallback of limits for 30 s after the last check that memory decided", async () => {
    const prometheus = await openPrometheus();
    let nowMs = 1_000;
    const { countFallback } = limitMetrics(prometheus, () => nowMs);
    const active = async () =>
      sampleOf(await prometheus.registry.metrics(), "pr_service_limit_fallback_active");
    expect(await active()).toBe(0);
    countFallback();
    nowMs += 29_999;
    expect(await active()).toBe(1);
    nowMs += 1;
    expect(await active()).toBe(0);
    const text = await prometheus.registry.metrics();
    expect(sampleOf(text, "pr_service_limit_fallback_checks_total")).toBe(1);
  });

  test("leave the verdicts of a limiter as they are", async () => {
    const limiter = limitMetrics(await openPrometheus()).counted(createMemoryLimiter());
    const verdicts = [await limiter.check("tool:a", 1, 1_000), await limiter.check("tool:a", 1, 1_000)];
    expect(verdicts.map(({ isAdmitted }) => isAdmitted)).toEqual([true, false]);
    await limiter.close();
  });

  test("count attempts of deliveries by outcome, and what was given up", async () => {
    const prometheus = await openPrometheus();
    const { countDelivery } = deliveryMetrics(prometheus);
    countDelivery({ status: "delivered", error: null, durationMs: 40, retryMs: null });
    countDelivery({ status: "failed", error: "timeout", durationMs: null, retryMs: 5_000 });
    countDelivery({ status: "failed", error: "http_status", durationMs: 80, retryMs: null });
    const text = await prometheus.registry.metrics();
    expect(sampleOf(text, 'pr_service_webhook_attempts_total{status="delivered",error="none"}')).toBe(1);
    expect(sampleOf(text, 'pr_service_webhook_attempts_total{status="failed",error="timeout"}')).toBe(1);
    expect(sampleOf(text, "pr_service_webhook_messages_given_up_total")).toBe(1);
    expect(sampleOf(text, "pr_service_webhook_duration_seconds_count")).toBe(2);
  });

  test("count runs of loops, and pass their faults on", async () => {
    const prometheus = await openPrometheus();
    const { countedLoops } = loopMetrics(prometheus);
    const schedule = "* * * * * *";
    const [good, bad] = countedLoops([
      { name: "good", schedule, run: async () => true },
      { name: "bad", schedule, run: () => Promise.reject(new Error("no")) },
    ]);
    const { signal } = new AbortController();
    expect(await good?.run(signal)).toBe(true);
    expect(await thrownBy(bad?.run(signal) ?? Promise.resolve())).toThrow("no");
    const text = await prometheus.registry.metrics();
    expect(sampleOf(text, 'pr_service_loop_runs_total{loop="good",outcome="ok"}')).toBe(1);
    expect(sampleOf(text, 'pr_service_loop_runs_total{loop="bad",outcome="failed"}')).toBe(1);
  });

  test("are served without their queues, and say so, while the database is away", async () => {
    const prometheus = await openPrometheus();
    const database = await openDatabase({
      databaseUrl: `postgres://postgres@127.0.0.1:${await freePort()}/postgres`,
      dataDirectory: "",
      connectionsMax: 1,
    });
    queueMetrics(prometheus, { sql: database.sql, log: createLog("silent", () => undefined) });
    const startedMs = performance.now();
    const text = await prometheus.registry.metrics();
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    expect(sampleOf(text, "pr_service_queues_readable")).toBe(0);
    expect(text).not.toContain("pr_service_queue_depth{");
    await database.close();
  });
});
