import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openFile } from "../../../service/features/media/open-file.ts";
import {
  appendUpload,
  beginUpload,
  finishUpload,
  getUpload,
} from "../../../service/features/media/uploads.ts";
import { parseS3Url, type S3Target } from "../../../service/features/reporting/exports/parse-s3-url.ts";
import { openS3FileStore } from "../../../service/program/s3/open-s3-file-store.ts";
import { s3Key, startS3Stub } from "../../program/s3/s3-stub.ts";
import { databaseScene, given } from "../../support/cast.ts";
import { errorOf, thrownBy } from "../../support/error-of.ts";
import { createTestAgency } from "../../support/service.ts";
import { drawJpeg } from "./support/draw.ts";
import {
  add,
  cleanUpAnHourLater,
  createMediaClient,
  inPieces,
  openTestMedia,
  operator,
  storedBytes,
} from "./support/media.ts";

const tables = ["asset", "media_blob", "media_file", "media_derivative", "audit"] as const;
/** Three parts of a multipart upload. */
const document = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(12_000_000)]);

const silentMs = 300;
const stub = given(async () => startS3Stub());
const { database, atEnd } = databaseScene();
let agencyId: number;
let clientId: number;
const media = given(async () => openTestMedia(database.sql, { exportS3: target() }));
afterEach(() => {
  stub.failWith = null;
  stub.goodAnswers = 0;
  stub.isSilent = false;
});
atEnd(() => media.close());
afterAll(() => stub.stop());

describe("with a store that goes away", () => {
  for (const [when, goodAnswers, bytes] of [
    ["before the first byte", 0, () => drawJpeg(2000, 1000)],
    ["between a picture and its smaller copies", 3, () => drawJpeg(2000, 1000)],
    ["between the parts of a large file", 2, () => Promise.resolve(document)],
  ] as const) {
    test(`${when} an upload is refused and leaves nothing, and the same upload works when it is back`, async () => {
      await newClient();
      const file = { clientId, bytes: await bytes() };
      const objectsBefore = stub.files.size;
      Object.assign(stub, { failWith: 503, goodAnswers });
      expect(await errorOf(add(media, agencyId, file))).toMatchObject({
        code: "service_unavailable",
        message: expect.stringContaining("Nothing of the file was kept. Try again"),
      });
      expect(readdirSync(join(media.dataDirectory, "uploads"))).toEqual([]);
      // What could not be removed while the store was away goes with the loop.
      expect(await rowsKept()).toEqual([expect.stringContaining("media_file")]);
      Object.assign(stub, { failWith: null, goodAnswers: 0 });
      await cleanUpAnHourLater(media);
      expect(await rowsKept()).toEqual([]);
      expect(stub.files.size).toBe(objectsBefore);
      const { assetId } = await add(media, agencyId, file);
      expect((await storedBytes(media, agencyId, assetId)).equals(file.bytes)).toBe(true);
    });
  }

  test("an upload in parts keeps the parts that came, and goes on when it is back", async () => {
    await newClient();
    const uploads = { clientId, fileName: "a.pdf", bytes: document.length };
    const { uploadId } = await beginUpload(database.sql, agencyId, uploads);
    const first = document.subarray(0, 6_000_000);
    await appendUpload(media, agencyId, { uploadId, position: 0, bytes: first });
    const second = { uploadId, position: first.length, bytes: document.subarray(first.length) };
    stub.failWith = 503;
    expect(await errorOf(appendUpload(media, agencyId, second))).toMatchObject({
      code: "service_unavailable",
    });
    expect(await getUpload(database.sql, agencyId, uploadId)).toMatchObject({ bytesReceived: first.length });
    stub.failWith = null;
    await appendUpload(media, agencyId, second);
    stub.failWith = 503;
    const finishing = finishUpload(media, agencyId, { uploadId, actor: operator });
    expect(await errorOf(finishing)).toMatchObject({ code: "service_unavailable" });
    stub.failWith = null;
    const { assetId } = await finishUpload(media, agencyId, { uploadId, actor: operator });
    expect((await storedBytes(media, agencyId, assetId)).equals(document)).toBe(true);
  });

  test("that takes requests and is silent, each step ends with its time", async () => {
    await newClient();
    const store = openS3FileStore(target(), silentMs);
    const key = { agencyId, fileId: randomUUID() };
    await media.fileStore.write(key, inPieces(document));
    for (const goodAnswers of [0, 2]) {
      Object.assign(stub, { isSilent: true, goodAnswers });
      expect(await thrownBy(store.write(key, inPieces(document)))).toThrow(`silent for ${silentMs} ms`);
    }
    stub.goodAnswers = 0;
    const read = Array.fromAsync(store.read(key, { first: 0, last: 9 }));
    expect(await thrownBy(read)).toThrow(`silent for ${silentMs} ms`);
    expect(await thrownBy(store.remove(key))).toThrow(`silent for ${silentMs} ms`);
  });

  test("a file that is asked for is refused before its first byte", async () => {
    await newClient();
    const { assetId } = await add(media, agencyId, { clientId, bytes: await drawJpeg(300, 200) });
    const [row] = await database.sql<{ fileId: string }[]>`
      select blob_id as "fileId" from asset where agency_id = ${agencyId} and id = ${assetId}
    `;
    stub.failWith = 503;
    const opening = openFile(media, { agencyId, fileId: row?.fileId ?? "" }, { first: 0, last: 9 });
    expect(await errorOf(opening)).toMatchObject({ code: "service_unavailable" });
  });
});

function target(): S3Target {
  const secret = encodeURIComponent(s3Key.secretAccessKey);
  const parsed = parseS3Url(`${stub.url.replace("//", `//${s3Key.accessKeyId}:${secret}@`)}/medien`);
  if (parsed === null) throw new Error("The URL of the test was not understood.");
  return parsed;
}

async function newClient(): Promise<void> {
  ({ agencyId } = await createTestAgency(database.sql));
  clientId = await createMediaClient(database.sql, agencyId);
}

async function rowsKept(): Promise<string[]> {
  const kept: string[] = [];
  for (const table of tables) {
    const rows = await database.sql`select from ${database.sql(table)} where agency_id = ${agencyId}`;
    if (rows.length > 0) kept.push(`${rows.length} ${table}`);
  }
  return kept;
}
