import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mediaCleanupLoop } from "../../../service/features/media/cleanup.ts";
import {
  appendUpload,
  beginUpload,
  cancelUpload,
  finishUpload,
  getUpload,
  partBytesMax,
  partBytesMin,
} from "../../../service/features/media/uploads.ts";
import { databaseScene, given } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { errorOf } from "../../support/error-of.ts";
import { createTestAgency } from "../../support/service.ts";
import { createMediaClient, openTestMedia, operator, storedBytes } from "./support/media.ts";

forEachDatabase((_name, open) => {
  const { sql, agency } = databaseScene(open);
  let clientId: number;

  const media = given(async () => openTestMedia(sql));

  beforeAll(async () => {
    clientId = await createMediaClient(sql, agency.agencyId);
  });
  afterAll(() => media.close());

  const file = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(partBytesMax + partBytesMin)]);

  test("an upload in parts goes on after a break, and is one file at its end", async () => {
    const { uploadId } = await begin();
    await append(uploadId, 0, partBytesMax);
    expect(await errorOf(append(uploadId, 0, partBytesMax))).toMatchObject({
      ...{ code: "upload_conflict", facts: { bytesReceived: partBytesMax } },
    });
    const finish = () =>
      finishUpload(media, agency.agencyId, { uploadId, caption: "Bericht", actor: operator });
    expect(await errorOf(finish())).toMatchObject({ code: "upload_conflict" });
    const { bytesReceived } = await getUpload(sql, agency.agencyId, uploadId);
    await append(uploadId, bytesReceived, file.length);
    const ends = await Promise.allSettled([finish(), finish()]);
    const done = ends.filter((end) => end.status === "fulfilled");
    expect(done).toHaveLength(1);
    const assetId = done[0]?.value.assetId ?? "";
    expect((await storedBytes(media, agency.agencyId, assetId)).equals(file)).toBe(true);
    expect(await errorOf(getUpload(sql, agency.agencyId, uploadId))).toMatchObject({ code: "not_found" });
    expect(await sql`select from asset_upload_part where agency_id = ${agency.agencyId}`).toHaveLength(0);
  });

  test("two who bring the same part at once bring it once", async () => {
    const { uploadId } = await begin();
    const ends = await Promise.allSettled([
      append(uploadId, 0, partBytesMin),
      append(uploadId, 0, partBytesMin),
    ]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await getUpload(sql, agency.agencyId, uploadId)).bytesReceived).toBe(partBytesMin);
    await cancelUpload(sql, agency.agencyId, uploadId);
  });

  test("a part has its size, and an upload its bounds", async () => {
    const { uploadId } = await begin();
    expect(await errorOf(append(uploadId, 0, partBytesMin - 1))).toMatchObject({
      code: "invalid_parameters",
    });
    expect(await errorOf(append(uploadId, 0, partBytesMax + 1))).toMatchObject({
      code: "invalid_parameters",
    });
    expect(await errorOf(begin(100_000_001))).toMatchObject({ code: "payload_too_large" });
    expect(await errorOf(begin(0))).toMatchObject({ code: "invalid_parameters" });
    const { agencyId: other } = await createTestAgency(sql);
    expect(await errorOf(getUpload(sql, other, uploadId))).toMatchObject({ code: "not_found" });
    await cancelUpload(sql, agency.agencyId, uploadId);
  });

  test("an agency has 50 unfinished uploads and not one more, also where they begin at once", async () => {
    const { agencyId: own } = await createTestAgency(sql);
    const client = await createMediaClient(sql, own);
    const all = await Promise.allSettled(
      Array.from({ length: 51 }, () =>
        beginUpload(sql, own, { clientId: client, fileName: "a.pdf", bytes: 10 }),
      ),
    );
    expect(all.filter(({ status }) => status === "rejected")).toHaveLength(1);
  });

  test("a file that is refused ends its upload, and one that the store can't take waits", async () => {
    const { agencyId: own } = await createTestAgency(sql);
    const client = await createMediaClient(sql, own);
    const sent = async (bytes: Buffer) => {
      const of = { clientId: client, fileName: "a.pdf", bytes: bytes.length };
      const { uploadId } = await beginUpload(sql, own, of);
      await appendUpload(media, own, { uploadId, position: 0, bytes });
      return { uploadId, actor: operator };
    };
    const refused = await sent(Buffer.from("of no kind that is known"));
    expect(await errorOf(finishUpload(media, own, refused))).toMatchObject({ code: "file_type_refused" });
    expect(await errorOf(getUpload(sql, own, refused.uploadId))).toMatchObject({ code: "not_found" });
    const good = await sent(Buffer.from("%PDF-1.7\n"));
    const write = () => Promise.reject(new Error("The store is away."));
    const away = { ...media, fileStore: { ...media.fileStore, write } };
    expect(await errorOf(finishUpload(away, own, good))).toMatchObject({ code: "service_unavailable" });
    expect((await finishUpload(media, own, good)).mediaType).toBe("application/pdf");
  });

  test("what was given up goes with its parts", async () => {
    const { agencyId: own } = await createTestAgency(sql);
    const client = await createMediaClient(sql, own);
    const { uploadId } = await beginUpload(sql, own, {
      clientId: client,
      fileName: "a.pdf",
      bytes: file.length,
    });
    await appendUpload(media, own, { uploadId, position: 0, bytes: file.subarray(0, partBytesMin) });
    await sql`update asset_upload set expires_at = now() - interval '1 second' where agency_id = ${own}`;
    expect(await errorOf(getUpload(sql, own, uploadId))).toMatchObject({ code: "not_found" });
    await mediaCleanupLoop(media).run(new AbortController().signal);
    expect(await sql`select from media_chunk where agency_id = ${own}`).toHaveLength(0);
  });

  const begin = (bytes = file.length) =>
    beginUpload(sql, agency.agencyId, { clientId, fileName: "bericht.pdf", bytes });
  const append = (uploadId: string, position: number, end: number) =>
    appendUpload(media, agency.agencyId, { uploadId, position, bytes: file.subarray(position, end) });
});
