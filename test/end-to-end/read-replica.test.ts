import { afterAll, describe, expect, test } from "bun:test";
import { openDatabase, type Sql } from "../../service/floor/db/open.ts";
import { metricsUrlOf, sampleOf } from "../program/metrics/scrape.ts";
import { given, serviceScene } from "../support/cast.ts";
import { startPostgres } from "../support/postgres.ts";
import { startPostgresReplica } from "../support/postgres-replica.ts";
import { startTestService } from "../support/service.ts";
import { until } from "../support/until.ts";

describe("a service with a read replica", () => {
  const primary = given(() => startPostgres());
  const replica = given(() => startPostgresReplica(primary));
  const { service, agency, release } = serviceScene("server", () => ({
    LOOPS: "on",
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: replica.url,
    METRICS_PORT: "0",
  }));
  afterAll(async () => {
    await replica.stop();
    await primary.stop();
  });

  test("reads all reporting data there, with everything that was written before the request", async () => {
    for (let round = 1; round <= 10; round += 1) {
      await record(service.sql, `event-${round}`);
      expect(await exportedConversions()).toHaveLength(round);
    }
    expect(await readsFrom("replica")).toBe(10);
    expect(await readsFrom("primary")).toBe(0);
  });

  test("makes exports of figures from there, and writes the report to the primary", async () => {
    const before = await readsFrom("replica");
    const created = await fetch(`${service.url}/api/reporting/v1/exports`, {
      method: "POST",
      headers: { ...headers(), "idempotency-key": "replica" },
      body: JSON.stringify({ format: "json", scopeType: "article", scopeId: String(release.pressReleaseId) }),
    });
    expect(created.status).toBe(202);
    const { statusUrl } = (await created.json()) as { statusUrl: string };
    await until("the export is completed", async () => {
      const answer = await fetch(statusUrl, { headers: headers() });
      return ((await answer.json()) as { job: { status: string } }).job.status === "completed";
    });
    expect(await readsFrom("replica")).toBe(before + 1);
  });

  test("goes to the primary while the replica stays behind, so that nothing is missed or comes back", async () => {
    await replica.pauseReplay();
    await record(service.sql, "late");
    expect(await exportedConversions()).toContain("late");
    expect(await readsFrom("primary")).toBe(1);
    await replica.resumeReplay();
    await service.sql`delete from conversion where agency_id = ${agency.agencyId}`;
    expect(await exportedConversions()).toEqual([]);
    expect(await readsFrom("primary")).toBe(1);
  });

  test("never uses another database that it was given as its replica", async () => {
    const other = await startPostgres();
    const database = await openDatabase({ databaseUrl: other.url, dataDirectory: "", connectionsMax: 1 });
    const misled = await startTestService("server", {
      LOOPS: "on",
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: other.url,
    });
    await record(service.sql, "here");
    const response = await fetch(`${misled.url}/api/reporting/v1/data`, { headers: headers() });
    const { conversions } = (await response.json()) as { conversions: unknown[] };
    expect(conversions).toHaveLength(1);
    expect(misled.logged.join("\n")).toContain("replica_not_used");
    await misled.stop();
    await database.close();
    await other.stop();
  });

  test("goes to the primary when the replica is gone", async () => {
    await replica.stop();
    await record(service.sql, "alone");
    expect(await exportedConversions()).toContain("alone");
  });

  const headers = () => ({ "x-api-key": agency.key });

  async function exportedConversions(): Promise<string[]> {
    const response = await fetch(`${service.url}/api/reporting/v1/data`, { headers: headers() });
    const { conversions } = (await response.json()) as { conversions: { eventId: string }[] };
    return conversions.map(({ eventId }) => eventId);
  }

  async function readsFrom(role: "primary" | "replica"): Promise<number> {
    const text = await (await fetch(metricsUrlOf(service))).text();
    return sampleOf(text, `pr_service_replica_reads_total{role="${role}"}`) ?? 0;
  }

  const record = (sql: Sql, eventId: string) => sql`
    insert into conversion (agency_id, event_id, id, release_id, kind, occurred_at)
    values (${agency.agencyId}, ${eventId}, gen_random_uuid(), ${release.pressReleaseId}, 'lead', now())
  `;
});
