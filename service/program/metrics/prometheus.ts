import type { Registry } from "prom-client";

/** The library, loaded only where metrics are served, and the registry that holds this service's own. */
export type Prometheus = { library: typeof import("prom-client"); registry: Registry };

/** Loads the library: 4 MB of memory that a service without METRICS_PORT does not need. */
export async function openPrometheus(): Promise<Prometheus> {
  const library = await import("prom-client");
  return { library, registry: new library.Registry() };
}
