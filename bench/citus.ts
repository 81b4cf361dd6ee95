import { loadavg } from "node:os";
import { migrate } from "../service/floor/db/migrate.ts";
import { migrations } from "../service/floor/db/migrations.ts";
import { openDatabase, type Sql } from "../service/floor/db/open.ts";
import { browserHeaders } from "../test/features/measurement/fixtures/browser-headers.ts";
import { peopleAgents } from "../test/features/measurement/fixtures/people.ts";
import { distributeOver, startCitus } from "../test/support/citus.ts";
import { citusPrograms } from "../test/support/environment.ts";
import { type PostgresServer, startPostgres } from "../test/support/postgres.ts";
import { createTestAgency, createTestRelease } from "../test/support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../test/support/service-process.ts";
import type { Figure, Report } from "./figure.ts";
import { cpuSecondsOf } from "./support/cpu-seconds.ts";
import { limitCores, quotaProblem } from "./support/limit-cores.ts";
import { alternate } from "./support/rounds.ts";
import { type Credentials, signConversions } from "./support/signed-conversions.ts";
import { drive, type HttpRequest } from "./support/wrk.ts";

/** Of one core, for each server: little enough that on two cores three of them, and not the load, are what is measured. */
const coresEach = 0.3;
const agenciesTotal = 64;
const shardsTotal = "8";
/** With more of them a slow server would answer some too late. */
const connections = 16;
const rounds = 3;
const secondsPerRound = 4;
/** More than will be answered in a round: an event that is sent again is not stored again. */
const conversionsPerSecondMax = 5_000;
const visitors = 2_000;
const settlePauseMs = 50;
const settleTimeoutMs = 120_000;

type Side = {
  sql: Sql;
  service: ServiceProcess;
  /** The one that the service talks to comes first. */
  servers: PostgresServer[];
  credentials: Credentials[];
  pages: HttpRequest[];
  counted: number;
  stop(): Promise<void>;
};

/**
 * CITUS: the service on a coordinator and two workers against the same on one PostgreSQL, each server with the same part of a
 * core. `CITUS_PROGRAMS` names the programs of a PostgreSQL into which Citus is installed.
 */
export async function benchCitus(report: Report): Promise<Figure[]> {
  const programs = citusPrograms();
  if (programs === undefined)
    throw new Error(
      "Name the programs of a PostgreSQL with Citus: CITUS_PROGRAMS=/usr/lib/postgresql/15/bin",
    );
  const problem = quotaProblem();
  if (problem !== null) throw new Error(problem);
  const [three, one] = await Promise.all([openCluster(programs), openAlone(programs)]);
  const works = { "signed POST /conversions": rateOfConversions, "newsroom page, counted": rateOfPages };
  // With all cores: the first statements of each connection open others to the workers and fill the caches of all servers.
  for (const rate of Object.values(works)) await Promise.all([rate(three), rate(one)]);
  const ends = [...three.servers, ...one.servers].map((server, index) =>
    limitCores(`bench-${index}`, server.pid(), coresEach),
  );
  const figures: Figure[] = [];
  for (const [what, rate] of Object.entries(works)) {
    const before = secondsOf(three);
    const { ratios, details } = await alternate(
      { rounds, own: () => rate(three), reference: () => rate(one) },
      report,
    );
    figures.push({
      id: "CITUS",
      what: `${what}, coordinator and two workers, ${coresEach} cores each`,
      reference: `one PostgreSQL, ${coresEach} cores`,
      target: { atLeast: 1 },
      values: ratios,
      details: [...details, shares(before, secondsOf(three)), `load average ${loadavg()[0]?.toFixed(1)}`],
    });
  }
  await Promise.all([three.stop(), one.stop()]);
  for (const end of ends) end();
  return figures;
}

async function openCluster(programs: string): Promise<Side> {
  const settings = { "citus.shard_count": shardsTotal };
  const { coordinator, workers } = await startCitus({ programs, settings, durable: true });
  const url = await createEmpty(coordinator);
  await distributeOver(
    url,
    workers.map((worker) => worker.url),
  );
  return await openSide(url, [coordinator, ...workers]);
}

async function openAlone(programs: string): Promise<Side> {
  const server = await startPostgres({ programs, durable: true });
  const url = await createEmpty(server);
  const database = await openDatabase({ databaseUrl: url, dataDirectory: "", connectionsMax: 1 });
  await migrate(database.sql, migrations);
  await database.close();
  return await openSide(url, [server]);
}

async function createEmpty(server: PostgresServer): Promise<string> {
  const database = await openDatabase({ databaseUrl: server.url, dataDirectory: "", connectionsMax: 1 });
  await database.sql`create database bench template template0`;
  await database.close();
  return server.url.replace(/\/postgres$/, "/bench");
}

async function openSide(url: string, servers: PostgresServer[]): Promise<Side> {
  const database = await openDatabase({ databaseUrl: url, dataDirectory: "", connectionsMax: 2 });
  const credentials: Credentials[] = [];
  const paths: string[] = [];
  for (let agency = 0; agency < agenciesTotal; agency += 1) {
    const { agencyId, key } = await createTestAgency(database.sql, { hourlyLimit: 1_000_000 });
    const { pressReleaseId, path } = await createTestRelease(database.sql, agencyId);
    credentials.push({ key, pressReleaseId });
    paths.push(path);
  }
  const service = await startServiceProcess({
    ...{ DATABASE_URL: url, LOG_LEVEL: "warn", TRUSTED_PROXIES: "127.0.0.1/32" },
  });
  return {
    ...{ sql: database.sql, service, servers, credentials, pages: pagesOf(paths), counted: 0 },
    async stop() {
      await service.stop();
      await database.close();
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

/** Navigations of people's browsers, each visitor with an address of its own. */
function pagesOf(paths: readonly string[]): HttpRequest[] {
  const [agent = ""] = peopleAgents["desktop Chrome"] ?? [];
  return Array.from({ length: visitors }, (_, visitor) => ({
    method: "GET",
    path: paths[visitor % paths.length] ?? "/",
    headers: {
      ...browserHeaders,
      "user-agent": agent,
      "x-forwarded-for": `93.${visitor % 200}.${Math.floor(visitor / 200)}.1`,
    },
  }));
}

async function rateOfConversions({ service, credentials }: Side): Promise<number> {
  const requests = await signConversions(credentials, conversionsPerSecondMax * secondsPerRound);
  return (await drive(service.url, { requests, connections, seconds: secondsPerRound })).requestsPerSecond;
}

/** Pages a second, with the time until all of them are counted in the database. */
async function rateOfPages(side: Side): Promise<number> {
  const startedMs = performance.now();
  const { requests } = await drive(side.service.url, { requests: side.pages, connections, seconds: 1 });
  const wanted = side.counted + requests;
  for (;;) {
    const [row] = await side.sql<{ views: number }[]>`
      select coalesce(sum(requests), 0)::integer as views from hit_day
    `;
    side.counted = row?.views ?? 0;
    if (side.counted >= wanted) return (requests * 1000) / (performance.now() - startedMs);
    if (performance.now() - startedMs > settleTimeoutMs)
      throw new Error(`${wanted} views were answered and ${side.counted} written.`);
    await Bun.sleep(settlePauseMs);
  }
}

function secondsOf({ servers }: Side): number[] {
  return servers.map((server) => cpuSecondsOf(server.pid()));
}

/** How the processor time of the cluster's servers divides. */
function shares(before: readonly number[], after: readonly number[]): string {
  const spent = after.map((seconds, index) => seconds - (before[index] ?? 0));
  const all = spent.reduce((sum, seconds) => sum + seconds, 0);
  const [coordinator = 0, ...workers] = spent.map((seconds) => `${Math.round((100 * seconds) / all)} %`);
  return `of the cluster's processor time the coordinator took ${coordinator}, the workers ${workers.join(" and ")}`;
}
