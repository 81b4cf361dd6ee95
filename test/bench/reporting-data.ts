import { readFileSync } from "node:fs";
import { migrate } from "../../service/db/migrate.ts";
import { migrations } from "../../service/db/migrations.ts";
import { openDatabase } from "../../service/db/open.ts";
import { deleteData, insertConversions } from "../reporting/data/support.ts";
import { startPostgres } from "../support/postgres.ts";
import { createTestAgency, createTestRelease, type TestAgency } from "../support/service.ts";
import { startServiceProcess } from "../support/service-process.ts";
import type { Figure, Report } from "./figure.ts";

const conversions = 1_000_000;
const growthMbMax = 64;
const samplePauseMs = 20;

/**
 * P5: `GET /data` of an agency with a million conversions and then its `DELETE /data`, while another agency asks for article
 * reports. The service is a process of its own; its memory is the kernel's word (VmRSS), and every line of the answer is parsed.
 */
export async function benchReportingData(report: Report): Promise<Figure[]> {
  const server = await startPostgres({ durable: true });
  const database = await openDatabase({ databaseUrl: server.url, dataDirectory: "", connectionsMax: 2 });
  const { sql } = database;
  await migrate(sql, migrations);
  const [agency, other] = [await createTestAgency(sql), await createTestAgency(sql)];
  const { pressReleaseId: releaseId } = await createTestRelease(sql, agency.agencyId);
  const { pressReleaseId: otherReleaseId } = await createTestRelease(sql, other.agencyId);
  await insertConversions(sql, agency.agencyId, { releaseId, count: conversions, prefix: "bench" });
  await sql`vacuum analyze`;
  const service = await startServiceProcess({ DATABASE_URL: server.url, LOG_LEVEL: "warn" });
  const neighbour = { url: service.url, agency: other, releaseId: otherReleaseId };
  const details: string[] = [];
  const tell = (line: string) => {
    details.push(line);
    report(line);
  };

  const quiet = await askMeanwhile(neighbour, () => Bun.sleep(5_000));
  tell(`article report of another agency, quiet: ${quiet.latency}`);
  const before = residentMb(service.process.pid);
  let greatest = before;
  const sampler = setInterval(() => {
    greatest = Math.max(greatest, residentMb(service.process.pid));
  }, samplePauseMs);
  const exported = await askMeanwhile(neighbour, () => readExport(service.url, agency));
  clearInterval(sampler);
  const growthMb = greatest - before;
  tell(
    `${exported.result.records} conversions, ${Math.round(exported.result.bytes / 1e6)} MB in ${exported.seconds} s; memory ${before} MB, at most ${greatest} MB`,
  );
  tell(`article report of another agency, while exporting: ${exported.latency}`);
  const deleted = await askMeanwhile(neighbour, async () => {
    const response = await deleteData(service.url, agency.key, "DELETE REPORTING DATA");
    return (await response.json()) as { deleted: { conversions: number } };
  });
  tell(`deleted ${deleted.result.deleted.conversions} conversions in ${deleted.seconds} s`);
  tell(`article report of another agency, while deleting: ${deleted.latency}`);
  if (exported.result.records !== conversions || deleted.result.deleted.conversions !== conversions) {
    throw new Error("The export or the deletion missed conversions.");
  }
  await service.stop();
  await database.close();
  await server.stop();
  return [
    {
      id: "P5",
      what: `GET /data of ${conversions} conversions: growth of memory`,
      reference: "",
      target: { atMost: growthMbMax },
      unit: "MB",
      values: [growthMb],
      details,
    },
  ];
}

/** Reads and checks the document line by line: each record is a line, and what is left is the frame around them. */
async function readExport(url: string, agency: TestAgency): Promise<{ records: number; bytes: number }> {
  const response = await fetch(`${url}/api/reporting/v1/data`, { headers: { "x-api-key": agency.key } });
  if (response.status !== 200 || response.body === null)
    throw new Error(`GET /data answered ${response.status}.`);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [records, bytes, rest, frame] = [0, 0, "", ""];
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith('{"id"')) {
        JSON.parse(line.replace(/,$/, ""));
        records += 1;
      } else frame += line;
    }
  }
  JSON.parse(frame + rest);
  return { records, bytes };
}

async function askMeanwhile<T>(
  { url, agency, releaseId }: { url: string; agency: TestAgency; releaseId: number },
  work: () => Promise<T>,
): Promise<{ result: T; seconds: number; latency: string }> {
  const latenciesMs: number[] = [];
  let isDone = false;
  const asking = (async () => {
    while (!isDone) {
      const startedAt = performance.now();
      const response = await fetch(`${url}/api/reporting/v1/articles/${releaseId}`, {
        headers: { "x-api-key": agency.key },
      });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`The article report answered ${response.status}.`);
      latenciesMs.push(performance.now() - startedAt);
      await Bun.sleep(5);
    }
  })();
  const startedAt = performance.now();
  const result = await work();
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  isDone = true;
  await asking;
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return { result, seconds, latency: `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (${sorted.length} requests)` };
}

function residentMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(line) / 1024);
}
