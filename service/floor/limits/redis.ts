/** The exact window in Redis, shared by all replicas. It throws when Redis doesn't answer; `fallback.ts` catches that. */
import { createHash } from "node:crypto";
import { Cluster, type Redis, type RedisOptions } from "ioredis";
import { createJoinedCalls } from "../concurrency/join-calls.ts";
import { withinDeadline } from "../concurrency/within-deadline.ts";
import { openRedis } from "./open-redis.ts";
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
  /** Resolves when connected; rejects after `firstConnectTimeoutMs` at the latest, and goes on trying in the background. */
  connect(): Promise<void>;
  take(check: RedisCheck): Promise<LimitVerdict>;
  /** Takes one admission out of the log of `key`; of several in the same microsecond any one, since they look alike. */
  giveBack(key: string, admissionUs: number): Promise<void>;
  close(): Promise<void>;
};

/** A check takes about 1 ms, so a Redis that is silent for 100 ms is taken for gone. */
const usualAnswerTimeoutMs = 100;
const connectTimeoutMs = 1_000;
/** Where no Sentinel answers, the client would never give up. */
const firstConnectTimeoutMs = 2 * connectTimeoutMs;
/** A connection that hears nothing for this long while it waits for an answer is given up and opened anew. */
const socketTimeoutMs = 1_000;
/** Between two attempts to connect: back soon after Redis is, and without a storm of connections. */
const reconnectPauseMs = 250;
/** How often the nodes are asked for: a closed connection does not say which node is the new master. */
const nodesLookedUpEveryMs = 1_000;
/** A key moves once in a resharding; a few steps more are a cluster that doesn't know itself. */
const redirectionsMax = 4;
/** Checks in one call of the script: it keeps Redis from everybody else for at most 0.1 ms. */
const joinedChecksMax = 32;
/** Script calls without an answer yet, slow ones included. A Redis that hangs fills them within its time-out. */
const callsUnderWayMax = 64;
/**
 * A call that takes longer lets the next one begin beside it. With a longer time the calls of a burst missed their deadline
 * on a busy machine, and each replica admitted by its own count.
 */
const slowCallMs = 5;
/** Two, so that Redis works on one while this process prepares the other. */
const quickCallsMax = 2;
/** A check waits for its call at most as long as this many answers of Redis may take. */
const waitTurns = 5;
/** Checks that may wait for Redis, about a second of work; memory decides further ones. */
const checksMax = 20_000;

/** Numbers that `slidingWindowScript` answers for each check. */
const numbersPerCheck = 5;
const scriptHash = createHash("sha1").update(slidingWindowScript).digest("hex");

/**
 * Opens a limiter on `url` (see `parse-redis-url.ts`). The checks of one turn of the event loop share a call. A cluster shows
 * itself by its first answer, CROSSSLOT to several keys at once or MOVED to one: from then on each check is a call of its own,
 * after MOVED to the node that has its key. `answerTimeoutMs` is for tests on a busy machine.
 */
export function createRedisLimiter(
  url: string,
  options: { answerTimeoutMs?: number | undefined } = {},
): RedisLimiter {
  const { answerTimeoutMs = usualAnswerTimeoutMs } = options;
  const single = openRedis(url, {
    ...connectionOptions(answerTimeoutMs),
    lazyConnect: true,
    enableOfflineQueue: false,
    retryStrategy: () => reconnectPauseMs,
  });
  let client: Redis | Cluster = single;
  let areSlotsApart = false;
  // Without a listener the client writes each failed attempt to connect to the console; failed checks are logged anyway.
  client.on("error", ignore);

  const together = createJoinedCalls<RedisCheck, LimitVerdict>({
    run: runTogether,
    batchMax: joinedChecksMax,
    batchesMax: callsUnderWayMax,
    callsMax: checksMax,
    deadlineMs: waitTurns * answerTimeoutMs,
    slowMs: slowCallMs,
    quickMax: quickCallsMax,
  });

  async function runTogether(checks: readonly RedisCheck[]): Promise<readonly (LimitVerdict | Error)[]> {
    try {
      return readVerdicts(await withinDeadline(runScript(client, checks), answerTimeoutMs), checks);
    } catch (cause) {
      // Refused before anything ran: each check may be sent again.
      if (!isReply(cause, "CROSSSLOT")) throw cause;
      areSlotsApart = true;
      return await Promise.all(checks.map((check) => askAlone(check).catch(asError)));
    }
  }

  async function askAlone(check: RedisCheck): Promise<LimitVerdict> {
    const reply = await withinDeadline(runScript(client, [check]), answerTimeoutMs);
    const [verdict] = readVerdicts(reply, [check]);
    if (verdict === undefined) throw wrongReply();
    return verdict;
  }

  function useCluster(): void {
    areSlotsApart = true;
    if (client !== single) return;
    client = openCluster(url, answerTimeoutMs);
    client.on("error", ignore);
    single.disconnect();
  }

  async function take(check: RedisCheck): Promise<LimitVerdict> {
    refuseWrongLimit(check.limit, check.windowMs);
    try {
      return await (areSlotsApart ? askAlone(check) : together.call(check));
    } catch (cause) {
      if (isReply(cause, "MOVED")) useCluster();
      throw cause;
    }
  }

  async function giveBack(key: string, admissionUs: number): Promise<void> {
    // Searched from the newest entry (-1), because the admission that is given back was added a moment ago.
    await withinDeadline(client.lrem(logOf(key), -1, admissionUs), answerTimeoutMs);
  }

  return {
    connect: () => withinDeadline(single.connect(), firstConnectTimeoutMs),
    take,
    giveBack,
    close: async () => client.disconnect(),
  };
}

function connectionOptions(answerTimeoutMs: number) {
  return {
    connectTimeout: connectTimeoutMs,
    // A connection that is given up takes along the answers that are still waited for.
    socketTimeout: Math.max(socketTimeoutMs, answerTimeoutMs),
    // A check that got no answer may have been counted: asking again would count it twice.
    maxRetriesPerRequest: 0,
  } satisfies RedisOptions;
}

/**
 * The client's own `commandTimeout` is not used, here and for one server. It would also hold for the look-up of the nodes,
 * which has to connect first: on a busy machine that never ended in time, and no new master was found. And it takes an answer
 * for late that lies ready; `settleWithin` looks once more.
 */
function openCluster(url: string, answerTimeoutMs: number): Cluster {
  const { hostname, port, username, password, protocol } = new URL(url);
  return new Cluster([{ host: hostname, port: Number(port === "" ? 6379 : port) }], {
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    clusterRetryStrategy: () => reconnectPauseMs,
    clusterNodeRetryStrategy: () => reconnectPauseMs,
    maxRedirections: redirectionsMax,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshInterval: nodesLookedUpEveryMs,
    slotsRefreshTimeout: connectTimeoutMs,
    redisOptions: {
      ...connectionOptions(answerTimeoutMs),
      ...(username === "" ? {} : { username: decodeURIComponent(username) }),
      ...(password === "" ? {} : { password: decodeURIComponent(password) }),
      ...(protocol === "rediss:" ? { tls: {} } : {}),
    },
  });
}

async function runScript(client: Redis | Cluster, checks: readonly RedisCheck[]): Promise<unknown> {
  const args: (string | number)[] = checks.map(({ key }) => logOf(key));
  for (const { limit, windowMs, isCounted, nowUs } of checks)
    args.push(limit, windowMs, isCounted === false ? 0 : 1, nowUs ?? "");
  try {
    return await client.evalsha(scriptHash, checks.length, ...args);
  } catch (cause) {
    // Redis was restarted or its scripts were flushed: these checks did not run, so that they may be sent again.
    if (!isReply(cause, "NOSCRIPT")) throw cause;
    return await client.eval(slidingWindowScript, checks.length, ...args);
  }
}

/** The braces make the name the hash tag, so that a second key of the same owner would share its slot. */
function logOf(key: string): string {
  return `limit:{${key}}`;
}

function readVerdicts(reply: unknown, checks: readonly RedisCheck[]): LimitVerdict[] {
  if (!Array.isArray(reply) || reply.length !== checks.length * numbersPerCheck) throw wrongReply();
  return checks.map(({ limit, windowMs }, index) => {
    const [admitted, used, slotFreesAtUs, nowUs, addedUs] = reply.slice(
      index * numbersPerCheck,
      (index + 1) * numbersPerCheck,
    );
    if (
      typeof used !== "number" ||
      typeof slotFreesAtUs !== "number" ||
      typeof nowUs !== "number" ||
      typeof addedUs !== "number"
    )
      throw wrongReply();
    return verdictOf({
      isAdmitted: admitted === 1,
      admission: addedUs === 0 ? null : { memoryMs: null, redisUs: addedUs },
      limit,
      used,
      slotFreesAtMs: slotFreesAtUs / 1000,
      nowMs: nowUs / 1000,
      windowMs,
    });
  });
}

function wrongReply(): TypeError {
  return new TypeError("the sliding window script answered something else than five numbers for each check");
}

function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}

function isReply(cause: unknown, code: string): boolean {
  return cause instanceof Error && cause.message.startsWith(`${code} `);
}

function ignore(): void {
  // ioredis prints errors that have no listener. The failed check reports the cause itself.
}
