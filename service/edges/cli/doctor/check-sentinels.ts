import { Redis } from "ioredis";
import { parseRedisUrl, type RedisAddress } from "../../../floor/limits/parse-redis-url.ts";
import { type Check, checkTimeoutMs, reasonOf, unwell, well, withinCheckTime } from "./check.ts";

const name = "sentinel";
/** With two of them neither can be sure that it is not itself the one that is cut off. */
const sentinelsMin = 3;

type Seen = { name: string; master: string | null; state: string; reason: string | null };

/** Asks each Sentinel for the master, its replicas and whether a failover could be decided. Nothing to say where there are none. */
export async function checkSentinels(redisUrl: string | null): Promise<Check[]> {
  const redis = redisUrl === null ? null : parseRedisUrl(redisUrl);
  if (redis === null || typeof redis === "string" || redis.kind === "server") return [];
  const { name: master = "", sentinelPassword, sentinelTLS } = redis.options;
  const access = {
    ...(sentinelPassword == null ? {} : { password: sentinelPassword }),
    ...(sentinelTLS === undefined ? {} : { tls: sentinelTLS }),
  };
  return [judgeSentinels(await Promise.all(redis.sentinels.map((address) => ask(address, master, access))))];
}

async function ask(
  address: RedisAddress,
  master: string,
  access: { password?: string; tls?: object },
): Promise<Seen> {
  const seen = { name: `${address.host}:${address.port}`, master: null, state: "", reason: null };
  const client = new Redis({
    ...address,
    ...access,
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: checkTimeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let refusal: unknown;
  client.on("error", (error: unknown) => {
    refusal = error;
  });
  try {
    await withinCheckTime(client.connect());
    const found = await withinCheckTime(client.call("SENTINEL", "get-master-addr-by-name", master));
    if (!Array.isArray(found)) return { ...seen, reason: `it knows no master "${master}"` };
    // It answers OK and how many can be reached, or an error that says what is missing.
    const state = await withinCheckTime(client.call("SENTINEL", "ckquorum", master)).then(() => "", reasonOf);
    return { ...seen, master: found.join(":"), state };
  } catch (error) {
    return { ...seen, reason: reasonOf(refusal ?? error) };
  } finally {
    client.disconnect();
  }
}

export function judgeSentinels(seen: readonly Seen[]): Check {
  const away = seen.find(({ reason }) => reason !== null);
  if (away !== undefined)
    return unwell(
      name,
      `The Sentinel at ${away.name} can't be used: ${away.reason}. Start it, or correct REDIS_URL.`,
    );
  const masters = [...new Set(seen.map(({ master }) => master))];
  if (masters.length > 1)
    return unwell(
      name,
      `The Sentinels name different masters: ${masters.join(", ")}. Look at their network.`,
    );
  const worried = seen.find(({ state }) => state !== "");
  if (worried !== undefined)
    return unwell(name, `No failover could be decided: ${worried.state}. Start the other Sentinels.`);
  return seen.length < sentinelsMin
    ? unwell(name, `REDIS_URL names ${seen.length} of the Sentinels. Run and name at least ${sentinelsMin}.`)
    : well(name, `All ${seen.length} Sentinels name ${masters[0]} and could decide a failover.`);
}
