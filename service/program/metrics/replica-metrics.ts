import type { Prometheus } from "./prometheus.ts";

/** Counts where the reads of exports and of `GET /data` went: those that fall back to the primary show a replica in trouble. */
export function replicaMetrics({ library, registry }: Prometheus): {
  countRead(role: "primary" | "replica"): void;
} {
  const reads = new library.Counter({
    name: "pr_service_replica_reads_total",
    help: "Long reads while a replica is configured, by where they went (replica, or primary as the fallback).",
    labelNames: ["role"],
    registers: [registry],
  });
  return { countRead: (role) => reads.inc({ role }) };
}
