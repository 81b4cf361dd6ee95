import { loadavg } from "node:os";
import { migrate } from "../service/floor/db/migrate.ts";
import { migrations } from "../service/floor/db/migrations.ts";
import { openDatabase } from "../service/floor/db/open.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { startRedis } from "../test/support/redis.ts";
import { createTestAgency, createTestRelease } from "../test/support/service.ts";
import { startServiceProcess } from "../test/support/service-process.ts";
import type { Figure, Report } from "./figure.ts";
import { alternate } from "./support/rounds.ts";
import { createAgencies, signConversions } from "./support/signed-conversions.ts";
import { drive, type HttpRequest } from "./support/wrk.ts";

const connections = 64;
const rounds = 5;
const secondsPerRound = 2;
const agenciesTotal = 500;
/** More than will be answered in a round: an event that is sent again is not stored again. */
const conversionsPerSecondMax = 25_000;
const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/**
 * PROCESSES: one machine's service with two processes against the same with one, on one PostgreSQL and Redis. The load, the
 * database and the processes share the cores, so that on two of them little is to be won.
 */
export async function benchProcesses(report: Report): Promise<Figure[]> {
  const [server, redis] = await Promise.all([startPostgres({ durable: true }), startRedis()]);
  const database = await openDatabase({ databaseUrl: server.url, dataDirectory: "", connectionsMax: 2 });
  await migrate(database.sql, migrations);
  const credentials = await createAgencies(database.sql, agenciesTotal);
  // Those agencies chose the numbers of their clients and releases themselves.
  for (const table of ["client", "release"])
    await database.sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${2 * agenciesTotal})`;
  const { agencyId } = await createTestAgency(database.sql);
  const { path } = await createTestRelease(database.sql, agencyId);
  const environment = { DATABASE_URL: server.url, REDIS_URL: redis.url, LOG_LEVEL: "warn" };
  const one = await startServiceProcess(environment);
  const two = await startServiceProcess(environment, { args: ["--processes", "2"] });

  const page = [{ method: "GET", path, headers: { "user-agent": browser, accept: "text/html" } }];
  const works: Record<string, () => Promise<HttpRequest[]>> = {
    "newsroom pages": async () => page,
    "signed POST /conversions": () => signConversions(credentials, conversionsPerSecondMax * secondsPerRound),
  };
  const figures: Figure[] = [];
  for (const [what, requestsOf] of Object.entries(works)) {
    const rateOf = async (url: string) => {
      const requests = await requestsOf();
      return (await drive(url, { requests, connections, seconds: secondsPerRound })).requestsPerSecond;
    };
    await rateOf(one.url);
    await rateOf(two.url);
    const input = { rounds, own: () => rateOf(two.url), reference: () => rateOf(one.url) };
    const { ratios, details } = await alternate(input, report);
    const load = `load average ${loadavg()[0]?.toFixed(1)}`;
    figures.push({
      ...{ id: "PROCESSES", what: `${what}, two processes`, reference: "one process" },
      ...{ target: { atLeast: 1 }, values: ratios, details: [...details, load] },
    });
  }
  await Promise.all([one.stop(), two.stop()]);
  await database.close();
  await Promise.all([server.stop(), redis.stop()]);
  return figures;
}
