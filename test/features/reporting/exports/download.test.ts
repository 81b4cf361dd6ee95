import { beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { openDownload } from "../../../../service/features/reporting/exports/open-download.ts";
import { serviceScene } from "../../../support/cast.ts";
import { errorOf, thrownBy } from "../../../support/error-of.ts";
import { type ExportCalls, exportCalls } from "../../../support/export-calls.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";

const unknownId = "01981234-5678-7abc-8def-0123456789ab";
const pieces = 40;
const pieceBytes = 256 * 1024;

const { service } = serviceScene("server", { LOOPS: "on" });
let calls: ExportCalls;
let jobId: string;

beforeAll(async () => {
  const agency = await createTestAgency(service.sql);
  const { pressReleaseId } = await createTestRelease(service.sql, agency.agencyId);
  calls = exportCalls(service, agency);
  const { job } = await calls.finished({ scopeType: "article", scopeId: pressReleaseId, format: "csv" });
  jobId = job.id;
  // No report is this large: ten megabytes in place of its file.
  await service.sql`
    update export_chunk
    set bytes = decode(repeat('41', ${pieceBytes}::integer), 'hex')
    where job_id = ${jobId}
  `;
  await service.sql`
    insert into export_chunk (agency_id, job_id, artifact_id, number, bytes)
    select agency_id, job_id, artifact_id, next, bytes
    from export_chunk
    cross join generate_series(1, ${pieces - 1}::integer) as next
    where job_id = ${jobId}
  `;
  const fileHash = createHash("sha256")
    .update("A".repeat(pieces * pieceBytes))
    .digest("hex");
  await service.sql`
    update export_job set file_bytes = ${pieces * pieceBytes}, file_hash = ${fileHash} where id = ${jobId}
  `;
});

test("a reader who takes a large file slowly gets all of it, piece by piece", async () => {
  const response = await calls.download(jobId);
  let bytes = 0;
  let reads = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    reads += 1;
    if (reads % 10 === 0) await Bun.sleep(5);
  }
  expect(bytes).toBe(pieces * pieceBytes);
  expect(reads).toBeGreaterThan(10);
});

test("a reader who goes away ends the reading of the file, and the next one is served", async () => {
  const leaving = await calls.download(jobId);
  await leaving.body?.cancel();
  const response = await calls.download(jobId);
  expect((await response.arrayBuffer()).byteLength).toBe(pieces * pieceBytes);
});

test("a file that lost bytes is refused before the first of them: it never looks whole", async () => {
  const [gone] = await service.sql`
    delete from export_chunk where job_id = ${jobId} and number = ${pieces - 1} returning *
  `;
  expect((await calls.download(jobId)).status).toBe(500);
  await service.sql`insert into export_chunk ${service.sql(gone ?? {})}`;
  expect((await (await calls.download(jobId)).arrayBuffer()).byteLength).toBe(pieces * pieceBytes);
});

test("a file whose bytes were changed in the store is refused, with an alarm and without a recorded download", async () => {
  const downloads = async () => (await service.sql`select from audit where subject_id = ${jobId}`).length;
  const before = await downloads();
  const write = (bytes: string) => service.sql`
    update export_chunk
    set bytes = overlay(bytes placing decode(${bytes}, 'hex') from 100)
    where job_id = ${jobId} and number = ${pieces - 1}
  `;
  await write("42");
  const response = await calls.download(jobId);
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ error: "internal_error" });
  expect(await downloads()).toBe(before);
  const alarms = service.logged.filter((line) => line.includes('"file_changed"'));
  expect(alarms.some((line) => line.includes('"report_does_not_fit"') && line.includes(jobId))).toBeTrue();
  await write("41");
  expect((await calls.download(jobId)).status).toBe(200);
});

test("one that changes while it is sent breaks off before its last piece", async () => {
  const file = await openChanging((piece) => Buffer.alloc(pieceBytes, piece === pieces - 1 ? "B" : "A"));
  let bytes = 0;
  const all = async () => {
    for await (const chunk of file.chunks) bytes += chunk.length;
  };
  expect(await thrownBy(all())).toThrow("changed meanwhile");
  expect(bytes).toBe((pieces - 1) * pieceBytes);
});

test("one that is deleted between the look at it and its first piece is gone, and no fault of the service", async () => {
  const { chunks } = await openChanging(() => null);
  expect(await errorOf(chunks[Symbol.asyncIterator]().next())).toMatchObject({ code: "export_expired" });
});

test("a file whose bytes are all gone is 410, and no download is recorded", async () => {
  const downloads = async () => (await service.sql`select from audit where subject_id = ${jobId}`).length;
  const before = await downloads();
  await service.sql`delete from export_chunk where job_id = ${jobId}`;
  const response = await calls.download(jobId);
  expect(response.status).toBe(410);
  expect(await downloads()).toBe(before);
});

test("nothing is told without a key, and not more than the hourly limit allows", async () => {
  const keyless = await fetch(`${service.url}/api/reporting/v1/exports/${unknownId}/download`);
  expect(keyless.status).toBe(401);
  const limited = exportCalls(service, await createTestAgency(service.sql, { hourlyLimit: 1 }));
  expect((await limited.get(unknownId)).status).toBe(404);
  const response = await limited.download(unknownId);
  expect(response.status).toBe(429);
  expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
});

/** The file of the job, opened from a store that gives other pieces at the second reading; null for none. */
async function openChanging(pieceAfter: (piece: number) => Buffer | null) {
  let reads = 0;
  const artifactStore = {
    write: () => Promise.reject(new Error("Nothing is written.")),
    remove: () => Promise.reject(new Error("Nothing is removed.")),
    async *read() {
      reads += 1;
      for (let piece = 0; piece < pieces; piece += 1) {
        const bytes = reads === 2 ? pieceAfter(piece) : Buffer.alloc(pieceBytes, "A");
        if (bytes !== null) yield bytes;
      }
    },
  };
  const [job] = await service.sql<{ agencyId: number }[]>`
    select agency_id as "agencyId" from export_job where id = ${jobId}
  `;
  return await openDownload({ sql: service.sql, artifactStore, seal: await testSeal() }, job?.agencyId ?? 0, {
    jobId,
    actor: { type: "operator", id: null },
    isHead: false,
    requestId: unknownId,
  });
}
