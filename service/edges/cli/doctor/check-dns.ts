import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { Config } from "../../../program/config.ts";
import { type Check, hostsOf, reasonOf, unwell, well, withinCheckTime } from "./check.ts";

/** Looks up every name that the configuration holds, by the machine's own resolver. */
export async function checkDns(
  config: Pick<
    Config,
    | "databaseUrl"
    | "databaseDirectUrl"
    | "databaseReplicaUrl"
    | "redisUrl"
    | "publicUrl"
    | "mail"
    | "tracing"
    | "writer"
  >,
): Promise<Check> {
  const named = [
    ["DATABASE_URL", config.databaseUrl],
    ["DATABASE_DIRECT_URL", config.databaseDirectUrl],
    ["DATABASE_REPLICA_URL", config.databaseReplicaUrl],
    ["REDIS_URL", config.redisUrl],
    ["PUBLIC_URL", config.publicUrl],
    ["SMTP_URL", config.mail?.smtpUrl],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", config.tracing?.endpoint],
    ["AI_BASE_URL", config.writer.kind === "ai" ? config.writer.baseUrl : null],
  ] as const;
  const hosts = named
    .flatMap(([variable, url]) => (url == null ? [] : hostsOf(url).map((host) => ({ variable, host }))))
    .map(({ variable, host }) => ({ variable, host: host.replace(/:\d+$/, "").replace(/^\[|\]$/g, "") }))
    .filter(({ host }) => host !== "" && !host.startsWith("/") && isIP(host) === 0);
  const failures = await Promise.all(hosts.map(resolve));
  const problems = failures.filter((problem) => problem !== null);
  if (problems.length > 0) return unwell("dns", problems.join(" "));
  return hosts.length === 0
    ? well("dns", "The configuration holds no names to look up.")
    : well("dns", `Found: ${[...new Set(hosts.map(({ host }) => host))].join(", ")}.`);
}

async function resolve({ variable, host }: { variable: string; host: string }): Promise<string | null> {
  try {
    await withinCheckTime(lookup(host));
    return null;
  } catch (error) {
    return `The name ${host} of ${variable} can't be found (${reasonOf(error)}): correct it, or the DNS.`;
  }
}
