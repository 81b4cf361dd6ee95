import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { setQuota } from "../../../service/features/media/blob-sql.ts";
import { removeUnusedFiles } from "../../../service/features/media/cleanup.ts";
import { removeAsset } from "../../../service/features/media/remove-asset.ts";
import { databaseScene, given } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { errorOf } from "../../support/error-of.ts";
import { createTestAgency } from "../../support/service.ts";
import { drawJpeg } from "./support/draw.ts";
import {
  add,
  cleanUpAnHourLater,
  createMediaClient,
  inPieces,
  openTestMedia,
  operator,
} from "./support/media.ts";

forEachDatabase((_name, open) => {
  const { sql, agency } = databaseScene(open);
  let clientId: number;

  const media = given(async () => openTestMedia(sql));

  beforeAll(async () => {
    clientId = await createMediaClient(sql, agency.agencyId);
  });
  afterAll(() => media.close());

  test("what an agency stores is bounded, also where two uploads come at once", async () => {
    const { agencyId: own } = await createTestAgency(sql);
    const client = await createMediaClient(sql, own);
    const files = await Promise.all([100, 101, 102].map((width) => drawJpeg(width, 50)));
    // Room for any two of them, and not for all.
    const bytesMax = files.reduce((sum, bytes) => sum + bytes.length, 0) - 1;
    await setQuota(sql, own, bytesMax);
    const ends = await Promise.allSettled(files.map((bytes) => add(media, own, { clientId: client, bytes })));
    const refused = ends.filter((end) => end.status === "rejected");
    expect(refused.map(({ reason }) => reason)).toMatchObject([
      { code: "asset_limit_reached", facts: { bytesMax } },
    ]);
    const [row] = await sql`
      select bytes_used as used, (select sum(bytes)::integer from media_blob where agency_id = ${own}) as stored
      from media_quota where agency_id = ${own}`;
    expect(row?.used).toBe(row?.stored);
  });

  test("a file that is removed gives its room back, and its bytes go", async () => {
    const { agencyId: own } = await createTestAgency(sql);
    const client = await createMediaClient(sql, own);
    const bytes = await drawJpeg(500, 300);
    const [one, other] = [
      await add(media, own, { clientId: client, bytes }),
      await add(media, own, { clientId: client, bytes }),
    ];
    const count = async () => {
      const [row] = await sql`
        select (select count(*)::integer from media_file where agency_id = ${own}) as files,
          (select count(*)::integer from media_chunk where agency_id = ${own}) as chunks,
          (select bytes_used from media_quota where agency_id = ${own}) as used`;
      return row;
    };
    await removeAsset(sql, own, { assetId: one.assetId, actor: operator });
    await removeUnusedFiles(media);
    expect(await count()).toEqual({ files: 5, chunks: 5, used: bytes.length });
    await removeAsset(sql, own, { assetId: other.assetId, actor: operator });
    await removeUnusedFiles(media);
    expect(await count()).toEqual({ files: 0, chunks: 0, used: 0 });
    expect(await errorOf(removeAsset(sql, own, { assetId: other.assetId, actor: operator }))).toMatchObject({
      code: "not_found",
    });
  });

  test("a store that fails in the middle leaves nothing, and the refusal says to try again", async () => {
    const { agencyId: own } = await createTestAgency(sql);
    const client = await createMediaClient(sql, own);
    let writes = 0;
    const fileStore = {
      ...media.fileStore,
      write: (...args: Parameters<typeof media.fileStore.write>) => {
        writes += 1;
        return writes === 3
          ? Promise.reject(new Error("The store is away."))
          : media.fileStore.write(...args);
      },
    };
    const failing = add({ ...media, fileStore }, own, { clientId: client, bytes: await drawJpeg(900, 300) });
    expect(await errorOf(failing)).toMatchObject({ code: "service_unavailable" });
    await cleanUpAnHourLater(media);
    for (const table of ["asset", "media_blob", "media_file", "media_chunk", "media_derivative"]) {
      expect(await sql`select from ${sql(table)} where agency_id = ${own}`).toHaveLength(0);
    }
  });

  test("100 MB are taken, and a byte more is refused without reading on", async () => {
    const { addAsset } = await import("../../../service/features/media/add-asset.ts");
    const piece = randomBytes(1_000_000);
    let given = 0;
    async function* endless() {
      const start = Buffer.from("%PDF-1.7\n");
      yield start;
      for (given = start.length; ; given += piece.length) yield piece;
    }
    const input = { clientId, fileName: "a.pdf", chunks: endless(), actor: operator };
    expect(await errorOf(addAsset(media, agency.agencyId, input))).toMatchObject({
      code: "payload_too_large",
    });
    expect(given).toBeLessThan(102_000_000);
    const whole = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(99_999_991, 32)]);
    const added = await addAsset(media, agency.agencyId, { ...input, chunks: inPieces(whole, 1_000_000) });
    expect(added.bytes).toBe(100_000_000);
  });
});
