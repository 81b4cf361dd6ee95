import type { RecorderStats } from "../../features/measurement/record.ts";
import type { Prometheus } from "./prometheus.ts";

/** Shows what became of measured hits, read from the recorder's own totals. */
export function hitMetrics({ library, registry }: Prometheus, stats: () => RecorderStats): void {
  const shown = [
    {
      name: "pr_service_hits_recorded_total",
      help: "Hits (page views, interactions, beacons) that were committed.",
      read: () => stats().written,
    },
    {
      name: "pr_service_hits_dropped_total",
      help: "Hits lost: the memory was full, or the database refused them.",
      read: () => stats().dropped,
    },
    {
      name: "pr_service_pages_held_total",
      help: "Newsroom pages whose answer waited, 250 ms at most, because more came than could be counted.",
      read: () => stats().pagesHeld,
    },
    {
      name: "pr_service_hit_batches_total",
      help: "Batches of hits that were written.",
      read: () => stats().batches,
    },
    {
      name: "pr_service_hit_batch_failures_total",
      help: "Attempts to write a batch of hits that failed; it is tried again.",
      read: () => stats().failedAttempts,
    },
  ];
  for (const { name, help, read } of shown) {
    new library.Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }
  new library.Gauge({
    name: "pr_service_hits_waiting",
    help: "Hits in memory that are not committed yet.",
    registers: [registry],
    collect() {
      this.set(stats().waiting);
    },
  });
}
