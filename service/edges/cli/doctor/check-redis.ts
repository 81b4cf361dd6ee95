import { openRedis } from "../../../floor/limits/open-redis.ts";
import { type Check, checkTimeoutMs, hostsOf, reasonOf, unwell, well, withinCheckTime } from "./check.ts";

const name = "redis";

/** Looks whether Redis answers and never evicts: an evicted key is a limit that begins anew. */
export async function checkRedis(config: { redisUrl: string | null; isProduction: boolean }): Promise<Check> {
  const { redisUrl, isProduction } = config;
  if (redisUrl === null) {
    return isProduction
      ? unwell(name, "Limits are counted by each process for itself. Set REDIS_URL.")
      : well(name, "Not used: limits are counted in this process.");
  }
  const host = hostsOf(redisUrl).join(", ");
  const redis = openRedis(redisUrl, {
    lazyConnect: true,
    connectTimeout: checkTimeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason: unknown;
  redis.on("error", (error: unknown) => {
    reason = error;
  });
  try {
    await withinCheckTime(redis.connect());
    const memory = await withinCheckTime(redis.info("memory"));
    return judgePolicy(/^maxmemory_policy:(\S+)/m.exec(memory)?.[1] ?? "unknown");
  } catch (error) {
    return unwell(
      name,
      `Redis at ${host} can't be used: ${reasonOf(reason ?? error)}. Start it, or correct REDIS_URL.`,
    );
  } finally {
    redis.disconnect();
  }
}

function judgePolicy(policy: string): Check {
  if (policy === "noeviction") return well(name, "Redis answers and never evicts.");
  return unwell(
    name,
    `Redis may throw counters of limits away when its memory is full (maxmemory-policy is ${policy}). Set maxmemory-policy to noeviction, or give the service a Redis of its own.`,
  );
}
