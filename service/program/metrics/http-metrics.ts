import type { ObserveAnswer } from "../../http/observe-answer.ts";
import type { Prometheus } from "./prometheus.ts";

/** In seconds. From a cached page to the deadline of a query, and on to a deletion of everything. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10, 25];
/** A client can name any method; each would be a series of its own. */
const knownMethods: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

/** Counts answers by route pattern and status, and how long they took until their headers went out. */
export function httpMetrics({ library, registry }: Prometheus): { observeAnswer: ObserveAnswer } {
  const duration = new library.Histogram({
    name: "pr_service_http_request_duration_seconds",
    help: "Time from the arrival of a request to the head of its answer, by route pattern.",
    labelNames: ["method", "route", "status"],
    buckets,
    registers: [registry],
  });
  return {
    observeAnswer({ request, context, status, durationMs }) {
      const method = knownMethods.has(request.method) ? request.method : "other";
      duration.observe({ method, route: context.route ?? "none", status }, durationMs / 1000);
    },
  };
}
