import { spawn } from "node:child_process";
import { createReadStream, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { conversions as conversionsCollection } from "../service/features/reporting/data/insight-collections.ts";
import { migrate } from "../service/floor/db/migrate.ts";
import { migrations } from "../service/floor/db/migrations.ts";
import { openDatabase } from "../service/floor/db/open.ts";
import { insertConversions } from "../test/features/reporting/data/support.ts";
import { newestPrograms, startPostgres } from "../test/support/postgres.ts";
import { createFolder, removeFolder } from "../test/support/server-process.ts";
import { createTestAgency, createTestRelease, type TestAgency } from "../test/support/service.ts";
import { startServiceProcess } from "../test/support/service-process.ts";
import type { Bench, Figure, Report } from "./figure.ts";
import { askMeanwhile } from "./support/ask-meanwhile.ts";
import { residentMemory } from "./support/resident-memory.ts";
import { alternate } from "./support/rounds.ts";
import { statementText } from "./support/statement-text.ts";

const conversions = 1_000_000;
const growthOfConversions = [10_000, 100_000, 1_000_000];
const growthMbMax = 64;
const samplePauseMs = 20;
const unit = "rows a second";

/** P5: `GET /data` by curl against `psql \copy` of the same records as JSON, each into a file. */
export const benchReportingData: Bench = { measure, growth };

async function measure(report: Report): Promise<Figure[]> {
  const scene = await openScene([conversions], report);
  const [agency] = scene.agencies;
  if (agency === undefined) throw new Error("There is no agency.");
  let greatestMb = 0;
  // Memory after the start is no measure of what one export adds: engine and pools grow with the first requests.
  await scene.exportAll(agency, conversions);
  const beforeMb = scene.residentMb();
  const sampler = setInterval(() => {
    greatestMb = Math.max(greatestMb, scene.residentMb());
  }, samplePauseMs);
  const { ratios, details } = await alternate(
    {
      rounds: 5,
      own: () => scene.exportAll(agency, conversions),
      reference: () => scene.copyAll(agency, conversions),
      unit,
    },
    report,
  );
  clearInterval(sampler);
  const quiet = await askMeanwhile(scene.url, scene.neighbour, () => Bun.sleep(5_000));
  const busy = await askMeanwhile(scene.url, scene.neighbour, () => scene.exportAll(agency, conversions));
  const neighbour = `another agency's report: ${quiet.latency} before, ${busy.latency} meanwhile`;
  report(neighbour);
  await scene.stop();
  const what = `GET /data, ${conversions.toLocaleString("en")} conversions`;
  const memory = `${beforeMb.toFixed(0)} MB before, at most ${greatestMb.toFixed(0)} MB`;
  return [
    {
      id: "P5",
      what,
      reference: "psql \\copy of the same records",
      target: { atLeast: 0.5 },
      values: ratios,
      details: [`${details.at(-1)}; ${neighbour}`],
    },
    {
      id: "P5",
      what: `${what}: growth of memory over five of them`,
      reference: "",
      target: { atMost: growthMbMax },
      unit: "MB",
      values: [greatestMb - beforeMb],
      details: [memory],
    },
  ];
}

/** What a row costs in an export of ten and of a hundred times the rows. */
async function growth(report: Report): Promise<Figure[]> {
  const scene = await openScene(growthOfConversions, report);
  const [first, ...more] = scene.agencies;
  const [fewest = 0, ...others] = growthOfConversions;
  if (first === undefined) throw new Error("There is no agency.");
  await scene.exportAll(first, fewest);
  const figures: Figure[] = [];
  for (const [index, agency] of more.entries()) {
    const rows = others[index] ?? 0;
    const { ratios, details } = await alternate(
      {
        rounds: 5,
        own: () => repeatedly(10, () => scene.exportAll(first, fewest)),
        reference: () => scene.exportAll(agency, rows),
        unit,
      },
      report,
    );
    figures.push({
      id: "P5",
      what: `time of a row in an export of ${rows.toLocaleString("en")}`,
      reference: `of ${fewest.toLocaleString("en")}`,
      target: { atMost: 1.2 },
      values: ratios,
      details,
    });
  }
  await scene.stop();
  return figures;
}

/** Mean rate of several short exports: one takes a tenth of a second. */
async function repeatedly(times: number, work: () => Promise<number>): Promise<number> {
  let seconds = 0;
  for (let done = 0; done < times; done += 1) seconds += 1 / (await work());
  return times / seconds;
}

async function openScene(sizes: readonly number[], report: Report) {
  const server = await startPostgres({ durable: true });
  const database = await openDatabase({ databaseUrl: server.url, dataDirectory: "", connectionsMax: 2 });
  const { sql } = database;
  await migrate(sql, migrations);
  const agencies: TestAgency[] = [];
  for (const count of sizes) {
    report(`inserting ${count.toLocaleString("en")} conversions`);
    const agency = await createTestAgency(sql);
    const { pressReleaseId: releaseId } = await createTestRelease(sql, agency.agencyId);
    await insertConversions(sql, agency.agencyId, { releaseId, count, prefix: "bench" });
    agencies.push(agency);
  }
  const other = await createTestAgency(sql);
  const { pressReleaseId } = await createTestRelease(sql, other.agencyId);
  await sql`vacuum analyze conversion`;
  const service = await startServiceProcess({ DATABASE_URL: server.url, LOG_LEVEL: "warn" });
  const folder = createFolder("bench-data-");
  const file = join(folder, "out.json");
  return {
    agencies,
    url: service.url,
    neighbour: { key: other.key, releaseId: pressReleaseId },
    residentMb: () => residentMemory(service.process.pid).residentMb,
    async exportAll({ key }: TestAgency, rows: number): Promise<number> {
      const url = `${service.url}/api/reporting/v1/data`;
      const seconds = await timed("curl", [
        "--silent",
        "--fail",
        "--output",
        file,
        "--header",
        `x-api-key: ${key}`,
        url,
      ]);
      await checkRecords(file, rows);
      return rows / seconds;
    },
    async copyAll({ agencyId }: TestAgency, rows: number): Promise<number> {
      const select = await statementText(sql, (given) => conversionsCollection.select(given, agencyId), [
        agencyId,
      ]);
      const copy = `\\copy (${select}) to '${file}'`;
      const seconds = await timed(join(newestPrograms(), "psql"), ["--quiet", "--command", copy, server.url]);
      await checkRecords(file, rows);
      return rows / seconds;
    },
    async stop() {
      await service.stop();
      await database.close();
      await server.stop();
      removeFolder(folder);
    },
  };
}

/** Not in the time that is measured. Every record is a line, and the last one parses. */
async function checkRecords(file: string, rows: number): Promise<void> {
  let records = 0;
  let last = "";
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (!line.startsWith('{"id"')) continue;
    records += 1;
    last = line;
  }
  JSON.parse(last.replace(/,$/, ""));
  if (records !== rows) throw new Error(`${statSync(file).size} bytes hold ${records} of ${rows} records.`);
}

async function timed(command: string, args: string[]): Promise<number> {
  const startedAt = performance.now();
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"] });
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0) throw new Error(`${command} ended with ${code}.`);
  return (performance.now() - startedAt) / 1000;
}
