import { kindOf, type Limiter } from "../../floor/limits/sliding-window.ts";
import type { Prometheus } from "./prometheus.ts";

/** A replica counts as fallen back for this long after a check that Redis should have decided. */
const fallbackShownMs = 30_000;

export type LimitMetrics = {
  countFallback(): void;
  /** The same limiter, its verdicts counted. */
  counted(limiter: Limiter): Limiter;
};

/** Counts the checks of limits by what they guard, and what memory had to decide in place of Redis. */
export function limitMetrics(
  { library, registry }: Prometheus,
  nowMs: () => number = () => performance.now(),
): LimitMetrics {
  let lastFallbackMs = Number.NEGATIVE_INFINITY;
  const checks = new library.Counter({
    name: "pr_service_limit_checks_total",
    help: "Checks of limits, by what is limited (agency, tool) and verdict (admitted, refused).",
    labelNames: ["limit", "verdict"],
    registers: [registry],
  });
  const fallbacks = new library.Counter({
    name: "pr_service_limit_fallback_checks_total",
    help: "Checks that memory decided because Redis did not answer.",
    registers: [registry],
  });
  new library.Gauge({
    name: "pr_service_limit_fallback_active",
    help: `1 while limits are held in memory although Redis is configured (a check in the last ${fallbackShownMs / 1000} s).`,
    registers: [registry],
    collect() {
      this.set(nowMs() - lastFallbackMs < fallbackShownMs ? 1 : 0);
    },
  });
  return {
    countFallback() {
      lastFallbackMs = nowMs();
      fallbacks.inc();
    },
    counted: (limiter) => ({
      async check(key, limit, windowMs) {
        const verdict = await limiter.check(key, limit, windowMs);
        checks.inc({ limit: kindOf(key), verdict: verdict.isAdmitted ? "admitted" : "refused" });
        return verdict;
      },
      giveBack: (key, admission) => limiter.giveBack(key, admission),
      close: () => limiter.close(),
    }),
  };
}
