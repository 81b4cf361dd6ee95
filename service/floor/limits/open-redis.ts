import { Redis, type RedisOptions } from "ioredis";
import { parseRedisUrl } from "./parse-redis-url.ts";

/** A Sentinel that accepts and says nothing is passed over after this time, and the next one is asked. */
const sentinelAnswerTimeoutMs = 1_000;

/**
 * Opens a client for the server at `url`, or for the master that the Sentinels there name: they are asked at each connection. The
 * client's `failoverDetector` stays off. A failover that it hears of while the client reconnects ends the client for good.
 */
export function openRedis(url: string, options: RedisOptions): Redis {
  const address = parseRedisUrl(url);
  if (typeof address === "string") throw new Error(address);
  const shared = { ...options, replyMapping: "legacy" as const };
  if (address.kind === "server") return new Redis(address.url, shared);
  return new Redis({
    ...address.options,
    ...shared,
    sentinelCommandTimeout: sentinelAnswerTimeoutMs,
    // Null asks the Sentinels once: a command such as `doctor` reports their answer and does not wait for a better one.
    sentinelRetryStrategy: options.retryStrategy ?? (() => null),
    // A master that was made a replica refuses all writes: the Sentinels know the new one.
    reconnectOnError: (error: Error) => error.message.startsWith("READONLY"),
  });
}
