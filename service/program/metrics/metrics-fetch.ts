import type { OwnDomains } from "../../features/newsroom/domains/own-domains.ts";
import type { Fetch } from "../../floor/http/edge.ts";
import type { Log } from "../../log.ts";
import type { Metrics } from "./create-metrics.ts";

/** Answers on the port of metrics: `GET /metrics`, and `GET /internal/domain?name=` for a proxy's certificates on demand. */
export function createMetricsFetch(
  metrics: Pick<Metrics, "expose">,
  log: Log,
  ownDomains: OwnDomains,
): Fetch {
  return async (request) => {
    const url = new URL(request.url);
    if (url.pathname !== "/metrics" && url.pathname !== "/internal/domain") {
      return Response.json({ error: "not_found" }, { status: 404 });
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      return Response.json({ error: "method_not_allowed" }, { status: 405, headers: { allow: "GET, HEAD" } });
    }
    return url.pathname === "/metrics"
      ? await exposed(metrics, log)
      : await knownDomain(ownDomains, nameOf(url.searchParams), log);
  };
}

/** Caddy's `ask` calls it `domain`. */
function nameOf(query: URLSearchParams): string {
  return query.get("name") ?? query.get("domain") ?? "";
}

async function exposed(metrics: Pick<Metrics, "expose">, log: Log): Promise<Response> {
  try {
    const { text, contentType } = await metrics.expose();
    return new Response(text, { headers: { "content-type": contentType, "cache-control": "no-store" } });
  } catch (error) {
    log.error("metrics_failed", { error });
    return Response.json({ error: "internal_error" }, { status: 500 });
  }
}

/** A proxy asks before it orders a certificate: only proven names of newsrooms that are shown may have one. */
async function knownDomain({ slugOf }: OwnDomains, name: string, log: Log): Promise<Response> {
  try {
    const domain = name.toLowerCase();
    return (await slugOf(domain)) === null
      ? Response.json({ error: "domain_not_found" }, { status: 404 })
      : Response.json({ domain });
  } catch (error) {
    log.warn("domain_not_looked_up", { error });
    return Response.json({ error: "service_unavailable" }, { status: 503 });
  }
}
