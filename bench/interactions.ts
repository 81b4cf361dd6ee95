import type { Interaction } from "../service/features/measurement/hit.ts";
import { ensureComingPartitions } from "../service/features/measurement/partitions.ts";
import { createRecorder, type Recorder } from "../service/features/measurement/record.ts";
import { interactionKinds, trafficClasses } from "../service/features/measurement/vocabulary.ts";
import { migrate } from "../service/floor/db/migrate.ts";
import { migrations } from "../service/floor/db/migrations.ts";
import { openDatabase, type Sql } from "../service/floor/db/open.ts";
import { createLog } from "../service/log.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { seededChance } from "../test/support/seeded-chance.ts";
import type { Bench, Figure, Report } from "./figure.ts";
import { cpuSecondsOf } from "./support/cpu-seconds.ts";
import { alternate } from "./support/rounds.ts";
import { sampleInteractions } from "./support/sample-interactions.ts";

const rounds = 5;
const ownHits = 60_000;
const referenceHits = 12_000;
/** Hits that wait for their commit at once: two full batches, one being written and one gathering. */
const ownInFlight = 2_000;
const referenceInFlight = 64;
/** With fewer hits in flight than a full batch has, a batch goes out every 250 ms: 1,000, 2,000 and 4,000 hits a second. */
const growthInFlight = 250;
const growthBatches = 20;
const unit = "hits per second of processor time";

type Scene = { sql: Sql; recorder: Recorder; cpuSeconds: () => number; stop(): Promise<void> };

/**
 * P4: interactions that are committed, with their roll-ups, per second of processor time of this process and PostgreSQL
 * together, against one insert for each hit into a table of the same columns and indexes, by the same driver.
 */
export const benchInteractions: Bench = { measure, growth };

async function measure(report: Report): Promise<Figure[]> {
  const scene = await openScene();
  const chance = seededChance(4);
  const own = () => measureRecorder(scene, sampleInteractions(chance, ownHits), ownInFlight);
  const reference = () => measureInserts(scene, sampleInteractions(chance, referenceHits));
  await own();
  await reference();
  const { ratios, details } = await alternate({ rounds, own, reference, unit }, report);
  await scene.stop();
  return [
    {
      id: "P4",
      what: "interactions committed with their roll-ups, per core",
      reference: "one insert for each hit",
      target: { atLeast: 4 },
      values: ratios,
      details,
    },
  ];
}

/** What a hit costs when two and four times as many come in a second. */
async function growth(report: Report): Promise<Figure[]> {
  const scene = await openScene();
  const chance = seededChance(5);
  const at = (inFlight: number) => () =>
    measureRecorder(scene, sampleInteractions(chance, inFlight * growthBatches), inFlight);
  await at(growthInFlight)();
  const figures: Figure[] = [];
  for (const times of [2, 4]) {
    // The rate at the usual load over the rate at more is the cost at more over the usual one.
    const { ratios, details } = await alternate(
      { rounds, own: at(growthInFlight), reference: at(growthInFlight * times), unit },
      report,
    );
    figures.push({
      id: `P4 x${times}`,
      what: `processor time of a hit at ${times * growthInFlight * 4} hits a second`,
      reference: `at ${growthInFlight * 4} hits a second`,
      target: { atMost: 1.1 },
      values: ratios,
      details,
    });
  }
  await scene.stop();
  return figures;
}

async function openScene(): Promise<Scene> {
  const server = await startPostgres({ durable: true });
  const database = await openDatabase({ databaseUrl: server.url, dataDirectory: "" });
  const { sql } = database;
  await migrate(sql, migrations);
  await sql`create table reference_hit (like hit including all)`;
  // Before the rounds, as the service does at its start.
  await ensureComingPartitions(sql);
  const [file] = await sql<{ text: string }[]>`select pg_read_file('postmaster.pid') as text`;
  const serverPid = Number.parseInt(file?.text ?? "", 10);
  const recorder = createRecorder({ sql, log: createLog("warn", (line) => process.stderr.write(line)) });
  return {
    sql,
    recorder,
    cpuSeconds: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6 + cpuSecondsOf(serverPid);
    },
    async stop() {
      await recorder.close();
      await database.close();
      await server.stop();
    },
  };
}

async function measureRecorder(
  scene: Scene,
  hits: readonly Interaction[],
  inFlight: number,
): Promise<number> {
  return await perCpuSecond(scene, { hits, inFlight, accept: scene.recorder.recordInteraction });
}

async function measureInserts(scene: Scene, hits: readonly Interaction[]): Promise<number> {
  const accept = (hit: Interaction) => insertHit(scene.sql, hit);
  return await perCpuSecond(scene, { hits, inFlight: referenceInFlight, accept });
}

/** Hits for each second of processor time, by `inFlight` callers that each wait until their hit is committed. */
async function perCpuSecond(
  scene: Scene,
  input: { hits: readonly Interaction[]; inFlight: number; accept(hit: Interaction): Promise<unknown> },
): Promise<number> {
  const { hits, inFlight, accept } = input;
  let next = 0;
  const started = scene.cpuSeconds();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (let hit = hits[next++]; hit !== undefined; hit = hits[next++]) await accept(hit);
    }),
  );
  return hits.length / (scene.cpuSeconds() - started);
}

async function insertHit(sql: Sql, hit: Interaction): Promise<void> {
  await sql`
    insert into reference_hit (
      agency_id, occurred_at, visitor_id, newsroom_id, release_id, kind, class, reasons, device, channel,
      interaction_kind, scroll_percent, engaged_ms, operator_id, source_id, campaign_id, target_id, referrer_path, view_id
    )
    values (
      ${hit.agencyId}, ${hit.occurredAt}, ${hit.visitorId.toString()}, ${hit.newsroomId}, ${hit.releaseId}, 1,
      ${trafficClasses.indexOf(hit.trafficClass)}, ${hit.reasons}, 0, null,
      ${interactionKinds.indexOf(hit.interactionKind)}, null, null, null, null, null,
      ${hit.target?.label.length ?? null}, null, null
    )
  `;
}
