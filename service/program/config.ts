import { graceDaysDefault, graceDaysMax } from "../features/agency-data/grace-days.ts";
import type { S3Target } from "../features/reporting/exports/parse-s3-url.ts";
import type { StampSettings } from "../features/stamps/stamp-loops.ts";
import { aiWriterDefaults, type WriterConfig } from "../features/writer/writer-config.ts";
import type { PoolerSetting } from "../floor/db/fit-to-server.ts";
import { connectionsDefault, connectionsMax, connectionsMin } from "../floor/db/share-connections.ts";
import type { LegalLinks } from "../floor/web/layout.ts";
import { isMailAddress } from "../floor/web/mail-address.ts";
import type { LogLevel } from "../log.ts";
import type { Environment } from "./environment/plain-reader.ts";
import { readSecretFiles } from "./environment/read-secret-files.ts";
import { readTimestamps } from "./environment/read-timestamps.ts";
import { createSettingReader, type SettingReader } from "./environment/setting-reader.ts";

export type TracingConfig = {
  /** The collector's base URL; `/v1/traces` is added to it. */
  endpoint: string;
  /** Sent with each batch, for instance a token. */
  headers: Record<string, string>;
  serviceName: string;
};

/** Everything the service takes from its environment, checked. Units stand in the names. */
export type Config = {
  isProduction: boolean;
  /** One server or several, of which the one that takes writes is used. */
  databaseUrl: string | null;
  /** What migrations and commands use where `databaseUrl` leads to a pooler. */
  databaseDirectUrl: string | null;
  databasePooler: PoolerSetting;
  /** Connections to `databaseUrl` that a process holds at most. */
  databaseConnections: number;
  /** A read replica of the same database, for exports and `GET /data`. */
  databaseReplicaUrl: string | null;
  redisUrl: string | null;
  publicUrl: string | null;
  allowedHosts: string[];
  mcpAllowedOrigins: string[];
  toolsAllowedOrigins: string[];
  operatorLinks: LegalLinks;
  /** Whether `/` lists all newsrooms. */
  showsNewsrooms: boolean;
  host: string;
  port: number;
  dataDirectory: string;
  /** Whether the embedded database has each commit on disk before it acknowledges it. */
  embeddedSync: boolean;
  trustedProxies: string[];
  allowInsecureHttp: boolean;
  tls: { certFile: string; keyFile: string } | null;
  logLevel: LogLevel | "silent";
  loops: boolean;
  /** Days in which a deleted agency can come back. */
  agencyGraceDays: number;
  /** Whose counsel has checked the rules by which countries block contacts, and when; null where nobody has. */
  contactRulesCheckedBy: string | null;
  crawlerRangesFile: string | null;
  /** Where files of exports are kept; without it, in the database. */
  exportS3: S3Target | null;
  /** 32 bytes under which secrets are stored; without one, the data directory has a file with it. */
  secretKey: Uint8Array | null;
  /** The file with the key that signs reports; without one, the data directory has it. */
  reportSigningKeyFile: string | null;
  /** Who stamps reports from outside, and whose stamps count; null for nobody. */
  stamps: StampSettings | null;
  /** Ranges that webhooks may reach although they are not public. */
  webhookAllowCidrs: string[];
  /** Where mails are handed in and whom they come from; without it no mail is sent. */
  mail: { smtpUrl: string; mailFrom: string } | null;
  /** The mailbox that returned press mailings come to, and how it is read; null where nobody reads any. */
  bounces: { imapUrl: string; mailbox: string } | null;
  /** Mails that subscribers are sent in a second, by all processes together. */
  mailsPerSecond: number;
  /** Where metrics are served; null for none. */
  metrics: { host: string; port: number } | null;
  /** The OpenTelemetry collector that gets a span per request; null for none. */
  tracing: TracingConfig | null;
  /** Who writes the texts of the public tools. */
  writer: WriterConfig;
};

/** Thrown with every problem of the environment at once, so that an operator mends them in one go. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? "a problem" : `${problems.length} problems`}:\n  ${problems.join("\n  ")}`,
    );
    this.name = "ConfigError";
    this.problems = problems;
  }
}

/** Reads the process environment: the only place of the service that does. */
export function readConfig(environment: Environment = process.env): Config {
  const problems: string[] = [];
  const read = createSettingReader(readSecretFiles(environment, problems), problems);
  const certFile = read.text("TLS_CERT_FILE");
  const keyFile = read.text("TLS_KEY_FILE");
  if ((certFile === null) !== (keyFile === null))
    problems.push("TLS_CERT_FILE and TLS_KEY_FILE go together: set both or neither.");
  const config: Config = {
    isProduction: read.text("NODE_ENV") === "production",
    databaseUrl: read.database("DATABASE_URL", { severalServers: true }),
    databaseDirectUrl: read.database("DATABASE_DIRECT_URL", { severalServers: true }),
    databasePooler: read.oneOf("DATABASE_POOLER", ["auto", "transaction"], "auto"),
    databaseConnections: read.integer(
      "DATABASE_CONNECTIONS",
      connectionsDefault,
      connectionsMin,
      connectionsMax,
    ),
    databaseReplicaUrl: read.database("DATABASE_REPLICA_URL", { severalServers: false }),
    redisUrl: read.redis("REDIS_URL"),
    publicUrl: readPublicUrl(read, problems),
    allowedHosts: read.list("ALLOWED_HOSTS").map((host) => host.toLowerCase()),
    mcpAllowedOrigins: read.origins("MCP_ALLOWED_ORIGINS"),
    toolsAllowedOrigins: read.origins("TOOLS_ALLOWED_ORIGINS"),
    operatorLinks: { imprintUrl: read.pageLink("IMPRINT_URL"), privacyUrl: read.pageLink("PRIVACY_URL") },
    showsNewsrooms: read.flag("SHOW_NEWSROOMS", false),
    host: read.text("HOST") ?? "127.0.0.1",
    port: read.integer("PORT", 3000, 0, 65_535),
    dataDirectory: read.text("DATA_DIR") ?? "data",
    embeddedSync: read.flag("EMBEDDED_SYNC", true),
    trustedProxies: read.cidrs("TRUSTED_PROXIES"),
    allowInsecureHttp: read.flag("ALLOW_INSECURE_HTTP", false),
    tls: certFile !== null && keyFile !== null ? { certFile, keyFile } : null,
    logLevel: read.oneOf("LOG_LEVEL", ["debug", "info", "warn", "error", "silent"], "info"),
    loops: read.flag("LOOPS", true),
    agencyGraceDays: read.integer("AGENCY_GRACE_DAYS", graceDaysDefault, 0, graceDaysMax),
    contactRulesCheckedBy: read.text("CONTACT_RULES_CHECKED_BY"),
    crawlerRangesFile: read.text("CRAWLER_RANGES_FILE"),
    exportS3: read.s3("EXPORT_S3_URL"),
    secretKey: read.secretKey("SECRET_KEY"),
    reportSigningKeyFile: read.text("REPORT_SIGNING_KEY_FILE"),
    stamps: readStamps(read, problems),
    webhookAllowCidrs: read.cidrs("WEBHOOK_ALLOW_CIDRS"),
    mail: readMail(read, problems),
    bounces: readBounces(read, problems),
    mailsPerSecond: read.integer("MAILS_PER_SECOND", 20, 1, 1_000),
    metrics: readMetrics(read),
    tracing: readTracing(read, problems),
    writer: readWriter(read, problems),
  };
  if (config.databaseReplicaUrl !== null && config.databaseUrl === null)
    problems.push("DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica.");
  if (config.databaseDirectUrl !== null && config.databaseUrl === null)
    problems.push("DATABASE_DIRECT_URL needs DATABASE_URL, which the service itself uses.");
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Links are made of it and a path, and the service answers at its host alone. */
function readPublicUrl(read: SettingReader, problems: string[]): string | null {
  const value = read.url("PUBLIC_URL", ["http:", "https:"])?.replace(/\/+$/, "") ?? null;
  if (value !== null && !/^https?:\/\/[^/\\?#@\s]+$/i.test(value))
    problems.push(
      "PUBLIC_URL has to be scheme and host, such as https://presse.example.org: the service has no path of its own.",
    );
  return value;
}

function readStamps(read: SettingReader, problems: string[]): Config["stamps"] {
  const named = {
    urls: read.list("TIMESTAMP_URLS"),
    caFile: read.text("TIMESTAMP_CA_FILE"),
    policies: read.list("TIMESTAMP_POLICIES"),
    credentials: read.text("TIMESTAMP_CREDENTIALS"),
  };
  return readTimestamps(named, problems);
}

function readMail(read: SettingReader, problems: string[]): Config["mail"] {
  const smtpUrl = read.url("SMTP_URL", ["smtp:", "smtps:"]);
  const mailFrom = read.text("MAIL_FROM");
  if (smtpUrl !== null && !/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(mailFrom ?? ""))
    problems.push("MAIL_FROM has to be the mail address that SMTP_URL sends from.");
  if (mailFrom !== null && read.text("SMTP_URL") === null)
    problems.push("MAIL_FROM needs SMTP_URL: without a server no mail is sent.");
  return smtpUrl !== null && mailFrom !== null ? { smtpUrl, mailFrom } : null;
}

function readBounces(read: SettingReader, problems: string[]): Config["bounces"] {
  const imapUrl = read.url("IMAP_URL", ["imap:", "imaps:"]);
  const mailbox = read.text("BOUNCE_ADDRESS");
  if ((imapUrl === null) !== (mailbox === null))
    problems.push("IMAP_URL and BOUNCE_ADDRESS go together: set both or neither.");
  // What a returned mail names stands behind a plus in it, and a local part has at most 64 characters (RFC 5321).
  if (mailbox !== null && !(isMailAddress(mailbox) && /^[^A-Z@+]{1,18}@[^A-Z]+$/.test(mailbox)))
    problems.push("BOUNCE_ADDRESS has to be in lower case, with at most 18 characters before its @.");
  return imapUrl === null || mailbox === null ? null : { imapUrl, mailbox };
}

/** Off without a port; 0 takes a free one. */
function readMetrics(read: SettingReader): Config["metrics"] {
  const port = read.integer("METRICS_PORT", -1, 0, 65_535);
  const host = read.text("METRICS_HOST") ?? read.text("HOST") ?? "127.0.0.1";
  return port === -1 ? null : { host, port };
}

/** The names that OpenTelemetry gives them (specification, "OTLP Exporter Configuration"). */
function readTracing(read: SettingReader, problems: string[]): TracingConfig | null {
  const endpoint = read.url("OTEL_EXPORTER_OTLP_ENDPOINT", ["http:", "https:"]);
  const pairs = read.list("OTEL_EXPORTER_OTLP_HEADERS").map((pair) => /^([^=\s]+)\s*=\s*(.*)$/.exec(pair));
  // The values hold tokens, and are never repeated.
  if (pairs.includes(null))
    problems.push("OTEL_EXPORTER_OTLP_HEADERS has to be a list like name=value,name=value.");
  const headers = Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", decoded(pair?.[2] ?? "")]));
  const serviceName = read.text("OTEL_SERVICE_NAME") ?? "pr-service";
  return endpoint === null ? null : { endpoint, headers, serviceName };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** An AI server where one is named, else the built-in rules; `AI_MODE=off` ends both. */
function readWriter(read: SettingReader, problems: string[]): WriterConfig {
  const mode = read.oneOf("AI_MODE", ["auto", "off"], "auto");
  const baseUrl = read.url("AI_BASE_URL", ["http:", "https:"]);
  const model = read.text("AI_MODEL");
  const apiKey = read.text("AI_API_KEY");
  const { timeoutMs, maxTokens, concurrency } = aiWriterDefaults;
  const limits = {
    timeoutMs: 1000 * read.integer("AI_TIMEOUT_SECONDS", timeoutMs / 1000, 1, timeoutMs / 1000),
    maxTokens: read.integer("AI_MAX_TOKENS", maxTokens, 100, 100_000),
    concurrency: read.integer("AI_CONCURRENCY", concurrency, 1, 1000),
  };
  if (baseUrl === null && model === null && apiKey === null)
    return { kind: mode === "off" ? "off" : "rule-based" };
  if (baseUrl === null || model === null) {
    problems.push("AI_BASE_URL and AI_MODEL go together (and AI_API_KEY, where the server asks for one).");
    return { kind: "off" };
  }
  return mode === "off" ? { kind: "off" } : { kind: "ai", baseUrl, model, apiKey: apiKey ?? "", ...limits };
}
