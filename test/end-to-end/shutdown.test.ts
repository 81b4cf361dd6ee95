import { describe, expect, test } from "bun:test";
import { openDatabase } from "../../service/db/open.ts";
import { callConversions, conversionBody } from "../support/conversion-call.ts";
import { sharedRedis } from "../support/redis.ts";
import { createMigratedDatabase, createTestAgency, createTestRelease } from "../support/service.ts";
import { startServiceProcess } from "../support/service-process.ts";

const rounds = 3;
const clientsTotal = 24;
const stopTimeoutMs = 20_000;

describe("SIGTERM under load", () => {
  test(`leaves no request that had begun without its answer, and ends with 0 within 20 s, ${rounds} times`, async () => {
    const databaseUrl = await createMigratedDatabase();
    const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
    const agency = await createTestAgency(database.sql, { hourlyLimit: 1_000_000 });
    const { path, pressReleaseId } = await createTestRelease(database.sql, agency.agencyId);
    const environment = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: (await sharedRedis()).url,
      LOG_LEVEL: "warn",
    };
    const answered = new Set<string>();
    let pages = 0;
    for (let round = 0; round < rounds; round += 1) {
      const service = await startServiceProcess(environment);
      const before = answered.size;
      const clients = Array.from({ length: clientsTotal }, async () => {
        for (;;) {
          const body = conversionBody(pressReleaseId);
          // A connection that the service closed before it had read of it: nothing was begun, and nothing may be stored.
          const answer = await callConversions({ url: service.url, key: agency.key, body }).catch(() => null);
          if (answer === null) return;
          expect(answer.status).toBe(201);
          await answer.json();
          answered.add(String(body.eventId));
          const page = await fetch(`${service.url}${path}`, { headers: browser }).catch(() => null);
          if (page === null) return;
          expect((await page.text()).trimEnd()).toEndWith("</html>");
          pages += 1;
        }
      });
      while (answered.size < before + 200) await Bun.sleep(5);
      const begunMs = performance.now();
      const exitCode = await service.stop();
      expect(exitCode).toBe(0);
      expect(performance.now() - begunMs).toBeLessThan(stopTimeoutMs);
      await Promise.all(clients);
    }
    const stored = await database.sql<{ eventId: string }[]>`select event_id as "eventId" from conversion`;
    expect(stored.filter(({ eventId }) => !answered.has(eventId))).toEqual([]);
    expect(stored).toHaveLength(answered.size);
    // Views wait in memory for their batch: the end writes them.
    const [hits] = await database.sql`select count(*)::integer as count from hit`;
    expect(hits?.count).toBe(pages);
    await database.close();
  }, 120_000);
});

const browser = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  accept: "text/html",
  "accept-language": "de",
};
