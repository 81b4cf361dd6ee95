import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { migrate } from "../service/floor/db/migrate.ts";
import { migrations } from "../service/floor/db/migrations.ts";
import { openDatabase } from "../service/floor/db/open.ts";
import { exportCalls } from "../test/support/export-calls.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { startRedis } from "../test/support/redis.ts";
import {
  createTestAgency,
  createTestRelease,
  type TestAgency,
  type TestRelease,
} from "../test/support/service.ts";
import { startServiceProcess } from "../test/support/service-process.ts";
import type { Bench, Figure, Report } from "./figure.ts";
import { mixedTraffic } from "./support/mixed-traffic.ts";
import { familyMemory, residentMemory } from "./support/resident-memory.ts";

/** Half of what a core does of this mixture. */
const requestsPerSecond = 150;
const minutesDefault = 20;
/** A single one gathers 36,000 conversions, each of which its reports read: memory grew by a tenth in the last two minutes. */
const releasesTotal = 20;
/** Until here caches fill and the engine optimises: a fifth of the run, at least this share of a short one. */
const warmUpShare = 0.2;
const sampleMs = 1_000;
const exportEveryMs = 15_000;

/** Memory of the service and of PostgreSQL, files and connections under mixed traffic, at `--minutes` (20). Only runs when it is named. */
export const benchSoak: Bench = { measure, isNamedOnly: true };

/** Of PostgreSQL all of it, which grows until its buffers are full, and what its sessions have of their own. */
type Sample = {
  residentMb: number;
  postgresMb: number;
  sessionsMb: number;
  files: number;
  connections: number;
};

async function measure(report: Report): Promise<Figure[]> {
  const minutes = Number(
    parseArgs({ strict: false, options: { minutes: { type: "string" } } }).values.minutes ?? minutesDefault,
  );
  const [postgres, redis] = await Promise.all([startPostgres({ durable: true }), startRedis()]);
  const { sql, close } = await openDatabase({
    databaseUrl: postgres.url,
    dataDirectory: "",
    connectionsMax: 2,
  });
  await migrate(sql, migrations);
  const agency = await createTestAgency(sql, { hourlyLimit: 1_000_000 });
  const releases: TestRelease[] = [];
  while (releases.length < releasesTotal) releases.push(await createTestRelease(sql, agency.agencyId));
  const service = await startServiceProcess({
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    LOG_LEVEL: "warn",
  });
  const scene = { url: service.url, agency, releases };
  const endsAtMs = performance.now() + minutes * 60_000;
  const traffic = mixedTraffic(scene, { requestsPerSecond, endsAtMs });
  const exporting = orderExports(scene, endsAtMs);
  const samples: Sample[] = [];
  while (performance.now() < endsAtMs) {
    await Bun.sleep(sampleMs);
    const [row] = await sql<{ connections: number }[]>`
      select count(*)::integer as connections
      from pg_stat_activity
      where application_name = 'pr-service'
    `;
    const files = readdirSync(`/proc/${service.process.pid}/fd`).length;
    const ofPostgres = familyMemory(postgres.pid());
    samples.push({
      residentMb: rounded(residentMemory(service.process.pid).residentMb),
      postgresMb: rounded(ofPostgres.proportionalMb),
      sessionsMb: rounded(ofPostgres.ownMb),
      ...{ files, connections: row?.connections ?? 0 },
    });
    if (samples.length % 30 === 0) report(`${samples.length} s: ${JSON.stringify(samples.at(-1))}`);
  }
  const sent = await traffic;
  const exports = await exporting;
  await service.stop();
  await close();
  await Promise.all([postgres.stop(), redis.stop()]);
  const details = [`${sent.toLocaleString("en")} requests and ${exports} exports in ${minutes} min`];
  const kept = samples.slice(Math.ceil(samples.length * warmUpShare));
  return [
    figureOf(
      "resident memory, last tenth against the first after warm-up",
      1.05,
      growthOf(kept, "residentMb"),
      details,
    ),
    figureOf("own memory of PostgreSQL's sessions, likewise", 1.1, growthOf(kept, "sessionsMb"), details),
    figureOf("open files, likewise", 1.05, growthOf(kept, "files"), details),
    figureOf("connections to PostgreSQL, likewise", 1.05, growthOf(kept, "connections"), details),
  ];
}

function rounded(megabytes: number): number {
  return Math.round(megabytes * 10) / 10;
}

/** Means of ten parts of the run, each in the first one: the last is the figure, the spread shows whether it crept. */
function growthOf(samples: readonly Sample[], name: keyof Sample): number {
  const tenth = Math.max(1, Math.floor(samples.length / 10));
  const mean = (part: readonly Sample[]) => part.reduce((sum, sample) => sum + sample[name], 0) / part.length;
  return mean(samples.slice(-tenth)) / mean(samples.slice(0, tenth));
}

async function orderExports(
  { url, agency, releases }: { url: string; agency: TestAgency; releases: readonly TestRelease[] },
  endsAtMs: number,
): Promise<number> {
  const calls = exportCalls({ url }, agency);
  const formats = ["pdf", "csv", "json"];
  let done = 0;
  while (performance.now() < endsAtMs - exportEveryMs) {
    const release = releases[done % releases.length];
    const scope = { scopeType: "article", scopeId: String(release?.pressReleaseId), days: 30 };
    const { job } = await calls.finished({ ...scope, format: formats[done % formats.length] });
    if (job.status !== "completed") throw new Error(`An export ended as ${job.status}.`);
    await (await calls.download(job.id)).arrayBuffer();
    done += 1;
    await Bun.sleep(exportEveryMs);
  }
  return done;
}

function figureOf(what: string, atMost: number, value: number, details: string[]): Figure {
  return { id: "SOAK", what, reference: "first tenth", target: { atMost }, values: [value], details };
}
