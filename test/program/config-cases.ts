import type { Config } from "../../service/program/config.ts";
import { type Case, httpUrl } from "./config-case.ts";
import { outsideCases } from "./config-cases-outside.ts";

const hex = "ab".repeat(32);
const key = new Uint8Array(32).fill(0xab);
const base64 = (bytes: number) => Buffer.alloc(bytes, 0xab).toString("base64");
const ranges = (count: number) => Array.from({ length: count }, (_, at) => `10.0.0.${at}/32`).join();
const postgres = "postgres://service:geheim@db/x";
const sentinels = "redis+sentinel://user:geheim@a:26379,b,[::1]:1/limits/1?sentinel_password=geheim";
const eightSentinels = "redis+sentinel://:geheim@a,b,c,d,e,f,g,h/limits";
const severalServers = "postgres://service:geheim@a:5432,[::1]:5433/x?target_session_attrs=read-write";
const eightServers = "postgres://service:geheim@a,b,c,d,e,f,g,h/x";
const origins: Pick<Case, "taken" | "refused"> = {
  taken: [
    ["https://a.example", ["https://a.example"]],
    ["HTTP://localhost:6274 , https://b.example", ["http://localhost:6274", "https://b.example"]],
    [" , ", []],
  ],
  refused: ["https://a.example/", "https://a.example:443", "a.example", "*", "null"],
};
const flag: Pick<Case, "taken" | "refused"> = {
  taken: [
    ...["true", "on", "1", "YES"].map((text): [string, boolean] => [text, true]),
    ...["false", "off", "0", "No"].map((text): [string, boolean] => [text, false]),
  ],
  refused: ["2", "-1", "ja", "truee"],
};

const longestLink = `https://agentur.example/${"a".repeat(2048 - 24)}`;

/** Every setting of the service, at the edges of what it takes and one past them. */
export const cases: Case[] = [
  {
    name: "NODE_ENV",
    value: (config) => config.isProduction,
    taken: [
      ["production", true],
      ["development", false],
      ["productions", false],
    ],
  },
  {
    name: "DATABASE_URL",
    value: (config) => config.databaseUrl,
    taken: [
      [postgres, postgres],
      ["postgresql://db", "postgresql://db"],
      [severalServers, severalServers],
      [eightServers, eightServers],
      [`${postgres}?target_session_attrs=primary`, `${postgres}?target_session_attrs=primary`],
      ["postgres://service:geheim%25@db/x", "postgres://service:geheim%25@db/x"],
    ],
    refused: [
      ...["mysql://user:geheim@db/x", "db:5432/geheim", "postgres"],
      ...["postgres://user:geheim@a:5432,b:65536/x", "postgres://user:geheim@a,,b/x"],
      `${postgres}?target_session_attrs=any`,
      eightServers.replace("h/", "h,i/"),
      ...["postgres://service:geheim%@db/x", "postgres://service:geheim%ff@a,b/x"],
    ],
  },
  {
    name: "DATABASE_REPLICA_URL",
    beside: { DATABASE_URL: postgres },
    value: (config) => config.databaseReplicaUrl,
    taken: [[postgres, postgres]],
    refused: ["http://user:geheim@db", severalServers],
  },
  {
    name: "DATABASE_DIRECT_URL",
    beside: { DATABASE_URL: postgres },
    value: (config) => config.databaseDirectUrl,
    taken: [
      [postgres, postgres],
      [severalServers, severalServers],
    ],
    refused: ["http://user:geheim@db", "db:5432/geheim"],
  },
  {
    name: "DATABASE_POOLER",
    value: (config) => config.databasePooler,
    taken: [
      ["auto", "auto"],
      ["transaction", "transaction"],
    ],
    refused: ["session", "on", "Transaction"],
  },
  {
    name: "DATABASE_CONNECTIONS",
    value: (config) => config.databaseConnections,
    taken: [
      ["8", 8],
      ["200", 200],
    ],
    refused: ["7", "201", "-8", "8.5", "many"],
  },
  {
    name: "REDIS_URL",
    value: (config) => config.redisUrl,
    taken: [
      ["redis://:geheim@cache", "redis://:geheim@cache"],
      ["rediss://cache/1", "rediss://cache/1"],
      [sentinels, sentinels],
      [eightSentinels, eightSentinels],
      ["rediss+sentinel://[::1]/limits", "rediss+sentinel://[::1]/limits"],
      ["redis://:geheim%25@cache", "redis://:geheim%25@cache"],
    ],
    refused: [
      ...["http://:geheim@cache", "cache:6379", "redis+sentinel://user:geheim@a,b"],
      ...["redis+sentinel://user:geheim@a,,b/limits", "redis+sentinel://user:geheim@a:65536/limits"],
      ...["redis+sentinel://user:geheim@a/limits/x", eightSentinels.replace("h/", "h,i/")],
      ...["redis://:geheim%@cache", "redis+sentinel://user:geheim%@a,b/limits"],
    ],
  },
  {
    name: "PUBLIC_URL",
    value: (config) => config.publicUrl,
    taken: [
      ["https://news.example", "https://news.example"],
      ["http://news.example:443/", "http://news.example:443"],
      ["https://Müller.example", "https://Müller.example"],
    ],
    refused: [
      ...(httpUrl.refused ?? []),
      ...["http://news.example/presse", "http://news.example/?a=1", "http://news.example#a"],
      ...["https://user:geheim@news.example", "http://news.example\\presse"],
    ],
  },
  {
    name: "ALLOWED_HOSTS",
    value: (config) => config.allowedHosts,
    taken: [["News.Example, b.example:8443,", ["news.example", "b.example:8443"]]],
  },
  { name: "MCP_ALLOWED_ORIGINS", value: (config) => config.mcpAllowedOrigins, ...origins },
  { name: "TOOLS_ALLOWED_ORIGINS", value: (config) => config.toolsAllowedOrigins, ...origins },
  ...(["IMPRINT_URL", "PRIVACY_URL"] as const).map((name) => ({
    name,
    value: ({ operatorLinks }: Config) =>
      name === "IMPRINT_URL" ? operatorLinks.imprintUrl : operatorLinks.privacyUrl,
    taken: [
      ["https://agentur.example/recht", "https://agentur.example/recht"],
      [longestLink, longestLink],
    ] satisfies Case["taken"],
    refused: [...(httpUrl.refused ?? []), "https://user:geheim@agentur.example/", `${longestLink}a`],
  })),
  { name: "SHOW_NEWSROOMS", value: (config) => config.showsNewsrooms, ...flag },
  { name: "HOST", value: (config) => config.host, taken: [[" :: ", "::"]] },
  {
    name: "PORT",
    value: (config) => config.port,
    taken: [
      ["0", 0],
      ["65535", 65_535],
    ],
    refused: ["-1", "65536", "3e3", "0x10", "80.0", "99999999999"],
  },
  { name: "EMBEDDED_SYNC", value: (config) => config.embeddedSync, ...flag },
  { name: "DATA_DIR", value: (config) => config.dataDirectory, taken: [["/var/lib/pr", "/var/lib/pr"]] },
  {
    name: "REPORT_SIGNING_KEY_FILE",
    value: (config) => config.reportSigningKeyFile,
    taken: [["/run/secrets/report.key", "/run/secrets/report.key"]],
  },
  // What the files and several addresses mean is proved where stamps are given: test/features/stamps.
  {
    name: "TIMESTAMP_URLS",
    value: (config) => config.stamps,
    taken: [["", null]],
    refused: [
      "https://tsa.example",
      "tsa.example",
      "ftp://tsa.example",
      Array.from({ length: 6 }, () => "https://tsa.example").join(),
    ],
  },
  {
    name: "TIMESTAMP_CA_FILE",
    value: (config) => config.stamps,
    taken: [["", null]],
    refused: ["/nowhere/roots.pem", import.meta.filename],
  },
  {
    name: "TIMESTAMP_POLICIES",
    value: (config) => config.stamps,
    taken: [["1.3.6.1.4.1.13762.3, 1.2", null]],
    refused: ["baseline", "1.", "1"],
  },
  {
    name: "TIMESTAMP_CREDENTIALS",
    value: (config) => config.stamps,
    taken: [["tsa.example user:geheim", null]],
    refused: ["geheim", "tsa.example geheim"],
  },
  {
    name: "TRUSTED_PROXIES",
    value: (config) => config.trustedProxies,
    taken: [
      ["0.0.0.0/0, 10.0.0.1/32", ["0.0.0.0/0", "10.0.0.1/32"]],
      ["::/0,::1/128,::1", ["::/0", "::1/128", "::1"]],
    ],
    refused: [
      "10.0.0.1/33",
      "::1/129",
      "10.0.0.256",
      "10.0.0.1/-1",
      "proxy.example",
      "10.0.0.1/8/8",
      "10.0.0.1/8",
    ],
  },
  { name: "ALLOW_INSECURE_HTTP", value: (config) => config.allowInsecureHttp, ...flag },
  { name: "LOOPS", value: (config) => config.loops, ...flag },
  {
    name: "AGENCY_GRACE_DAYS",
    value: (config) => config.agencyGraceDays,
    taken: [
      ["0", 0],
      ["365", 365],
    ],
    refused: ["-1", "366", "1.5"],
  },
  {
    name: "CONTACT_RULES_CHECKED_BY",
    value: (config) => config.contactRulesCheckedBy,
    taken: [["Kanzlei Beispiel, 2026-11-01", "Kanzlei Beispiel, 2026-11-01"]],
    refused: [],
  },
  ...(["TLS_CERT_FILE", "TLS_KEY_FILE"] as const).map((name, at) => ({
    name,
    beside: at === 0 ? { TLS_KEY_FILE: "other.pem" } : { TLS_CERT_FILE: "other.pem" },
    value: ({ tls }: Config) => (at === 0 ? tls?.certFile : tls?.keyFile),
    taken: [["own.pem", "own.pem"]] satisfies Case["taken"],
    refused: ["", " "],
  })),
  {
    name: "LOG_LEVEL",
    value: (config) => config.logLevel,
    taken: ["debug", "info", "warn", "error", "silent"].map((level) => [level, level]),
    refused: ["trace", "INFO", "warning"],
  },
  { name: "CRAWLER_RANGES_FILE", value: (config) => config.crawlerRangesFile, taken: [["a.json", "a.json"]] },
  {
    name: "SECRET_KEY",
    value: (config) => config.secretKey,
    taken: [
      [hex, key],
      [base64(32), key],
    ],
    refused: [hex.slice(1), `${hex}0`, base64(31), base64(33), `${hex.slice(1)}g`],
  },
  {
    name: "WEBHOOK_ALLOW_CIDRS",
    value: (config) => config.webhookAllowCidrs.length,
    taken: [
      [ranges(64), 64],
      ["0.0.0.0/0, ::/0 ::1/128", 3],
    ],
    refused: [ranges(65), "10.0.0.0/33", "::/129", "10.1.2.3/8"],
  },
  ...outsideCases,
];
