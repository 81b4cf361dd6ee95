import { describe, expect, test } from "bun:test";
import { appendUpload, partBytesMin, readUpload } from "../../../service/features/media/uploads.ts";
import { beginMoveFile, cancelMoveFile, checkMove } from "../../../service/features/moving/move-file.ts";
import { beginMove, discardMove } from "../../../service/features/moving/moves.ts";
import { databaseScene } from "../../support/cast.ts";
import { context, createWorkshop, refusalOf } from "../../support/workflow.ts";
import { openTestMedia } from "../media/support/media.ts";

const { actor } = context;
const { sql, atEnd } = databaseScene();

describe("of two windows that send the file of a move", () => {
  test("at once none meets a fault, and one upload is left", async () => {
    const { agencyId, moveId } = await begun();
    const file = { moveId, fileName: "a.xml", bytes: 100 };
    for (let round = 0; round < 10; round += 1)
      await Promise.all([1, 2, 3].map(() => beginMoveFile(sql, agencyId, file)));
    expect(await uploadsOf(agencyId)).toHaveLength(1);
  });

  test("the earlier one ends where the other begins, and no byte of it comes into the file", async () => {
    const { agencyId, moveId } = await begun();
    const media = openTestMedia(sql);
    atEnd(() => media.close());
    const bytes = partBytesMin * 2;
    const file = { moveId, fileName: "export.xml", bytes };
    const part = (uploadId: string, position: number, letter: string) =>
      appendUpload(media, agencyId, { uploadId, position, bytes: Buffer.alloc(partBytesMin, letter) });
    const first = await beginMoveFile(sql, agencyId, file);
    await part(first, 0, "a");
    const second = await beginMoveFile(sql, agencyId, file);
    // Not as `upload_conflict`, at which the script asks for the position and goes on.
    expect(await refusalOf(part(first, partBytesMin, "a"))).toBe("not_found");
    await part(second, 0, "b");
    expect(await refusalOf(part(first, partBytesMin, "a"))).toBe("not_found");
    expect(await refusalOf(checkMove(sql, agencyId, { moveId, uploadId: second }))).toBe("upload_conflict");
    await part(second, partBytesMin, "b");
    expect(await refusalOf(checkMove(sql, agencyId, { moveId, uploadId: first }))).toBe("version_conflict");
    expect(await refusalOf(cancelMoveFile(sql, agencyId, { moveId, uploadId: first }))).toBe(
      "version_conflict",
    );
    await checkMove(sql, agencyId, { moveId, uploadId: second });
    expect(await uploadsOf(agencyId)).toEqual([moveId]);
    const read = await Array.fromAsync(readUpload(media, agencyId, moveId));
    expect(Buffer.concat(read).equals(Buffer.alloc(bytes, "b"))).toBe(true);
    expect(await refusalOf(checkMove(sql, agencyId, { moveId, uploadId: second }))).toBe("version_conflict");
    expect(await refusalOf(beginMoveFile(sql, agencyId, file))).toBe("version_conflict");
  });
});

test("the upload of a move goes with it, and by itself where it is cancelled", async () => {
  const { agencyId, moveId } = await begun();
  const file = { moveId, fileName: "a.xml", bytes: 100 };
  const uploadId = await beginMoveFile(sql, agencyId, file);
  await cancelMoveFile(sql, agencyId, { moveId, uploadId });
  expect(await uploadsOf(agencyId)).toEqual([]);
  await beginMoveFile(sql, agencyId, file);
  await discardMove(sql, agencyId, moveId, { actor });
  expect(await uploadsOf(agencyId)).toEqual([]);
});

test("an empty file and one byte too many are refused, each in its own words", async () => {
  const { agencyId, moveId } = await begun();
  const begin = (bytes: number) => beginMoveFile(sql, agencyId, { moveId, fileName: "a.xml", bytes });
  expect(await refusalOf(begin(0))).toBe("invalid_parameters");
  expect(await refusalOf(begin(100_000_001))).toBe("payload_too_large");
  await begin(1);
  await begin(100_000_000);
});

async function begun(): Promise<{ agencyId: number; moveId: string }> {
  const { agencyId, clientId } = await createWorkshop(sql);
  const input = { clientId, site: "presse.example.org", feedUrl: "" };
  return { agencyId, moveId: await beginMove(sql, agencyId, input, { actor }) };
}

async function uploadsOf(agencyId: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from asset_upload where agency_id = ${agencyId}`;
  return rows.map(({ id }) => id);
}
