import { migrate } from "../service/floor/db/migrate.ts";
import { migrations } from "../service/floor/db/migrations.ts";
import { openDatabase, type Sql } from "../service/floor/db/open.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { startRedis } from "../test/support/redis.ts";
import { startServiceProcess } from "../test/support/service-process.ts";
import type { Bench, Figure, Report } from "./figure.ts";
import { runPgbench } from "./support/pgbench.ts";
import { alternate } from "./support/rounds.ts";
import { type Credentials, createAgencies, signConversions } from "./support/signed-conversions.ts";
import { drive } from "./support/wrk.ts";

const connections = 64;
const agenciesTotal = 10_000;
const rounds = 5;
const secondsPerRound = 4;
/** More than will be answered in a round: an event that is sent again is not stored again. */
const requestsPerSecondMax = 40_000;

/** Every value given, so that nothing but the insert is measured; agency and release share their number. */
const referenceScript = `\\set agency random(1, ${agenciesTotal})
insert into conversion (agency_id, event_id, id, release_id, kind, value, currency, occurred_at)
values (:agency, gen_random_uuid()::text, gen_random_uuid(), :agency, 'lead', 49.9, 'EUR', now());
`;

type Scene = { sql: Sql; url: string; port: number; credentials: Credentials[]; stop(): Promise<void> };

/**
 * P1: signed `POST /conversions` with every check on, durable commits and Redis, against `pgbench` with one prepared
 * single-row insert into the same table.
 */
export const benchConversions: Bench = { measure, growth };

async function measure(report: Report): Promise<Figure[]> {
  const scene = await openScene(report);
  const own = async () => await measureService(scene, connections);
  await own();
  const { ratios, details } = await alternate(
    { rounds, own, reference: async () => await measureInserts(scene.port) },
    report,
  );
  await scene.stop();
  return [
    {
      id: "P1",
      what: "signed POST /conversions, 64 connections",
      reference: "pgbench, 64 clients, one-row insert",
      target: { atLeast: 0.6 },
      values: ratios,
      details,
    },
  ];
}

/** What a request costs at twice and four times the connections, as a share of what it costs at 64. */
async function growth(report: Report): Promise<Figure[]> {
  const scene = await openScene(report);
  await measureService(scene, connections);
  const figures: Figure[] = [];
  for (const times of [2, 4]) {
    // The reference's rate over ours is our cost over the reference's.
    const { ratios, details } = await alternate(
      {
        rounds,
        own: async () => await measureService(scene, connections),
        reference: async () => await measureService(scene, connections * times),
      },
      report,
    );
    figures.push({
      id: `P1 x${times}`,
      what: `cost of a conversion at ${connections * times} connections`,
      reference: `at ${connections} connections`,
      target: { atMost: 1.1 },
      values: ratios,
      details,
    });
  }
  await scene.stop();
  return figures;
}

async function openScene(report: Report): Promise<Scene> {
  const [server, redis] = await Promise.all([startPostgres({ durable: true }), startRedis()]);
  const database = await openDatabase({ databaseUrl: server.url, dataDirectory: "", connectionsMax: 2 });
  const { sql } = database;
  await migrate(sql, migrations);
  report(`preparing ${agenciesTotal} agencies`);
  const credentials = await createAgencies(sql, agenciesTotal);
  const service = await startServiceProcess({
    DATABASE_URL: server.url,
    REDIS_URL: redis.url,
    LOG_LEVEL: "warn",
  });
  return {
    sql,
    url: service.url,
    port: server.port,
    credentials,
    async stop() {
      await service.stop();
      await database.close();
      await Promise.all([server.stop(), redis.stop()]);
    },
  };
}

/** Answers a second; throws unless each of them stands for a row of the database, and none for two. */
async function measureService({ sql, url, credentials }: Scene, connectionsOpen: number): Promise<number> {
  const requests = await signConversions(credentials, requestsPerSecondMax * secondsPerRound);
  const before = await countConversions(sql);
  const load = await drive(url, { requests, connections: connectionsOpen, seconds: secondsPerRound });
  if (load.requests >= requests.length) throw new Error("The load ran out of events that were new.");
  const stored = (await countConversions(sql)) - before;
  // What was on its way when the time was up is stored without its answer being counted.
  if (stored < load.requests || stored > load.requests + connectionsOpen)
    throw new Error(`${load.requests} answers, but ${stored} rows.`);
  return load.requestsPerSecond;
}

async function measureInserts(port: number): Promise<number> {
  return await runPgbench({ port, script: referenceScript, clients: connections, seconds: secondsPerRound });
}

async function countConversions(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from conversion`;
  return row?.count ?? 0;
}
