import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "../service/floor/db/migrate.ts";
import { migrations } from "../service/floor/db/migrations.ts";
import { type Database, openDatabase } from "../service/floor/db/open.ts";
import { createFolder, removeFolder } from "../test/support/server-process.ts";
import { startServiceProcess } from "../test/support/service-process.ts";
import type { Figure, Report } from "./figure.ts";
import { alternate } from "./support/rounds.ts";
import { type Credentials, createAgencies, signConversions } from "./support/signed-conversions.ts";
import { drive } from "./support/wrk.ts";

const connections = 64;
const agenciesTotal = 1_000;
const rounds = 5;
const secondsPerRound = 4;
/** More than will be answered in a round: an event that is sent again is not stored again. */
const requestsPerSecondMax = 20_000;
/** As much as a small commit adds to the log. */
const referenceBytes = 512;

/**
 * P14: signed `POST /conversions` on the embedded database, each acknowledged after it is on disk: how many share a sync of the
 * log. Beside it, in the same rounds, `fdatasync` of one small file in a loop on the same disk.
 */
export async function benchEmbeddedConversions(report: Report): Promise<Figure[]> {
  const folder = createFolder("bench-embedded-");
  const databaseAddress = { databaseUrl: null, dataDirectory: join(folder, "data"), connectionsMax: 2 };
  const credentials = await prepare(await openDatabase(databaseAddress));
  const service = await startServiceProcess({
    DATA_DIR: databaseAddress.dataDirectory,
    EMBEDDED_SYNC: "on",
    LOG_LEVEL: "warn",
  });
  // The running service's database, over its socket.
  const onlooker = await openDatabase(databaseAddress);
  const perSync: number[] = [];
  const own = async () => {
    const { rate, conversionsPerSync } = await measureService(onlooker, service.url, credentials);
    perSync.push(conversionsPerSync);
    return rate;
  };
  await own();
  perSync.pop();
  const reference = async () => measureSyncs(join(folder, "reference"));
  const { ratios, details } = await alternate({ rounds, own, reference }, report);
  report(
    `conversions and syncs of one small file: ${details.join()}; ratios ${ratios.map(shown).join(", ")}`,
  );
  await onlooker.close();
  await service.stop();
  removeFolder(folder);
  return [
    {
      id: "P14",
      what: "embedded database, synced: signed POST /conversions, 64 connections",
      reference: "syncs of its log; conversions and `fdatasync` of one small file in a loop",
      target: { atLeast: 10 },
      values: perSync,
      details,
    },
  ];
}

function shown(ratio: number): string {
  return ratio.toFixed(1);
}

async function prepare({ sql, close }: Database): Promise<Credentials[]> {
  await migrate(sql, migrations);
  const credentials = await createAgencies(sql, agenciesTotal);
  await close();
  return credentials;
}

async function measureService(
  { sql }: Database,
  url: string,
  credentials: readonly Credentials[],
): Promise<{ rate: number; conversionsPerSync: number }> {
  const requests = await signConversions(credentials, requestsPerSecondMax * secondsPerRound);
  const before = await count(sql);
  const load = await drive(url, { requests, connections, seconds: secondsPerRound });
  if (load.requests >= requests.length) throw new Error("The load ran out of events that were new.");
  const after = await count(sql);
  const conversions = after.conversions - before.conversions;
  if (conversions < load.requests || conversions > load.requests + connections)
    throw new Error(`${load.requests} answers, but ${conversions} rows.`);
  return { rate: load.requestsPerSecond, conversionsPerSync: conversions / (after.syncs - before.syncs) };
}

async function count(sql: Database["sql"]): Promise<{ conversions: number; syncs: number }> {
  await sql`select pg_stat_force_next_flush()`;
  const [row] = await sql<{ conversions: number; syncs: number }[]>`
    select
      (select count(*)::int from conversion) as conversions,
      (select sum(fsyncs)::int from pg_stat_io where object = 'wal') as syncs
  `;
  return row ?? { conversions: 0, syncs: 0 };
}

/** Syncs a second. */
function measureSyncs(path: string): number {
  const descriptor = openSync(path, "w");
  const bytes = Buffer.alloc(referenceBytes, 1);
  const startedMs = performance.now();
  let syncs = 0;
  while (performance.now() - startedMs < secondsPerRound * 1_000) {
    writeSync(descriptor, bytes, 0, bytes.length, 0);
    fdatasyncSync(descriptor);
    syncs += 1;
  }
  closeSync(descriptor);
  return syncs / secondsPerRound;
}
