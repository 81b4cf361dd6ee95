import type { Database } from "../../floor/db/open.ts";
import { poolState } from "../../floor/db/pool-state.ts";
import type { Prometheus } from "./prometheus.ts";

export type NamedDatabase = { role: "primary" | "long_reads" | "replica"; database: Database };

/** Shows which kind of database is used, and how the pools to it are. */
export function databaseMetrics(
  { library, registry }: Prometheus,
  databases: readonly NamedDatabase[],
): void {
  const info = new library.Gauge({
    name: "pr_service_database_info",
    help: "Always 1; the labels name the kind of database (server, embedded) and its role (primary, long_reads, replica).",
    labelNames: ["role", "kind"],
    registers: [registry],
  });
  for (const { role, database } of databases) info.set({ role, kind: database.kind }, 1);
  new library.Gauge({
    name: "pr_service_database_connections",
    help: "Connections of this process' pool by state (idle, in_use, connecting).",
    labelNames: ["role", "state"],
    registers: [registry],
    collect() {
      for (const { role, database } of databases) {
        const { idle, inUse, connecting } = poolState(database.sql);
        this.set({ role, state: "idle" }, idle);
        this.set({ role, state: "in_use" }, inUse);
        this.set({ role, state: "connecting" }, connecting);
      }
    },
  });
  new library.Gauge({
    name: "pr_service_database_connections_max",
    help: "Most connections that this process' pool opens.",
    labelNames: ["role"],
    registers: [registry],
    collect() {
      for (const { role, database } of databases) this.set({ role }, poolState(database.sql).max);
    },
  });
  new library.Gauge({
    name: "pr_service_database_statements_waiting",
    help: "Statements that wait for a connection of this process' pool.",
    labelNames: ["role"],
    registers: [registry],
    collect() {
      for (const { role, database } of databases) this.set({ role }, poolState(database.sql).waiting);
    },
  });
}
