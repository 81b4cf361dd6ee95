import type { Loop } from "../../loops/start-loops.ts";
import type { Prometheus } from "./prometheus.ts";

/** Returns the function that counts the runs of loops and those that failed. */
export function loopMetrics({ library, registry }: Prometheus): { countedLoops(loops: Loop[]): Loop[] } {
  const runs = new library.Counter({
    name: "pr_service_loop_runs_total",
    help: "Runs of the service's own loops, by outcome (ok, failed).",
    labelNames: ["loop", "outcome"],
    registers: [registry],
  });
  return {
    countedLoops: (loops) =>
      loops.map((loop) => ({
        ...loop,
        async run(signal) {
          try {
            const hasMore = await loop.run(signal);
            runs.inc({ loop: loop.name, outcome: "ok" });
            return hasMore;
          } catch (error) {
            runs.inc({ loop: loop.name, outcome: "failed" });
            throw error;
          }
        },
      })),
  };
}
