import type { Fetch } from "../../http/edge.ts";
import type { Log } from "../../log.ts";
import type { Metrics } from "./create-metrics.ts";

/** Answers on the port of metrics: `GET /metrics`, and nothing else. */
export function createMetricsFetch(metrics: Pick<Metrics, "expose">, log: Log): Fetch {
  return async (request) => {
    if (new URL(request.url).pathname !== "/metrics") {
      return Response.json({ error: "not_found" }, { status: 404 });
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      return Response.json({ error: "method_not_allowed" }, { status: 405, headers: { allow: "GET, HEAD" } });
    }
    try {
      const { text, contentType } = await metrics.expose();
      return new Response(text, { headers: { "content-type": contentType, "cache-control": "no-store" } });
    } catch (error) {
      log.error("metrics_failed", { error });
      return Response.json({ error: "internal_error" }, { status: 500 });
    }
  };
}
