import type { Prometheus } from "./prometheus.ts";

/** How often the event loop is asked how late it is: rare enough to cost nothing, often enough to see each stall of 100 ms. */
const lagIntervalMs = 100;
/** In seconds. */
const lagBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/**
 * Shows memory, CPU time, start and event loop lag of this process by `node:` APIs that every runtime has; the library's own
 * collectors need ones that only Node has. Returns the function that ends the measuring.
 */
export function processMetrics({ library, registry }: Prometheus, version: string): () => void {
  const lag = new library.Histogram({
    name: "pr_service_event_loop_lag_seconds",
    help: `How late a timer of ${lagIntervalMs} ms came.`,
    buckets: lagBuckets,
    registers: [registry],
  });
  let dueMs = performance.now() + lagIntervalMs;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    lag.observe(Math.max(0, nowMs - dueMs) / 1000);
    dueMs = nowMs + lagIntervalMs;
  }, lagIntervalMs);
  timer.unref();
  new library.Gauge({
    name: "process_resident_memory_bytes",
    help: "Resident memory of the process.",
    registers: [registry],
    collect() {
      this.set(process.memoryUsage().rss);
    },
  });
  new library.Counter({
    name: "process_cpu_seconds_total",
    help: "CPU time of the process, user and system.",
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1_000_000);
    },
  });
  new library.Gauge({
    name: "process_start_time_seconds",
    help: "When the process started, as Unix time.",
    registers: [registry],
  }).set(Math.round(Date.now() / 1000 - process.uptime()));
  new library.Gauge({
    name: "pr_service_info",
    help: "Always 1; the label names the version that runs.",
    labelNames: ["version"],
    registers: [registry],
  }).set({ version }, 1);
  return () => clearInterval(timer);
}
