import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Database, openDatabase, type Sql } from "../../service/floor/db/open.ts";
import { drawJpeg } from "../features/media/support/draw.ts";
import {
  add,
  cleanUpAnHourLater,
  createMediaClient,
  openTestMedia,
  storedBytes,
  type TestMedia,
} from "../features/media/support/media.ts";
import { ensureEmbeddedTemplate } from "../support/embedded-template.ts";
import { errorOf } from "../support/error-of.ts";
import { createMigratedDatabase, createTestAgency } from "../support/service.ts";
import { until } from "../support/until.ts";
import { reportFault } from "./support/fault-rounds.ts";
import { openSmallDisk, type SmallDisk } from "./support/small-disk.ts";

const megabyte = 1024 * 1024;
/** The database takes 41 MB of it, and a file of 20 MB twice as much again with its log. */
const diskBytes = 200 * megabyte;
const fileBytes = 20 * megabyte;
/** Room for the file where it is looked at, and not for the file in the database. */
const roomForUploadBytes = fileBytes + 8 * megabyte;
const backWithinMs = 30_000;
const tables = ["asset", "media_blob", "media_file", "media_chunk", "media_derivative", "audit"] as const;

let disk: SmallDisk;

beforeAll(async () => {
  disk = await openSmallDisk(diskBytes);
});
afterAll(() => disk.close());

test("an upload for which the disk has no room, or none for its copies, is refused and leaves nothing", async () => {
  const databaseUrl = await createMigratedDatabase();
  const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
  const { media, sql, agencyId, clientId } = await openScene(database);
  const picture = await drawJpeg(2000, 1000, (x, y) => (x * y * 7919) & 0xffffff);
  for (const roomBytes of [0, picture.length / 2, picture.length + 64 * 1024]) {
    disk.fillUpTo(roomBytes);
    const refused = add(media, agencyId, { clientId, bytes: picture });
    expect(await errorOf(refused)).toMatchObject({
      code: "service_unavailable",
      message: expect.stringContaining("no room"),
    });
    expect(await rowsKept(sql, agencyId)).toEqual([]);
    disk.makeRoom();
    expect(uploadsLeft(media)).toEqual([]);
  }
  const { assetId } = await add(media, agencyId, { clientId, bytes: picture });
  expect((await storedBytes(media, agencyId, assetId)).equals(picture)).toBe(true);
  await media.close();
  await database.close();
});

test("a file for which the embedded database has no room is refused whole, and taken when there is room", async () => {
  const template = await ensureEmbeddedTemplate();
  cpSync(join(template, "database"), join(disk.folder, "database"), { recursive: true });
  const databaseAddress = { databaseUrl: null, dataDirectory: disk.folder, connectionsMax: 2 };
  const database = await openDatabase({ ...databaseAddress, kind: "service" });
  const { media, sql, agencyId, clientId } = await openScene(database);
  const bytes = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(fileBytes)]);
  disk.fillUpTo(roomForUploadBytes);
  const refusal = await add(media, agencyId, { clientId, bytes }).catch((error: unknown) => error);
  disk.makeRoom();
  const sinceMs = performance.now();
  expect(refusal).toMatchObject({
    code: "service_unavailable",
    message: expect.stringContaining("Nothing of the file was kept"),
  });
  expect(uploadsLeft(media)).toEqual([]);
  const upload = () => add(media, agencyId, { clientId, bytes }).catch(() => null);
  const { assetId } = await until("the file is taken", upload, backWithinMs);
  reportFault("full disk, media in the embedded database", {
    backAfterMs: Math.round(performance.now() - sinceMs),
  });
  expect((await storedBytes(media, agencyId, assetId)).equals(bytes)).toBe(true);
  await cleanUpAnHourLater(media);
  expect(await rowsKept(sql, agencyId)).toEqual([
    "asset",
    "media_blob",
    "media_file",
    "media_chunk",
    "audit",
  ]);
  expect(await sql`select from media_chunk where file_id not in (select id from media_blob)`).toHaveLength(0);
  await media.close();
  await database.close();
});

function uploadsLeft({ dataDirectory }: TestMedia): string[] {
  return readdirSync(join(dataDirectory, "uploads"));
}

async function rowsKept(sql: Sql, agencyId: number): Promise<string[]> {
  const kept: string[] = [];
  for (const table of tables) {
    const [row] = await sql`select from ${sql(table)} where agency_id = ${agencyId} limit 1`;
    if (row !== undefined) kept.push(table);
  }
  return kept;
}

/** Media whose uploads lie on the small disk. */
async function openScene(database: Database) {
  const { agencyId } = await createTestAgency(database.sql);
  const media = openTestMedia(database.sql, { dataDirectory: join(disk.folder, "media") });
  return { media, sql: database.sql, agencyId, clientId: await createMediaClient(database.sql, agencyId) };
}
