import { type App, createApp } from "./app.ts";
import { createMailer } from "./approvals/mail/mailer.ts";
import type { Config } from "./config.ts";
import { migrate, migrationStatus } from "./db/migrate.ts";
import { migrations } from "./db/migrations.ts";
import { type Database, openDatabase } from "./db/open.ts";
import { openLimiter } from "./limits/open-limiter.ts";
import type { Log } from "./log.ts";
import { type RunningLoops, startLoops } from "./loops/start-loops.ts";
import {
  type CrawlerRanges,
  noCrawlerRanges,
  parseCrawlerRanges,
} from "./measurement/classify/crawler-ranges.ts";
import { createRecorder } from "./measurement/record.ts";
import { createSalts } from "./measurement/salts.ts";
import { createDatabaseArtifactStore } from "./reporting/exports/database-artifact-store.ts";
import { createRenderPool } from "./reporting/exports/render-pool.ts";
import { openSecretKey } from "./secrets/open-secret-key.ts";
import { createSecretCipher } from "./secrets/secret-cipher.ts";
import { serviceLoops } from "./service-loops.ts";
import { openWriter } from "./tools/writer/open-writer.ts";
import { warmUp } from "./warm-up.ts";

export type RunningService = {
  url: string;
  database: Database;
  /** Stops accepting, finishes what runs, flushes measured hits, closes. Resolves when all is done. */
  stop(): Promise<void>;
};

/** Larger than every body we take, so that our own 413 with its JSON body comes first. */
const requestBodyBytesMax = 1024 * 1024;
/** A client that sends or takes nothing for this long is gone. */
const idleTimeoutSeconds = 30;
/** One who downloads a file may pause for this long, on a train for instance. Bun's greatest is 255. */
const slowReaderTimeoutSeconds = 240;
/** What runs when the service is told to stop gets this long. */
const drainTimeoutMs = 20_000;

/** Opens everything that the configuration names, serves HTTP, and starts the loops. */
export async function startService(
  config: Config,
  log: Log,
  options: { migrates: boolean },
): Promise<RunningService> {
  warnOfDevelopmentParts(config, log);
  const database = await openDatabase(config);
  try {
    if (options.migrates) await migrate(database.sql, migrations);
    return await serve(config, log, database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function serve(config: Config, log: Log, database: Database): Promise<RunningService> {
  const { sql } = database;
  const limiter = await openLimiter({ redisUrl: config.redisUrl, log, countFallback: () => {} });
  const salts = createSalts(sql);
  const recorder = createRecorder({ sql, log });
  const secrets = createSecretCipher(config.secretKey ?? (await openSecretKey(config.dataDirectory)));
  const targetRules = { allowCidrs: config.webhookAllowCidrs };
  const artifactStore = createDatabaseArtifactStore(sql);
  const renderer = createRenderPool();
  const mailer = config.mail === null ? null : createMailer(config.mail);
  warmUp();
  let loops: RunningLoops | undefined;
  // The server listens first, because only then a port of 0 has become one that links can name.
  const opened = Promise.withResolvers<App>();
  const server = listen(config, opened.promise);
  const url = server.url.href.replace(/\/$/, "");
  const publicUrl = config.publicUrl ?? url;
  const app = await createApp({
    sql,
    limiter,
    log,
    recorder,
    salts,
    secrets,
    targetRules,
    wake: (loopName) => loops?.wake(loopName),
    artifactStore,
    allowSlowReader: (request) => server.timeout(request, slowReaderTimeoutSeconds),
    publicUrl,
    mcpAllowedOrigins: config.mcpAllowedOrigins,
    writer: openWriter(config.writer),
    toolsAllowedOrigins: config.toolsAllowedOrigins,
    crawlerRanges: await readCrawlerRanges(config.crawlerRangesFile),
    edge: {
      publicUrl: config.publicUrl,
      allowedHosts: config.allowedHosts,
      trustedProxies: config.trustedProxies,
      requiresHttps: config.isProduction && !config.allowInsecureHttp,
    },
    isReady: async () => {
      const status = await migrationStatus(sql, migrations);
      return status.database === status.program;
    },
  });
  opened.resolve(app);
  const loopDeps = { sql, log, secrets, targetRules, artifactStore, renderer, publicUrl, mailer };
  loops = startLoops(config.loops ? serviceLoops(loopDeps) : [], log);
  log.info("serving", {
    url: server.url.href,
    database: database.kind,
    limits: config.redisUrl === null ? "memory" : "redis",
  });
  return {
    url,
    database,
    async stop() {
      await Promise.race([
        server.stop(),
        new Promise((resolve) => setTimeout(resolve, drainTimeoutMs).unref()),
      ]);
      await server.stop(true);
      await loops?.stop();
      mailer?.close();
      await renderer.close();
      await recorder.close();
      await limiter.close();
      await database.close();
      log.info("stopped");
    },
  };
}

function listen(config: Config, app: Promise<App>) {
  return Bun.serve({
    hostname: config.host,
    port: config.port,
    idleTimeout: idleTimeoutSeconds,
    maxRequestBodySize: requestBodyBytesMax,
    ...(config.tls === null
      ? {}
      : { tls: { cert: Bun.file(config.tls.certFile), key: Bun.file(config.tls.keyFile) } }),
    fetch: async (request, connection) =>
      (await app).fetch(request, {
        address: connection.requestIP(request)?.address ?? "",
        isTls: config.tls !== null,
      }),
    // Never Bun's own page, which shows source code: what comes here got past every handler of ours.
    error: () => Response.json({ error: "internal_error" }, { status: 500 }),
  });
}

async function readCrawlerRanges(path: string | null): Promise<CrawlerRanges> {
  return path === null ? noCrawlerRanges : parseCrawlerRanges(await Bun.file(path).json());
}

function warnOfDevelopmentParts(config: Config, log: Log): void {
  if (!config.isProduction) return;
  if (config.databaseUrl === null) {
    log.warn("embedded_database_in_production", {
      advice: "Set DATABASE_URL: the embedded database is for one process.",
    });
  }
  if (config.redisUrl === null) {
    log.warn("limits_in_memory_in_production", {
      advice: "Set REDIS_URL: without it each process counts for itself.",
    });
  }
  if (config.secretKey === null) {
    log.warn("secret_key_in_a_file_in_production", {
      advice: "Set SECRET_KEY: replicas need the same one, and the file has to be in your backups.",
    });
  }
  if (config.webhookAllowCidrs.length > 0) {
    log.warn("private_webhook_targets_in_production", {
      advice: "Unset WEBHOOK_ALLOW_CIDRS: agencies can make this service connect into these ranges.",
    });
  }
  if (config.allowInsecureHttp) {
    log.warn("insecure_http_allowed", { advice: "Unset ALLOW_INSECURE_HTTP: keys travel in the clear." });
  }
}
