import type { App } from "../app.ts";
import type { RecorderStats } from "../features/measurement/record.ts";
import { adviceOnKeys } from "../features/reporting/integrity/prepare-seal.ts";
import { migrateAndSign } from "../features/reporting/integrity/sign-anchors.ts";
import { reportWitnessLoop } from "../features/reporting/integrity/watch-heads.ts";
import { thisProcess, writeOwner } from "../floor/db/embedded/directory-owner.ts";
import { refuseNewer } from "../floor/db/migrate.ts";
import { migrations } from "../floor/db/migrations.ts";
import { type Database, openDatabase } from "../floor/db/open.ts";
import { shareConnections } from "../floor/db/share-connections.ts";
import { type RunningLoops, startLoops } from "../floor/loops/start-loops.ts";
import type { Log } from "../log.ts";
import type { Config } from "./config.ts";
import { openApp } from "./open-app.ts";
import { type Databases, openParts } from "./open-parts.ts";
import type { Platform } from "./platform.ts";
import { serviceLoops } from "./service-loops.ts";
import { stopService } from "./stop-service.ts";
import { createTraffic } from "./traffic.ts";
import { warnOfDevelopmentParts } from "./warn-of-development-parts.ts";

export type RunningService = {
  url: string;
  /** Where `GET /metrics` is answered; null when it is not served. */
  metricsUrl: string | null;
  database: Database;
  /** What became of measured page views and clicks, as `/metrics` shows it. */
  hitStats: () => RecorderStats;
  /** Runs a loop now, where this process has it. */
  wake(loopName: string): void;
  /** Resolves where the process has to end by itself because it must not serve; never for one that may. */
  mustEnd: Promise<Error>;
  /**
   * Says that it is not ready any more, finishes what runs, flushes measured hits, closes. Resolves after 17 s at the latest.
   * `leavingMs` is the time for proxies to notice; 0 where there is none.
   */
  stop(stopOptions?: { leavingMs?: number }): Promise<void>;
};

export type RunOptions = {
  migrates: boolean;
  platform: Platform;
  /** Where this is one of several processes on the port: wakes a loop in the one that has the loops. */
  wakeElsewhere?: ((loopName: string) => void) | undefined;
  /** For tests. */
  unfitMs?: number;
  /** For tests of exact limits: on a busy machine Redis takes longer than a check waits in service. */
  limitTimeoutMs?: number;
  /** For tests: the embedded database of the data directory runs already, in this process. */
  sharesEmbedded?: boolean;
};

/** A process that must not serve lives this long: long enough to read `/ready`, and to keep a supervisor from restarting it without end. */
const unfitMsDefault = 60_000;

/** Opens everything that the configuration names, serves HTTP on `platform`, and starts the loops. */
export async function runService(config: Config, log: Log, options: RunOptions): Promise<RunningService> {
  warnOfDevelopmentParts(config, log);
  const { short, longReads: connectionsMax } = shareConnections(config.databaseConnections);
  const pool = { ...config, log, connectionsMax, endsSilentConnections: true };
  const database = await openDatabase({
    ...pool,
    connectionsMax: short,
    kind: options.sharesEmbedded === true ? "command" : "service",
  });
  const { access } = database;
  const longReads = config.databaseUrl === null ? null : await openDatabase({ ...pool, access });
  // Connects at the first read only: a replica that is away must not keep the service from starting.
  const replica =
    config.databaseReplicaUrl === null
      ? null
      : await openDatabase({ ...pool, databaseUrl: config.databaseReplicaUrl, access });
  try {
    if (options.migrates) await migrateAndSign(database.sql, config, log);
    else await refuseNewer(database.sql, migrations);
    return await serve(config, log, { database, longReads, replica }, options);
  } catch (error) {
    await replica?.close();
    await longReads?.close();
    await database.close();
    throw error;
  }
}

async function serve(
  config: Config,
  log: Log,
  databases: Databases,
  { platform, wakeElsewhere, unfitMs = unfitMsDefault, limitTimeoutMs }: RunOptions,
): Promise<RunningService> {
  const { database, longReads, replica } = databases;
  const parts = await openParts(config, log, databases, { ...platform, limitTimeoutMs });
  const { instruments, recorder } = parts;
  let loops: RunningLoops | undefined;
  // The server listens first, because only then a port of 0 has become one that links can name.
  const opened = Promise.withResolvers<App>();
  const traffic = createTraffic(async (request, socket) => (await opened.promise).fetch(request, socket));
  const { host, port, tls } = config;
  const listener = await platform.listen({
    ...{ host, port, tls, fetch: traffic.fetch },
    sharesPort: wakeElsewhere !== undefined,
  });
  const { url } = listener;
  const publicUrl = config.publicUrl ?? url;
  if (database.kind === "embedded")
    writeOwner(config.dataDirectory, { ...thisProcess("service"), url: publicUrl });
  const wakeHere = (loopName: string) => loops?.wake(loopName);
  const wake = config.loops ? wakeHere : (wakeElsewhere ?? wakeHere);
  const { swaggerUi, webauthnScript } = platform.files;
  const surroundings = { publicUrl, listener, traffic, wake, swaggerUi, webauthnScript };
  opened.resolve(await openApp(config, parts, surroundings));
  // A replica without loops still keeps heads of its own; one of several processes leaves that to the one with the loops.
  const alone = wakeElsewhere === undefined ? [reportWitnessLoop({ ...parts, sql: database.sql, log })] : [];
  const all = config.loops ? serviceLoops({ ...parts, publicUrl, databaseAddress: config }) : alone;
  const wanted = parts.readsReports ? all : [];
  loops = startLoops(instruments.countedLoops(wanted), log);
  const mustEnd = Promise.withResolvers<Error>();
  if (!parts.readsReports) {
    log.error("not_serving", { reason: "report_keys_differ", endsInMs: unfitMs, advice: adviceOnKeys });
    setTimeout(() => mustEnd.resolve(new Error(adviceOnKeys)), unfitMs).unref();
  }
  log.info("serving", {
    url,
    pid: process.pid,
    metricsUrl: instruments.metricsUrl,
    database: database.kind,
    limits: config.redisUrl === null ? "memory" : "redis",
  });
  const stopping = {
    listener,
    traffic,
    endLoops: async () => await loops?.stop(),
    endWorkers: parts.endWorkers,
    recorder,
    endInstruments: parts.endInstruments,
    databases: [replica, longReads, database].filter((each) => each !== null),
    log,
  };
  return {
    url,
    metricsUrl: instruments.metricsUrl,
    database,
    hitStats: () => recorder.stats(),
    wake: wakeHere,
    mustEnd: mustEnd.promise,
    stop: (stopOptions) => stopService(stopping, stopOptions),
  };
}
