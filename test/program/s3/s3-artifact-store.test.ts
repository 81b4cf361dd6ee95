import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { parseS3Url } from "../../../service/features/reporting/exports/parse-s3-url.ts";
import { openS3ArtifactStore } from "../../../service/program/s3/open-s3-artifact-store.ts";
import { thrownBy } from "../../support/error-of.ts";
import { exportCalls } from "../../support/export-calls.ts";
import { createTestAgency, createTestRelease, startTestService } from "../../support/service.ts";
import { type S3Stub, s3Key, startS3Stub } from "./s3-stub.ts";

const key = { agencyId: 7, jobId: "01981234-5678-7abc-8def-0123456789ab", artifactId: "a1" };
const path = `/berichte/archiv/exports/7/${key.jobId}/a1`;

let stub: S3Stub;
beforeAll(() => {
  stub = startS3Stub();
});
afterEach(() => {
  stub.files.clear();
  stub.failWith = null;
  stub.isSilent = false;
  expect(stub.refused).toEqual([]);
});
afterAll(() => stub.stop());

describe("a file in an S3-compatible store", () => {
  test("comes back as it was written, in one request or in several parts, and is gone after its removal", async () => {
    const store = open();
    for (const size of [1, 300_000, 12_000_000]) {
      const bytes = randomBytes(size);
      await store.write(key, inPieces(bytes, 100_000));
      expect(stub.files.get(path)?.length).toBe(size);
      expect((await readAll(store.read(key))).equals(bytes)).toBe(true);
      await store.remove(key);
      expect(await readAll(store.read(key))).toHaveLength(0);
      await store.remove(key);
    }
    expect(stub.requests.some((request) => request.includes("partNumber=3"))).toBe(true);
  });

  test("is not left behind by a writing that is given up", async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield randomBytes(6_000_000);
      throw new Error("The thread died.");
    }
    expect(await thrownBy(open().write(key, broken()))).toThrow("The thread died.");
    expect([...stub.files.keys()]).toEqual([]);
  });

  test("makes a wrong secret and a store that is away an error, not an empty file", async () => {
    expect(await thrownBy(open("wrong").write(key, inPieces(randomBytes(10), 10)))).toThrow();
    expect(stub.refused.length).toBeGreaterThan(0);
    stub.refused.length = 0;
    stub.failWith = 503;
    expect(await thrownBy(open().write(key, inPieces(randomBytes(10), 10)))).toThrow();
    expect(await thrownBy(readAll(open().read(key)))).toThrow();
  });

  test("is given up where the store takes requests and is silent", async () => {
    const silentMs = 300;
    const store = open(s3Key.secretAccessKey, silentMs);
    stub.isSilent = true;
    const late = `silent for ${silentMs} ms`;
    expect(await thrownBy(store.write(key, inPieces(randomBytes(10), 10)))).toThrow(late);
    expect(await thrownBy(readAll(store.read(key)))).toThrow(late);
    expect(await thrownBy(store.remove(key))).toThrow(late);
  });
});

test("with EXPORT_S3_URL the service keeps its files there, none in the database, and finds those that are in the database", async () => {
  const service = await startTestService("server", { LOOPS: "on", EXPORT_S3_URL: urlOf() });
  const agency = await createTestAgency(service.sql);
  const { pressReleaseId } = await createTestRelease(service.sql, agency.agencyId);
  const calls = exportCalls(service, agency);
  const { job } = await calls.finished({ scopeType: "article", scopeId: pressReleaseId, format: "pdf" });
  expect(job.status).toBe("completed");
  const downloaded = Buffer.from(await (await calls.download(job.id)).arrayBuffer());
  // The reports' witness lies there too, and may come first.
  const ofJob = [...stub.files].filter(([name]) => name.includes(job.id));
  expect(ofJob).toHaveLength(1);
  const [[name, stored] = ["", new Uint8Array()]] = ofJob;
  expect(downloaded.equals(Buffer.from(stored))).toBe(true);
  expect(downloaded.subarray(0, 5).toString()).toBe("%PDF-");
  expect(await service.sql`select from export_chunk`).toHaveLength(0);
  expect(service.logged.join("\n")).not.toContain(s3Key.secretAccessKey);
  // As if it had been made before the setting.
  stub.files.clear();
  await service.sql`
    insert into export_chunk (agency_id, job_id, artifact_id, number, bytes)
    values (${agency.agencyId}, ${job.id}, ${name.slice(name.lastIndexOf("/") + 1)}, 0, ${stored})
  `;
  const older = Buffer.from(await (await calls.download(job.id)).arrayBuffer());
  expect(older.equals(downloaded)).toBe(true);
  await service.stop();
});

test("the address of a store names bucket and key, and says when it does not", () => {
  expect(parseS3Url("https://k%2F1:s%2B2@s3.example:9000/bucket-1/a/b?region=eu-1")).toEqual({
    endpoint: "https://s3.example:9000",
    bucket: "bucket-1",
    prefix: "a/b/",
    region: "eu-1",
    accessKeyId: "k/1",
    secretAccessKey: "s+2",
  });
  expect(parseS3Url("http://k:s@127.0.0.1/bucket")).toMatchObject({ prefix: "", region: "us-east-1" });
  for (const wrong of [
    "https://s3.example/bucket",
    "https://k:s@s3.example/",
    "s3://k:s@host/bucket",
    "x",
    "https://k:s@h/B",
  ]) {
    expect(parseS3Url(wrong)).toBeNull();
  }
});

function urlOf(secret: string = s3Key.secretAccessKey): string {
  const credentials = `${s3Key.accessKeyId}:${encodeURIComponent(secret)}@`;
  return `${stub.url.replace("//", `//${credentials}`)}/berichte/archiv?region=eu-central-1`;
}

function open(secret?: string, timeoutMs?: number) {
  const target = parseS3Url(urlOf(secret));
  if (target === null) throw new Error("The URL of the test was not understood.");
  return openS3ArtifactStore(target, timeoutMs);
}

async function* inPieces(bytes: Uint8Array, pieceBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(chunks));
}
