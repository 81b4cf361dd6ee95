import type { RedisOptions } from "ioredis";
import { percentProblem } from "../strings/percent-problem.ts";

/** One server (or a node of a cluster) by its URL, or a master whose address Sentinel knows. */
export type RedisLocation =
  | { kind: "server"; url: string }
  | { kind: "sentinel"; sentinels: RedisAddress[]; options: RedisOptions };

export type RedisAddress = { host: string; port: number };

/** Three will do for most; each process keeps a connection to each. */
const sentinelsMax = 8;
const sentinelPort = 26_379;
const example = "redis+sentinel://USER:PASSWORD@a:26379,b:26379,c:26379/MASTER";

/**
 * Reads `redis://`, `rediss://` and `redis+sentinel://user:password@a:26379,b:26379/master/0?sentinel_password=…` (with TLS
 * `rediss+sentinel://`). User and password are those of the master and its replicas. Where it can't be read, it returns what is
 * wrong with `name`, which never repeats the value: it holds a password.
 */
export function parseRedisUrl(value: string, name = "REDIS_URL"): RedisLocation | string {
  const [, scheme = "", authority = "", rest = ""] = /^([a-z+]+:)\/\/([^/?#]*)(.*)$/is.exec(value) ?? [];
  const problem = percentProblem(authority, name);
  if (problem !== null) return problem;
  if (/^rediss?:$/i.test(scheme) && URL.canParse(value)) return { kind: "server", url: value };
  if (!/^rediss?\+sentinel:$/i.test(scheme))
    return `${name} has to be a URL that begins with redis://, rediss://, redis+sentinel:// or rediss+sentinel://.`;
  const userEnd = authority.lastIndexOf("@") + 1;
  const named = authority.slice(userEnd).split(",");
  if (named.length > sentinelsMax) return `${name} may name at most ${sentinelsMax} Sentinels.`;
  const urls = named.map((sentinel) => `redis://${authority.slice(0, userEnd)}${sentinel}${rest}`);
  const parsed = urls.flatMap((url) => (URL.canParse(url) ? [new URL(url)] : []));
  const [first] = parsed;
  const [, master = "", database = "0"] = /^\/([\w.-]+)(?:\/(\d{1,5}))?$/.exec(first?.pathname ?? "") ?? [];
  if (first === undefined || parsed.length < named.length || named.includes("") || master === "")
    return `${name} can't be read. Write it like ${example}.`;
  const sentinels = parsed.map(({ hostname, port }) => ({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? sentinelPort : Number(port),
  }));
  const { username, password, searchParams } = first;
  const sentinelPassword = searchParams.get("sentinel_password");
  return {
    kind: "sentinel",
    sentinels,
    options: {
      sentinels,
      name: master,
      db: Number(database),
      ...(username === "" ? {} : { username: decodeURIComponent(username) }),
      ...(password === "" ? {} : { password: decodeURIComponent(password) }),
      ...(sentinelPassword === null ? {} : { sentinelPassword }),
      ...(scheme.toLowerCase() === "rediss+sentinel:"
        ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }
        : {}),
    },
  };
}
