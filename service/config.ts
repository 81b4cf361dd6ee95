import { addressRangeProblem } from "./http/address-ranges.ts";
import type { LogLevel } from "./log.ts";
import { parseS3Url, type S3Target } from "./reporting/exports/parse-s3-url.ts";
import { readSecretFiles } from "./secrets/read-secret-files.ts";
import { parseSecretKey } from "./secrets/secret-key.ts";
import type { LegalLinks } from "./web/legal-links.ts";
import { safeLinkUrl } from "./web/safe-url.ts";
import { aiWriterDefaults, type WriterConfig } from "./writer/writer-config.ts";

/** A set-up names a handful; a longer list is a configuration that went wrong. */
const rangesMax = 64;

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
  databaseUrl: string | null;
  /** A read replica of the same database, for exports and `GET /data`. */
  databaseReplicaUrl: string | null;
  redisUrl: string | null;
  publicUrl: string | null;
  allowedHosts: string[];
  mcpAllowedOrigins: string[];
  toolsAllowedOrigins: string[];
  operatorLinks: LegalLinks;
  host: string;
  port: number;
  dataDirectory: string;
  trustedProxies: string[];
  allowInsecureHttp: boolean;
  tls: { certFile: string; keyFile: string } | null;
  logLevel: LogLevel | "silent";
  loops: boolean;
  crawlerRangesFile: string | null;
  /** Where files of exports are kept; without it, in the database. */
  exportS3: S3Target | null;
  /** 32 bytes under which secrets are stored; without one, the data directory has a file with it. */
  secretKey: Uint8Array | null;
  /** Ranges that webhooks may reach although they are not public. */
  webhookAllowCidrs: string[];
  /** Where mails are handed in and whom they come from; without it no mail is sent. */
  mail: { smtpUrl: string; mailFrom: string } | null;
  /** Where metrics are served; null for none. */
  metrics: { host: string; port: number } | null;
  /** The OpenTelemetry collector that gets a span per request; null for none. */
  tracing: TracingConfig | null;
  /** Who writes the texts of the public tools. */
  writer: WriterConfig;
};

export type Environment = Record<string, string | undefined>;

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
  const read = reader(readSecretFiles(environment, problems), problems);
  const certFile = read.text("TLS_CERT_FILE");
  const keyFile = read.text("TLS_KEY_FILE");
  if ((certFile === null) !== (keyFile === null))
    problems.push("TLS_CERT_FILE and TLS_KEY_FILE go together: set both or neither.");
  const smtpUrl = read.url("SMTP_URL", ["smtp:", "smtps:"]);
  const mailFrom = read.text("MAIL_FROM");
  if (smtpUrl !== null && !/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(mailFrom ?? ""))
    problems.push("MAIL_FROM has to be the mail address that SMTP_URL sends from.");
  const config: Config = {
    isProduction: read.text("NODE_ENV") === "production",
    databaseUrl: read.url("DATABASE_URL", ["postgres:", "postgresql:"]),
    databaseReplicaUrl: read.url("DATABASE_REPLICA_URL", ["postgres:", "postgresql:"]),
    redisUrl: read.url("REDIS_URL", ["redis:", "rediss:"]),
    publicUrl: read.url("PUBLIC_URL", ["http:", "https:"])?.replace(/\/+$/, "") ?? null,
    allowedHosts: read.list("ALLOWED_HOSTS").map((host) => host.toLowerCase()),
    mcpAllowedOrigins: read.origins("MCP_ALLOWED_ORIGINS"),
    toolsAllowedOrigins: read.origins("TOOLS_ALLOWED_ORIGINS"),
    operatorLinks: { imprintUrl: read.pageLink("IMPRINT_URL"), privacyUrl: read.pageLink("PRIVACY_URL") },
    host: read.text("HOST") ?? "127.0.0.1",
    port: read.integer("PORT", 3000, 0, 65_535),
    dataDirectory: read.text("DATA_DIR") ?? "data",
    trustedProxies: read.cidrs("TRUSTED_PROXIES"),
    allowInsecureHttp: read.flag("ALLOW_INSECURE_HTTP", false),
    tls: certFile !== null && keyFile !== null ? { certFile, keyFile } : null,
    logLevel: read.oneOf("LOG_LEVEL", ["debug", "info", "warn", "error", "silent"], "info"),
    loops: read.flag("LOOPS", true),
    crawlerRangesFile: read.text("CRAWLER_RANGES_FILE"),
    exportS3: read.s3("EXPORT_S3_URL"),
    secretKey: read.secretKey("SECRET_KEY"),
    webhookAllowCidrs: read.cidrs("WEBHOOK_ALLOW_CIDRS"),
    mail: smtpUrl !== null && mailFrom !== null ? { smtpUrl, mailFrom } : null,
    metrics: readMetrics(read),
    tracing: readTracing(read, problems),
    writer: readWriter(read, problems),
  };
  if (config.databaseReplicaUrl !== null && config.databaseUrl === null)
    problems.push("DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica.");
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Off without a port; 0 takes a free one. */
function readMetrics(read: ReturnType<typeof reader>): Config["metrics"] {
  const port = read.integer("METRICS_PORT", -1, 0, 65_535);
  const host = read.text("METRICS_HOST") ?? read.text("HOST") ?? "127.0.0.1";
  return port === -1 ? null : { host, port };
}

/** The names that OpenTelemetry gives them (specification, "OTLP Exporter Configuration"). */
function readTracing(read: ReturnType<typeof reader>, problems: string[]): TracingConfig | null {
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
function readWriter(read: ReturnType<typeof reader>, problems: string[]): WriterConfig {
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

function reader(environment: Environment, problems: string[]) {
  const text = (name: string): string | null => {
    const value = environment[name]?.trim();
    return value === undefined || value === "" ? null : value;
  };
  const list = (name: string): string[] =>
    (text(name) ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  return {
    text,
    list,
    url(name: string, protocols: string[]): string | null {
      const value = text(name);
      if (value === null) return null;
      if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
      problems.push(
        `${name} has to be a URL that begins with ${protocols.map((each) => `${each}//`).join(" or ")}.`,
      );
      return null;
    },
    /** What pages would leave out has to be told here. */
    pageLink(name: string): string | null {
      const value = text(name);
      if (value === null || (/^https?:/i.test(value) && safeLinkUrl(value) !== null)) return value;
      problems.push(
        `${name} has to be a URL that begins with https:// or http://, without a password, of at most 2048 characters.`,
      );
      return null;
    },
    integer(name: string, fallback: number, minimum: number, maximum: number): number {
      const value = text(name);
      if (value === null) return fallback;
      if (/^\d{1,10}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum)
        return Number(value);
      problems.push(`${name} has to be a whole number from ${minimum} to ${maximum}.`);
      return fallback;
    },
    flag(name: string, fallback: boolean): boolean {
      const value = text(name)?.toLowerCase();
      if (value === undefined) return fallback;
      if (["true", "on", "1", "yes"].includes(value)) return true;
      if (["false", "off", "0", "no"].includes(value)) return false;
      problems.push(`${name} has to be true or false (on and off will do).`);
      return fallback;
    },
    oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
      const value = text(name);
      if (value === null) return fallback;
      const found = allowed.find((each) => each === value);
      if (found === undefined) problems.push(`${name} has to be one of ${allowed.join(", ")}.`);
      return found ?? fallback;
    },
    origins(name: string): string[] {
      return list(name).map((value) => {
        const isOrigin = URL.canParse(value) && new URL(value).origin === value.toLowerCase();
        if (!isOrigin)
          problems.push(`${name} holds "${value}", which is no origin such as https://agents.example.org.`);
        return value.toLowerCase();
      });
    },
    s3(name: string): S3Target | null {
      const value = text(name);
      const target = value === null ? null : parseS3Url(value);
      // The value holds a secret, and is never repeated.
      if (value !== null && target === null) {
        problems.push(`${name} has to be a URL like https://KEY:SECRET@host/bucket?region=eu-central-1.`);
      }
      return target;
    },
    secretKey(name: string): Uint8Array | null {
      const value = text(name);
      if (value === null) return null;
      const key = parseSecretKey(value);
      // The value itself is never repeated: a slip of one character would put the key into the log.
      if (key === null) {
        problems.push(`${name} has to be 32 bytes, as 64 hex digits or as base64: openssl rand -hex 32`);
      }
      return key;
    },
    /** Single addresses and ranges, split by commas or blanks. */
    cidrs(name: string): string[] {
      const entries = (text(name) ?? "").split(/[\s,]+/).filter((entry) => entry !== "");
      if (entries.length > rangesMax) problems.push(`${name} may name at most ${rangesMax} address ranges.`);
      for (const entry of entries) {
        const problem = addressRangeProblem(entry);
        if (problem !== null) problems.push(`${name}: ${problem}.`);
      }
      return entries;
    },
  };
}
