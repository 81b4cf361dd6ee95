import { createPublicThread } from "../edges/public-tools/public-tasks.ts";
import { createPageParser } from "../features/insights/pages/page-parser.ts";
import { createFeedParser } from "../features/insights/providers/feed-parser.ts";
import { createRecorder } from "../features/measurement/record.ts";
import { createSalts } from "../features/measurement/salts.ts";
import { createMoveReader } from "../features/moving/reading/move-reader.ts";
import { createOwnDomains } from "../features/newsroom/domains/own-domains.ts";
import { createRefusalRecorder } from "../features/refusals/record-refusals.ts";
import { clearSpoolFolder } from "../features/reporting/data/spool-folder.ts";
import type { ArtifactStore } from "../features/reporting/exports/artifact-store.ts";
import { createDatabaseArtifactStore } from "../features/reporting/exports/database-artifact-store.ts";
import { createRenderPool } from "../features/reporting/exports/render-pool.ts";
import { createFirstHoursReader } from "../features/reporting/figures/read-first-hours.ts";
import { prepareSeal } from "../features/reporting/integrity/prepare-seal.ts";
import type { ReportSeal } from "../features/reporting/integrity/report-seal.ts";
import { createFreshReads } from "../floor/db/fresh-reads.ts";
import { migrationStatus } from "../floor/db/migrate.ts";
import { migrations } from "../floor/db/migrations.ts";
import type { Database, Sql } from "../floor/db/open.ts";
import { shareConnections } from "../floor/db/share-connections.ts";
import { createAddressRanges } from "../floor/http/address-ranges.ts";
import { createHeavyReads } from "../floor/limits/heavy-reads.ts";
import { openLimiter } from "../floor/limits/open-limiter.ts";
import { createMailer } from "../floor/mail/mailer.ts";
import { openSecretKey } from "../floor/secrets/open-secret-key.ts";
import { createSecretCipher } from "../floor/secrets/secret-cipher.ts";
import type { Log } from "../log.ts";
import { createDocxReader } from "../press-text/docx/docx-reader.ts";
import { createTextReader } from "../press-text/markdown/text-reader.ts";
import type { Config } from "./config.ts";
import type { NamedDatabase } from "./metrics/database-metrics.ts";
import { openInstruments } from "./open-instruments.ts";
import { openMedia } from "./open-media.ts";
import { openWitnessedSeal, openWitnesses } from "./open-witnesses.ts";
import { createReadPictures } from "./pictures/read-print-pictures.ts";
import type { Platform, ProgramFiles } from "./platform.ts";
import { openS3ArtifactStore } from "./s3/open-s3-artifact-store.ts";
import { s3BeforeDatabase } from "./s3/s3-before-database.ts";

/** What routes and loops work with, and how it is ended. */
export type ServiceParts = Awaited<ReturnType<typeof openParts>>;

export type Databases = {
  database: Database;
  /** Further connections to the same server; null where it is embedded, which is one backend. */
  longReads: Database | null;
  replica: Database | null;
};

/** Opens all that the service needs beside its databases before it can answer. */
export async function openParts(
  config: Config,
  log: Log,
  { database, longReads, replica }: Databases,
  { listen, files, lookUp, limitTimeoutMs }: Platform & { limitTimeoutMs?: number | undefined },
) {
  const { sql } = database;
  const connections = shareConnections(config.databaseConnections);
  const longSql = longReads?.sql ?? sql;
  const heavyReads = createHeavyReads(connections);
  const recorder = createRecorder({ sql, log });
  const refusals = createRefusalRecorder({ sql, log });
  const ownDomains = createOwnDomains(sql);
  const instruments = await openInstruments(config, {
    ownDomains,
    databases: byRole({ database, longReads, replica }),
    recorderStats: () => recorder.stats(),
    listen,
    log,
  });
  const { countFallback, countRead, countDelivery, countedLimiter } = instruments;
  const limiter = countedLimiter(await openLimiter({ ...config, log, countFallback, limitTimeoutMs }));
  await clearSpoolFolder(config.dataDirectory, log);
  const secretKey = config.secretKey ?? (await openSecretKey(config.dataDirectory, log));
  const seal = await openWitnessedSeal(config, log, instruments.countReportFault);
  const readsReports = await canReadReports(sql, seal, log);
  const threads = createThreads(files, log);
  const media = openMedia(config, { sql, log, files });
  const mailer = config.mail === null ? null : createMailer(config.mail);
  return {
    ...media,
    readPictures: createReadPictures(media),
    recorder,
    refusals,
    instruments,
    countDelivery,
    limiter,
    seal,
    witnesses: openWitnesses(config),
    stamps: config.stamps,
    /** False where the key file can't check the stored reports. */
    readsReports,
    ...threads,
    publicWork: threads.publicThread.publicWork,
    mailer,
    mailsPerSecond: config.mailsPerSecond,
    bounces: config.bounces,
    bounceMailbox: config.bounces?.mailbox ?? null,
    agencyGraceDays: config.agencyGraceDays,
    contactRulesCheckedBy: config.contactRulesCheckedBy,
    isCluster: database.access.isCluster,
    longReads: longSql,
    connections,
    heavyReads,
    readFirstHours: createFirstHoursReader({ sql: longSql, heavyReads }),
    freshReads: createFreshReads({ primary: longSql, replica: replica?.sql ?? null, log, countRead }),
    salts: createSalts(sql),
    ownDomains,
    secrets: createSecretCipher(secretKey),
    targetRules: { allowCidrs: createAddressRanges(config.webhookAllowCidrs), resolve: lookUp },
    artifactStore: openArtifactStore(config, sql),
    async endWorkers(): Promise<void> {
      mailer?.close();
      await Promise.all([...Object.values(threads), media.pictures].map((each) => each.close()));
    },
    async endInstruments(): Promise<void> {
      await Promise.all([limiter.close(), refusals.close(), instruments.close()]);
    },
  };
}

function openArtifactStore({ exportS3 }: Pick<Config, "exportS3">, sql: Sql): ArtifactStore {
  const database = createDatabaseArtifactStore(sql);
  return exportS3 === null ? database : s3BeforeDatabase(openS3ArtifactStore(exportS3), database);
}

/** What works beside the thread that answers HTTP; each starts with its first question. */
function createThreads(files: ProgramFiles, log: Log) {
  return {
    renderer: createRenderPool({ module: files.renderWorker, fonts: files.reportFonts }),
    feedParser: createFeedParser(files.feedWorker),
    pageParser: createPageParser(files.pageWorker),
    texts: createTextReader(files.textWorker, { log }),
    docx: createDocxReader(files.docxWorker, { log }),
    moves: createMoveReader(files.moveWorker),
    publicThread: createPublicThread(files.publicWorker),
  };
}

function byRole({ database, longReads, replica }: Databases): readonly [NamedDatabase, ...NamedDatabase[]] {
  return [
    { role: "primary", database },
    ...(longReads === null ? [] : [{ role: "long_reads" as const, database: longReads }]),
    ...(replica === null ? [] : [{ role: "replica" as const, database: replica }]),
  ];
}

/** With --no-migrate the tables may not be there yet; whoever migrates prepares the seal. */
async function canReadReports(sql: Sql, seal: ReportSeal, log: Log): Promise<boolean> {
  const { database, program } = await migrationStatus(sql, migrations);
  return database !== program || (await prepareSeal(sql, seal, log));
}
