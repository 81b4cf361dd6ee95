import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Database, openDatabase } from "../../service/floor/db/open.ts";
import { callTool } from "../edges/mcp/support/post-message.ts";
import { allowLoopback, webhookCalls } from "../features/reporting/webhooks/webhook-calls.ts";
import { type Sink, startSink } from "../features/reporting/webhooks/webhook-sink.ts";
import { callConversions, conversionBody } from "../support/conversion-call.ts";
import { exportCalls } from "../support/export-calls.ts";
import { type Pgbouncer, startPgbouncer } from "../support/pgbouncer.ts";
import { sharedRedis } from "../support/redis.ts";
import {
  createTestAgency,
  createTestRelease,
  type TestAgency,
  type TestRelease,
} from "../support/service.ts";
import { type LoggingServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { createDatabase } from "../support/shared-postgres.ts";
import { until } from "../support/until.ts";

const reader = {
  "user-agent": "Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0",
  accept: "text/html,application/xhtml+xml",
  "accept-language": "de-DE,de;q=0.9",
};

/** Fewer sessions than the connections of one process; each process has eight. */
const sessions = 4;
const sharedByTwo = {
  DATABASE_CONNECTIONS: "8",
  SECRET_KEY: "ab".repeat(32),
  LOG_LEVEL: "info",
  ...allowLoopback,
};

describe("two processes of eight connections that share four sessions of a pooler", () => {
  let database: Database;
  let pooler: Pgbouncer;
  let services: LoggingServiceProcess[];
  let sink: Sink;
  let agency: TestAgency;
  let release: TestRelease;

  beforeAll(async () => {
    const databaseUrl = await createDatabase();
    pooler = await startPgbouncer(databaseUrl, { default_pool_size: sessions });
    const stores = { DATABASE_URL: pooler.url, REDIS_URL: (await sharedRedis()).url, ...sharedByTwo };
    // Both migrate, one by a session of its own and one by the pooler: one of them is first.
    services = await Promise.all([
      startServiceProcess({ ...stores, DATABASE_DIRECT_URL: databaseUrl }),
      startServiceProcess(stores),
    ]);
    database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
    agency = await createTestAgency(database.sql);
    release = await createTestRelease(database.sql, agency.agencyId);
    sink = startSink();
  });
  afterAll(async () => {
    // Each left in order, with nothing that a pooler would have mixed up.
    expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0]);
    await Promise.all([sink.stop(), database.close(), pooler.stop()]);
  });

  test("count every view of a page, and report it", async () => {
    const views = 60;
    const seen = await Promise.all(
      Array.from({ length: views }, async (_, call) => {
        const response = await fetch(urlOf(call) + release.path, { headers: reader });
        await response.text();
        return response.status;
      }),
    );
    expect(new Set(seen)).toEqual(new Set([200]));
    await until(
      "all views are reported",
      async () => (await readReport(urlOf(0))).performance.views === views,
    );
  });

  test("record each of 300 conversions once, though all are sent to both at once", async () => {
    const bodies = Array.from({ length: 300 }, () => conversionBody(release.pressReleaseId));
    const statuses = await Promise.all(
      bodies.flatMap((body) =>
        services.map(async ({ url }) => (await callConversions({ url, key: agency.key, body })).status),
      ),
    );
    expect([count(statuses, 201), count(statuses, 200)]).toEqual([300, 300]);
  });

  test("tell a webhook of each conversion that it listens to, and of a file that was made", async () => {
    await webhookCalls(urlOf(0), agency.key).register(sink.url, ["conversion.recorded", "export.completed"]);
    const bodies = Array.from({ length: 40 }, () => conversionBody(release.pressReleaseId));
    const statuses = await Promise.all(
      bodies.map(
        async (body, call) => (await callConversions({ url: urlOf(call), key: agency.key, body })).status,
      ),
    );
    expect(count(statuses, 201)).toBe(40);
    const order = { scopeType: "article", scopeId: release.pressReleaseId, days: 30, format: "pdf" };
    const jobs = await Promise.all(
      [0, 1].map((call) => exportCalls({ url: urlOf(call) }, agency).finished(order)),
    );
    expect(jobs.map(({ job }) => job.status)).toEqual(["completed", "completed"]);
    await until("all is delivered", () => sink.received.length >= 42);
  });

  test("let an agent write, and hand all data out", async () => {
    const { clientId } = release;
    const draft = { clientId, title: "Zweites Werk", bodyMarkdown: "Bremen. Das zweite Werk entsteht." };
    const drafts = await Promise.all(
      Array.from({ length: 10 }, (_, call) => callTool(urlOf(call), agency.key, "create_draft", draft)),
    );
    expect(drafts.filter(({ isError }) => isError === true)).toEqual([]);
    const answers = await Promise.all(
      [0, 1].map((call) => fetch(`${urlOf(call)}/api/reporting/v1/data`, authorised())),
    );
    const data = (await Promise.all(answers.map((answer) => answer.json()))) as { conversions: unknown[] }[];
    expect(data.map(({ conversions }) => conversions.length)).toEqual([340, 340]);
  });

  test("say what they found, and no statement of theirs failed", () => {
    for (const service of services) {
      const lines = service.log();
      expect(lines.filter((line) => line.includes('"database_pooler"'))).not.toEqual([]);
      expect(lines.filter((line) => /"level":"(?:error|fatal)"/.test(line))).toEqual([]);
    }
  });

  const authorised = () => ({ headers: { "x-api-key": agency.key } });

  async function readReport(url: string): Promise<{ performance: { views: number } }> {
    const response = await fetch(`${url}/api/reporting/v1/articles/${release.pressReleaseId}`, authorised());
    return (await response.json()) as { performance: { views: number } };
  }

  const urlOf = (call: number) => services[call % services.length]?.url ?? "";
});

function count(statuses: readonly number[], wanted: number): number {
  return statuses.filter((status) => status === wanted).length;
}
