import type { Config } from "../config.ts";
import { leader } from "./supervise.ts";

/** More cores than one machine of ours has, and 1,152 connections by default, which is more than one PostgreSQL takes well. */
export const processesMax = 64;
const portMax = 65_535;

type Wanted = Pick<Config, "databaseUrl" | "redisUrl" | "metrics" | "port">;

/** The number of processes for `auto`: one for each core that this program may use. */
export function processesFor(cores: number): number {
  return Math.max(1, Math.min(processesMax, cores));
}

/** Throws where several processes on this configuration would break what the service promises. */
export function refuseUnfit(count: number, { databaseUrl, redisUrl, metrics, port }: Wanted): void {
  if (databaseUrl === null)
    throw refusal(count, "need PostgreSQL: set DATABASE_URL. The embedded database is for one process.");
  if (redisUrl === null)
    throw refusal(
      count,
      "need Redis: set REDIS_URL. Each process would admit a whole hourly limit by itself.",
    );
  if (process.platform !== "linux")
    throw refusal(count, "need Linux, whose kernel deals connections out among them.");
  if (metrics === null || metrics.port === 0) return;
  const last = metrics.port + count - 1;
  if (last > portMax || (metrics.port <= port && port <= last))
    throw refusal(
      count,
      `need the ports ${metrics.port} to ${last} for metrics. Choose another METRICS_PORT.`,
    );
}

/** Throws where PostgreSQL takes fewer connections than `count` processes may open. */
export function refuseTooManyConnections(
  count: number,
  { each, free }: { each: number; free: number },
): void {
  const needed = count * each;
  if (needed > free)
    throw refusal(
      count,
      `need ${needed} connections to PostgreSQL, ${each} each, and it takes ${free}. Raise its max_connections, lower DATABASE_CONNECTIONS, or start fewer processes.`,
    );
}

/** The configuration of process `number`: the first has the loops, and each has a port of its own for metrics. */
export function configOfMember(config: Config, number: number): Config {
  const { metrics } = config;
  const ownMetrics =
    metrics === null || metrics.port === 0 ? metrics : { ...metrics, port: metrics.port + number - 1 };
  return { ...config, loops: config.loops && number === leader, metrics: ownMetrics };
}

function refusal(count: number, why: string): Error {
  return new Error(`${count} processes ${why}`);
}
