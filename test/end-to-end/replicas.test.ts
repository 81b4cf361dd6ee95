import { beforeAll, describe, expect, test } from "bun:test";
import { databaseScene } from "../support/cast.ts";
import { callConversions, conversionBody } from "../support/conversion-call.ts";
import { sharedRedis } from "../support/redis.ts";
import { createTestAgency, createTestRelease } from "../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { until } from "../support/until.ts";

const replicasTotal = 3;

describe("three service processes on one PostgreSQL and Redis", () => {
  const { database, address, atEnd } = databaseScene({ connectionsMax: 2 });
  let replicas: ServiceProcess[];

  beforeAll(async () => {
    const environment = {
      DATABASE_URL: address.databaseUrl,
      REDIS_URL: (await sharedRedis()).url,
      LOG_LEVEL: "warn",
    };
    replicas = await Promise.all(
      Array.from({ length: replicasTotal }, () => startServiceProcess(environment)),
    );
  });
  atEnd(() => Promise.all(replicas.map((replica) => replica.stop())));

  test("store each of 300 events once, though every one is sent to all three at once", async () => {
    const agency = await createTestAgency(database.sql);
    const { pressReleaseId } = await createTestRelease(database.sql, agency.agencyId);
    const bodies = Array.from({ length: 300 }, () => conversionBody(pressReleaseId));
    const answers = await Promise.all(
      bodies.flatMap((body) =>
        replicas.map(async ({ url }) => {
          const response = await callConversions({ url, key: agency.key, body });
          return { eventId: String(body.eventId), status: response.status, ...(await response.json()) };
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(300);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(600);
    const idsByEvent = Map.groupBy(answers, ({ eventId }) => eventId);
    for (const group of idsByEvent.values()) expect(new Set(group.map(({ id }) => id)).size).toBe(1);
    const [row] =
      await database.sql`select count(*)::int as count from conversion where agency_id = ${agency.agencyId}`;
    expect(row?.count).toBe(300);
  });

  test("a key revoked for one is refused by all within 10 seconds", async () => {
    const agency = await createTestAgency(database.sql);
    const statuses = () =>
      Promise.all(
        replicas.map(async ({ url }) => {
          const response = await fetch(`${url}/api/reporting/v1/articles/1`, {
            headers: { "x-api-key": agency.key },
          });
          return response.status;
        }),
      );
    expect(await statuses()).toEqual([404, 404, 404]);
    await database.sql`update api_key set revoked_at = now() where agency_id = ${agency.agencyId}`;
    await until(async () => (await statuses()).every((status) => status === 401), 20_000);
  });
});
