import type { Config } from "../config.ts";
import { createFreshReads } from "../db/fresh-reads.ts";
import { migrationStatus } from "../db/migrate.ts";
import { migrations } from "../db/migrations.ts";
import type { Database, Sql } from "../db/open.ts";
import { shareConnections } from "../db/share-connections.ts";
import { createAddressRanges } from "../http/address-ranges.ts";
import { createFeedParser } from "../insights/providers/feed-parser.ts";
import { createHeavyReads } from "../limits/heavy-reads.ts";
import { openLimiter } from "../limits/open-limiter.ts";
import type { Log } from "../log.ts";
import { createMailer } from "../mail/mailer.ts";
import { createRecorder } from "../measurement/record.ts";
import { createSalts } from "../measurement/salts.ts";
import { createOwnDomains } from "../newsroom/domains/own-domains.ts";
import { createDocxReader } from "../press-text/docx/docx-reader.ts";
import { createTextReader } from "../press-text/markdown/text-reader.ts";
import { createPublicThread } from "../public-tools/public-tasks.ts";
import { createRefusalRecorder } from "../refusals/record-refusals.ts";
import { clearSpoolFolder } from "../reporting/data/spool-folder.ts";
import { createDatabaseArtifactStore } from "../reporting/exports/database-artifact-store.ts";
import { createRenderPool } from "../reporting/exports/render-pool.ts";
import { prepareSeal } from "../reporting/integrity/prepare-seal.ts";
import type { ReportSeal } from "../reporting/integrity/report-seal.ts";
import { openSecretKey } from "../secrets/open-secret-key.ts";
import { createSecretCipher } from "../secrets/secret-cipher.ts";
import type { NamedDatabase } from "./metrics/database-metrics.ts";
import { openInstruments } from "./open-instruments.ts";
import { openMedia } from "./open-media.ts";
import { openWitnessedSeal, openWitnesses } from "./open-witnesses.ts";
import { createReadReleasePicture } from "./pictures/read-release-picture.ts";
import type { Platform, ProgramFiles } from "./platform.ts";
import { openS3ArtifactStore } from "./s3/open-s3-artifact-store.ts";

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
  { listen, files }: Platform,
) {
  const { sql } = database;
  const connections = shareConnections(config.databaseConnections);
  const longSql = longReads?.sql ?? sql;
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
  const limiter = countedLimiter(await openLimiter({ redisUrl: config.redisUrl, log, countFallback }));
  await clearSpoolFolder(config.dataDirectory, log);
  const secretKey = config.secretKey ?? (await openSecretKey(config.dataDirectory, log));
  const seal = await openWitnessedSeal(config, log, instruments.countReportFault);
  const readsReports = await canReadReports(sql, seal, log);
  const threads = createThreads(files, log);
  const media = openMedia(config, { sql, log, files });
  const mailer = config.mail === null ? null : createMailer(config.mail);
  return {
    ...media,
    readPicture: createReadReleasePicture(media),
    recorder,
    refusals,
    instruments,
    countDelivery,
    limiter,
    seal,
    witnesses: openWitnesses(config),
    /** False where the key file can't check the stored reports. */
    readsReports,
    ...threads,
    publicWork: threads.publicThread.publicWork,
    mailer,
    mailsPerSecond: config.mailsPerSecond,
    agencyGraceDays: config.agencyGraceDays,
    isCluster: database.access.isCluster,
    longReads: longSql,
    connections,
    heavyReads: createHeavyReads(connections),
    freshReads: createFreshReads({ primary: longSql, replica: replica?.sql ?? null, log, countRead }),
    salts: createSalts(sql),
    ownDomains,
    secrets: createSecretCipher(secretKey),
    targetRules: { allowCidrs: createAddressRanges(config.webhookAllowCidrs) },
    artifactStore:
      config.exportS3 === null ? createDatabaseArtifactStore(sql) : openS3ArtifactStore(config.exportS3),
    async endWorkers(): Promise<void> {
      mailer?.close();
      await Promise.all([...Object.values(threads), media.pictures].map((each) => each.close()));
    },
    async endInstruments(): Promise<void> {
      await Promise.all([limiter.close(), refusals.close(), instruments.close()]);
    },
  };
}

/** What works beside the thread that answers HTTP; each starts with its first question. */
function createThreads(files: ProgramFiles, log: Log) {
  return {
    renderer: createRenderPool({ module: files.renderWorker, fonts: files.reportFonts }),
    feedParser: createFeedParser(files.feedWorker),
    texts: createTextReader(files.textWorker, { log }),
    docx: createDocxReader(files.docxWorker, { log }),
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
