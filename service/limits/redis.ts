/** The exact window in Redis, shared by all replicas. It throws when Redis doesn't answer; `fallback.ts` catches that. */
import { createHash } from "node:crypto";
import { Cluster, Redis, type RedisOptions } from "ioredis";
import { slidingWindowScript } from "./redis-script.ts";
import { type LimitVerdict, refuseWrongLimit, verdictOf } from "./sliding-window.ts";

type RedisCheck = {
  key: string;
  limit: number;
  windowMs: number;
  /** False asks without counting. */
  isCounted?: boolean;
  /** The time in Unix microseconds instead of Redis' own; for tests. */
  nowUs?: number;
};

export type RedisLimiter = {
  /** Resolves when connected; rejects after `connectTimeoutMs` at the latest, and goes on trying in the background. */
  connect(): Promise<void>;
  take(check: RedisCheck): Promise<LimitVerdict>;
  close(): Promise<void>;
};

/** A check takes Redis 6 µs and the network 1 ms: who waits for 100 ms waits for a server that is gone. */
const commandTimeoutMs = 100;
const connectTimeoutMs = 1_000;
/** A connection that hears nothing for this long while it waits for an answer is given up and opened anew. */
const socketTimeoutMs = 1_000;
/** Between two attempts to connect: back soon after Redis is, and without a storm of connections. */
const reconnectPauseMs = 250;
/** A key moves once in a resharding; a few steps more are a cluster that doesn't know itself. */
const redirectionsMax = 4;

const scriptHash = createHash("sha1").update(slidingWindowScript).digest("hex");

/**
 * Opens a limiter on `url` (`redis:` or `rediss:`, with user, password and database where there are any). A cluster shows
 * itself by its first MOVED answer: from then on all its nodes are used.
 */
export function createRedisLimiter(url: string): RedisLimiter {
  const single = new Redis(url, {
    ...connectionOptions,
    lazyConnect: true,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    retryStrategy: () => reconnectPauseMs,
  });
  let client: Redis | Cluster = single;
  // Without a listener every failed attempt to connect is written to the console; the failed checks tell enough.
  client.on("error", ignore);

  function useCluster(): void {
    if (client !== single) return;
    client = openCluster(url);
    client.on("error", ignore);
    single.disconnect();
  }

  async function take(check: RedisCheck): Promise<LimitVerdict> {
    refuseWrongLimit(check.limit, check.windowMs);
    try {
      return readVerdict(await runScript(client, check), check);
    } catch (cause) {
      if (cause instanceof Error && cause.message.startsWith("MOVED ")) useCluster();
      throw cause;
    }
  }

  return {
    connect: () => single.connect(),
    take,
    close: async () => client.disconnect(),
  };
}

const connectionOptions = {
  commandTimeout: commandTimeoutMs,
  connectTimeout: connectTimeoutMs,
  socketTimeout: socketTimeoutMs,
  // A check that got no answer may have been counted: asking again would count it twice.
  maxRetriesPerRequest: 0,
} satisfies RedisOptions;

function openCluster(url: string): Cluster {
  const { hostname, port, username, password, protocol } = new URL(url);
  return new Cluster([{ host: hostname, port: Number(port === "" ? 6379 : port) }], {
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    clusterRetryStrategy: () => reconnectPauseMs,
    clusterNodeRetryStrategy: () => reconnectPauseMs,
    maxRedirections: redirectionsMax,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshTimeout: connectTimeoutMs,
    redisOptions: {
      ...connectionOptions,
      ...(username === "" ? {} : { username: decodeURIComponent(username) }),
      ...(password === "" ? {} : { password: decodeURIComponent(password) }),
      ...(protocol === "rediss:" ? { tls: {} } : {}),
    },
  });
}

async function runScript(client: Redis | Cluster, check: RedisCheck): Promise<unknown> {
  // The braces make the name the hash tag, so that a second key of the same owner would share its slot.
  const key = `limit:{${check.key}}`;
  const isCounted = check.isCounted === false ? 0 : 1;
  const args = [key, check.limit, check.windowMs, isCounted, check.nowUs ?? ""];
  try {
    return await client.evalsha(scriptHash, 1, ...args);
  } catch (cause) {
    // Redis was restarted or its scripts were flushed: this check did not run, so that it may be sent again.
    if (!(cause instanceof Error) || !cause.message.startsWith("NOSCRIPT")) throw cause;
    return await client.eval(slidingWindowScript, 1, ...args);
  }
}

function readVerdict(reply: unknown, check: RedisCheck): LimitVerdict {
  if (!Array.isArray(reply))
    throw new TypeError("the sliding window script answered something else than a list");
  const [admitted, used, slotFreesAtUs, nowUs] = reply.map(Number);
  if (
    used === undefined ||
    slotFreesAtUs === undefined ||
    nowUs === undefined ||
    Number.isNaN(used + slotFreesAtUs + nowUs)
  ) {
    throw new TypeError("the sliding window script answered something else than four numbers");
  }
  return verdictOf({
    isAdmitted: admitted === 1,
    limit: check.limit,
    used,
    slotFreesAtMs: slotFreesAtUs / 1000,
    nowMs: nowUs / 1000,
    windowMs: check.windowMs,
  });
}

function ignore(): void {
  // See where it is used.
}
