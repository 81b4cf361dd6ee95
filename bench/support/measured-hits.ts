import { migrate } from "../../service/floor/db/migrate.ts";
import { migrations } from "../../service/floor/db/migrations.ts";
import { openDatabase } from "../../service/floor/db/open.ts";
import { type PostgresServer, startPostgres } from "../../test/support/postgres.ts";
import { type RedisServer, startRedis } from "../../test/support/redis.ts";
import { type ServiceProcess, startServiceProcess } from "../../test/support/service-process.ts";
import type { Report } from "../figure.ts";
import { insertManyHits, type MeasuredRelease } from "./many-hits.ts";
import type { HttpRequest } from "./wrk.ts";

export type HitsServer = { postgres: PostgresServer; redis: RedisServer; stop(): Promise<void> };

/** A database with hits, and a service on it. */
export type MeasuredHits = {
  databaseUrl: string;
  releases: MeasuredRelease[];
  service: ServiceProcess;
  stop(): Promise<void>;
};

/**
 * PostgreSQL without durable commits, since reports only read, with a cache that holds the roll-ups of a million hits and not
 * those of ten.
 */
export async function startHitsServer(): Promise<HitsServer> {
  const settings = { shared_buffers: "256MB", max_wal_size: "8GB" };
  const [postgres, redis] = await Promise.all([startPostgres({ settings }), startRedis()]);
  return {
    postgres,
    redis,
    async stop() {
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}

export async function openMeasuredHits(
  { postgres, redis }: HitsServer,
  input: { name: string; hits: number; releases: number },
  report: Report,
): Promise<MeasuredHits> {
  const server = await openDatabase({ databaseUrl: postgres.url, dataDirectory: "", connectionsMax: 1 });
  await server.sql`create database ${server.sql(input.name)}`;
  await server.close();
  const url = new URL(postgres.url);
  url.pathname = input.name;
  const database = await openDatabase({ databaseUrl: url.href, dataDirectory: "", connectionsMax: 2 });
  await migrate(database.sql, migrations);
  const releases = await insertManyHits(database.sql, input, report);
  await database.close();
  const service = await startServiceProcess({
    DATABASE_URL: url.href,
    REDIS_URL: redis.url,
    LOG_LEVEL: "warn",
  });
  return {
    databaseUrl: url.href,
    releases,
    service,
    async stop() {
      await service.stop();
    },
  };
}

/** The report of each release in turn. */
export function reportRequests({ releases }: MeasuredHits): HttpRequest[] {
  return releases.map(({ releaseId, key }) => ({
    method: "GET",
    path: `/api/reporting/v1/articles/${releaseId}?days=30`,
    headers: { "x-api-key": key },
  }));
}
