import { afterAll, afterEach, expect, test } from "bun:test";
import type { FileKey } from "../../../service/features/media/file-store.ts";
import { openFile } from "../../../service/features/media/open-file.ts";
import { removeAsset } from "../../../service/features/media/remove-asset.ts";
import { parseS3Url } from "../../../service/features/reporting/exports/parse-s3-url.ts";
import { drawJpeg } from "../../features/media/support/draw.ts";
import {
  add,
  cleanUpAnHourLater,
  createMediaClient,
  openTestMedia,
  operator,
  storedBytes,
} from "../../features/media/support/media.ts";
import { databaseScene, given } from "../../support/cast.ts";
import { errorOf } from "../../support/error-of.ts";
import { s3Key, startS3Stub } from "./s3-stub.ts";

const stub = startS3Stub();
const { sql, agency, atEnd } = databaseScene();
const credentials = `${s3Key.accessKeyId}:${encodeURIComponent(s3Key.secretAccessKey)}@`;
const exportS3 = parseS3Url(`${stub.url.replace("//", `//${credentials}`)}/medien`);
/** The same service before `EXPORT_S3_URL` is set, and after. */
const before = given(async () => openTestMedia(sql));
const after = given(async () => openTestMedia(sql, { exportS3 }));
atEnd(async () => {
  await before.close();
  await after.close();
});
afterEach(() => {
  stub.failWith = null;
});
afterAll(() => stub.stop());

test("a picture of the time before the setting is read from the database, a new one lies in S3", async () => {
  const older = await pictureOf(before, 300);
  expect((await storedBytes(after, agency.agencyId, older.assetId)).equals(older.bytes)).toBe(true);
  const newer = await pictureOf(after, 310);
  expect((await storedBytes(after, agency.agencyId, newer.assetId)).equals(newer.bytes)).toBe(true);
  expect([await chunksOf(older.key), await chunksOf(newer.key)]).toEqual([1, 0]);
});

test("an S3 that is away is an error, also for a picture that is in the database", async () => {
  const { key } = await pictureOf(before, 320);
  stub.failWith = 503;
  expect(await errorOf(openFile(after, key, { first: 0, last: 9 }))).toMatchObject({
    ...{ code: "service_unavailable", cause: { code: "SlowDown" } },
  });
});

test("a picture is removed where it lies, and when S3 is back where that is away", async () => {
  const older = await pictureOf(before, 330);
  const newer = await pictureOf(after, 340);
  const isInS3 = () => stub.files.has(`/medien/media/${agency.agencyId}/${newer.key.fileId}`);
  for (const { assetId } of [older, newer])
    await removeAsset(sql, agency.agencyId, { assetId, actor: operator });
  stub.failWith = 503;
  expect(await errorOf(cleanUpAnHourLater(after))).toMatchObject({ code: "SlowDown" });
  expect([await chunksOf(older.key), isInS3()]).toEqual([1, true]);
  stub.failWith = null;
  await cleanUpAnHourLater(after);
  expect([await chunksOf(older.key), isInS3()]).toEqual([0, false]);
});

async function pictureOf(media: typeof before, width: number) {
  const { agencyId } = agency;
  const clientId = await createMediaClient(sql, agencyId);
  const bytes = await drawJpeg(width, 200);
  const { assetId } = await add(media, agencyId, { clientId, bytes });
  const [row] = await sql<{ fileId: string }[]>`
    select blob_id as "fileId" from asset where agency_id = ${agencyId} and id = ${assetId}
  `;
  const key: FileKey = { agencyId, fileId: row?.fileId ?? "" };
  return { assetId, bytes, key };
}

async function chunksOf({ agencyId, fileId }: FileKey): Promise<number> {
  return (await sql`select from media_chunk where agency_id = ${agencyId} and file_id = ${fileId}`).length;
}
