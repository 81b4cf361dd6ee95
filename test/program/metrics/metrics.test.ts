import { beforeAll, describe, expect, test } from "bun:test";
import dashboard from "../../../examples/deploy/grafana-dashboard.json" with { type: "json" };
import { connectionsMin, shareConnections } from "../../../service/floor/db/share-connections.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency, createTestRelease, serviceKinds, type TestAgency } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { metricsUrlOf, sampleOf } from "./scrape.ts";

describe.each(serviceKinds)("metrics of a service on the %s database", (kind) => {
  const { service } = serviceScene(kind, { METRICS_PORT: "0" });
  let url: string;
  let agency: TestAgency;

  beforeAll(async () => {
    url = metricsUrlOf(service);
    agency = await createTestAgency(service.sql, { hourlyLimit: 2 });
  });

  const scrape = async () => await (await fetch(url)).text();

  test("stand on their own port only", async () => {
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
    const response = await fetch(url);
    expect(response.headers.get("content-type")).toStartWith("text/plain; version=0.0.4");
    expect((await fetch(url, { method: "POST" })).status).toBe(405);
    expect((await fetch(new URL("/", url))).status).toBe(404);
  });

  test("count answers by route pattern and status, refusals of limits, and no path, agency or odd method", async () => {
    for (const id of [101, 102, 103]) {
      await fetch(`${service.url}/api/reporting/v1/articles/${id}`, { headers: { "x-api-key": agency.key } });
    }
    await fetch(`${service.url}/some/where`, { method: "BREW" });
    const text = await scrape();
    const answers = (labels: string) =>
      sampleOf(text, `pr_service_http_request_duration_seconds_count{${labels}}`);
    const route = "/api/reporting/v1/articles/:pressReleaseId";
    expect(answers(`method="GET",route="${route}",status="404"`)).toBe(2);
    expect(answers(`method="GET",route="${route}",status="429"`)).toBe(1);
    expect(sampleOf(text, 'pr_service_limit_checks_total{limit="agency",verdict="admitted"}')).toBe(2);
    expect(sampleOf(text, 'pr_service_limit_checks_total{limit="agency",verdict="refused"}')).toBe(1);
    for (const secret of ["101", "BREW", "some", String(agency.agencyId)])
      expect(text).not.toContain(`"${secret}`);
  });

  test("tell how many hits were recorded, what waits in each queue, and for how long", async () => {
    const other = await createTestAgency(service.sql);
    const release = await createTestRelease(service.sql, other.agencyId);
    await fetch(`${service.url}${release.path}`);
    await fetch(`${service.url}/api/reporting/v1/exports`, {
      method: "POST",
      headers: { "x-api-key": other.key, "idempotency-key": "metrics" },
      body: JSON.stringify({ format: "json", scopeType: "article", scopeId: String(release.pressReleaseId) }),
    });
    await service.sql`update export_job set due_at = now() - interval '1 minute'`;
    // Queues are read at most every 5 s, hits are written every 250 ms.
    const text = await until("the export and the hit are in the metrics", async () => {
      const scraped = await scrape();
      const isThere =
        sampleOf(scraped, 'pr_service_queue_depth{queue="exports"}') === 1 &&
        (sampleOf(scraped, "pr_service_hits_recorded_total") ?? 0) > 0;
      return isThere && scraped;
    });
    expect(sampleOf(text, 'pr_service_queue_depth{queue="exports"}')).toBe(1);
    expect(sampleOf(text, 'pr_service_queue_overdue_seconds{queue="exports"}')).toBeGreaterThanOrEqual(60);
    expect(sampleOf(text, 'pr_service_queue_depth{queue="webhooks"}')).toBe(0);
    expect(sampleOf(text, "pr_service_hits_recorded_total")).toBe(1);
    expect(sampleOf(text, "pr_service_hits_dropped_total")).toBe(0);
  });

  test("name the kind of database and show the pool", async () => {
    const text = await scrape();
    expect(sampleOf(text, `pr_service_database_info{role="primary",kind="${kind}"}`)).toBe(1);
    expect(sampleOf(text, 'pr_service_database_connections_max{role="primary"}')).toBe(
      shareConnections(connectionsMin).short,
    );
    const states = ["idle", "in_use", "connecting"].map(
      (state) => sampleOf(text, `pr_service_database_connections{role="primary",state="${state}"}`) ?? 0,
    );
    expect(states.reduce((sum, count) => sum + count)).toBeGreaterThan(0);
  });

  test("are all that the dashboard draws", async () => {
    const text = await scrape();
    const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const drawn = dashboard.panels
      .flatMap((panel) => ("targets" in panel ? (panel.targets ?? []) : []))
      .flatMap(({ expr }) => expr.match(/\b(?:pr_service|process)_[a-z0-9_]+/g) ?? [])
      .map((name) => (known.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, "")));
    expect(drawn.length).toBeGreaterThan(20);
    expect(drawn.filter((name) => !known.has(name))).toEqual([]);
    expect([...known].filter((name) => name !== undefined && !drawn.includes(name))).toEqual([]);
  });
});
