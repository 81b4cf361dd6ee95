import { readFile } from "node:fs/promises";
import { type App, createApp } from "../app.ts";
import type { Config } from "../config.ts";
import { thisProcess, writeOwner } from "../db/embedded/directory-owner.ts";
import { createFreshReads } from "../db/fresh-reads.ts";
import { migrate, migrationStatus, refuseNewer } from "../db/migrate.ts";
import { migrations } from "../db/migrations.ts";
import { type Database, openDatabase } from "../db/open.ts";
import { createAddressRanges } from "../http/address-ranges.ts";
import { createFeedParser } from "../insights/providers/feed-parser.ts";
import { openLimiter } from "../limits/open-limiter.ts";
import type { Log } from "../log.ts";
import { type RunningLoops, startLoops } from "../loops/start-loops.ts";
import { createAddressVerifier } from "../measurement/classify/address-verifier.ts";
import {
  type CrawlerRanges,
  noCrawlerRanges,
  parseCrawlerRanges,
} from "../measurement/classify/crawler-ranges.ts";
import { joinRanges } from "../measurement/classify/published-ranges.ts";
import { createRecorder } from "../measurement/record.ts";
import { createSalts } from "../measurement/salts.ts";
import { createTextReader } from "../press-text/markdown/text-reader.ts";
import { clearSpoolFolder, createSpoolFolder } from "../reporting/data/spool-folder.ts";
import { createDatabaseArtifactStore } from "../reporting/exports/database-artifact-store.ts";
import { createRenderPool } from "../reporting/exports/render-pool.ts";
import { openSecretKey } from "../secrets/open-secret-key.ts";
import { createSecretCipher } from "../secrets/secret-cipher.ts";
import { createMailer } from "../workflow/approvals/mail/mailer.ts";
import { openWriter } from "../writer/open-writer.ts";
import { openInstruments } from "./open-instruments.ts";
import type { Platform } from "./platform.ts";
import { openS3ArtifactStore } from "./s3/open-s3-artifact-store.ts";
import { serviceLoops } from "./service-loops.ts";
import { stopService } from "./stop-service.ts";
import { createTraffic } from "./traffic.ts";

export type RunningService = {
  url: string;
  /** Where `GET /metrics` is answered; null when it is not served. */
  metricsUrl: string | null;
  database: Database;
  /**
   * Says that it is not ready any more, finishes what runs, flushes measured hits, closes. Resolves after 17 s at the latest.
   * `leavingMs` is the time for others to notice; 0 for who knows that nobody else is there.
   */
  stop(stopOptions?: { leavingMs?: number }): Promise<void>;
};

/** Opens everything that the configuration names, serves HTTP on `platform`, and starts the loops. */
export async function runService(
  config: Config,
  log: Log,
  options: { migrates: boolean; platform: Platform },
): Promise<RunningService> {
  warnOfDevelopmentParts(config, log);
  const database = await openDatabase({ ...config, log, kind: "service", endsSilentConnections: true });
  const replica = await openReplica(config);
  try {
    if (options.migrates) await migrate(database.sql, migrations);
    else await refuseNewer(database.sql, migrations);
    return await serve(config, log, { database, replica }, options.platform);
  } catch (error) {
    await replica?.close();
    await database.close();
    throw error;
  }
}

/** Connects at the first read only: a replica that is away must not keep the service from starting. */
async function openReplica({ databaseReplicaUrl, dataDirectory }: Config): Promise<Database | null> {
  return databaseReplicaUrl === null
    ? null
    : await openDatabase({ databaseUrl: databaseReplicaUrl, dataDirectory, endsSilentConnections: true });
}

async function serve(
  config: Config,
  log: Log,
  { database, replica }: { database: Database; replica: Database | null },
  { listen, files }: Platform,
): Promise<RunningService> {
  const { sql } = database;
  const recorder = createRecorder({ sql, log });
  const instruments = await openInstruments(config, {
    databases: [
      { role: "primary", database },
      ...(replica === null ? [] : [{ role: "replica" as const, database: replica }]),
    ],
    recorderStats: () => recorder.stats(),
    listen,
    log,
  });
  const { countFallback, countRead, countDelivery, metricsUrl } = instruments;
  const freshReads = createFreshReads({ primary: sql, replica: replica?.sql ?? null, log, countRead });
  const limiter = instruments.countedLimiter(
    await openLimiter({ redisUrl: config.redisUrl, log, countFallback }),
  );
  await clearSpoolFolder(config.dataDirectory, log);
  const salts = createSalts(sql);
  const secrets = createSecretCipher(config.secretKey ?? (await openSecretKey(config.dataDirectory, log)));
  const targetRules = { allowCidrs: createAddressRanges(config.webhookAllowCidrs) };
  const artifactStore =
    config.exportS3 === null ? createDatabaseArtifactStore(sql) : openS3ArtifactStore(config.exportS3);
  const renderer = createRenderPool({ module: files.renderWorker, fonts: files.reportFonts });
  const feedParser = createFeedParser(files.feedWorker);
  const texts = createTextReader(files.textWorker, { log });
  const mailer = config.mail === null ? null : createMailer(config.mail);
  let loops: RunningLoops | undefined;
  // The server listens first, because only then a port of 0 has become one that links can name.
  const opened = Promise.withResolvers<App>();
  const traffic = createTraffic(async (request, socket) => (await opened.promise).fetch(request, socket));
  const listener = await listen({
    host: config.host,
    port: config.port,
    tls: config.tls,
    fetch: traffic.fetch,
  });
  const { url } = listener;
  const publicUrl = config.publicUrl ?? url;
  if (database.kind === "embedded")
    writeOwner(config.dataDirectory, { ...thisProcess("service"), url: publicUrl });
  const app = createApp({
    sql,
    freshReads,
    spools: createSpoolFolder(config.dataDirectory),
    limiter,
    log,
    recorder,
    salts,
    secrets,
    targetRules,
    wake: (loopName) => loops?.wake(loopName),
    artifactStore,
    texts,
    allowSlowReader: listener.allowSlowReader,
    publicUrl,
    mcpAllowedOrigins: config.mcpAllowedOrigins,
    writer: await openWriter(config.writer),
    toolsAllowedOrigins: config.toolsAllowedOrigins,
    operatorLinks: config.operatorLinks,
    crawlerRanges: await readCrawlerRanges(config.crawlerRangesFile),
    verifyAddress: createAddressVerifier(),
    swaggerUi: files.swaggerUi,
    edge: {
      publicUrl: config.publicUrl,
      allowedHosts: config.allowedHosts,
      trustedProxies: config.trustedProxies,
      requiresHttps: config.isProduction && !config.allowInsecureHttp,
      observers: instruments.observers,
    },
    isReady: async () => {
      if (traffic.isLeaving()) return false;
      const status = await migrationStatus(sql, migrations);
      return status.database === status.program;
    },
  });
  opened.resolve(app);
  const loopDeps = {
    sql,
    freshReads,
    log,
    secrets,
    targetRules,
    artifactStore,
    renderer,
    feedParser,
    publicUrl,
    mailer,
    countDelivery,
  };
  loops = startLoops(config.loops ? instruments.countedLoops(serviceLoops(loopDeps)) : [], log);
  log.info("serving", {
    url,
    metricsUrl,
    database: database.kind,
    limits: config.redisUrl === null ? "memory" : "redis",
  });
  return {
    url,
    metricsUrl,
    database,
    stop: (stopOptions) =>
      stopService(
        {
          listener,
          traffic,
          async endLoops() {
            await loops?.stop();
          },
          async endWorkers() {
            mailer?.close();
            await Promise.all([renderer.close(), feedParser.close(), texts.close()]);
          },
          recorder,
          async endInstruments() {
            await Promise.all([limiter.close(), instruments.close()]);
          },
          databases: replica === null ? [database] : [replica, database],
          log,
        },
        stopOptions,
      ),
  };
}

/** The repository's ranges, and before them those of the operator's own file. */
async function readCrawlerRanges(path: string | null): Promise<CrawlerRanges> {
  const own = path === null ? noCrawlerRanges : parseCrawlerRanges(JSON.parse(await readFile(path, "utf8")));
  return joinRanges(own, Date.now());
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
  if (config.publicUrl === null) {
    log.warn("public_url_missing_in_production", {
      advice:
        "Set PUBLIC_URL: links in mails, exports and webhooks name the address this process listens on.",
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
