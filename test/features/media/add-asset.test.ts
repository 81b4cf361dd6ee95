import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { decode } from "fast-png";
import { databaseScene, given } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { errorOf } from "../../support/error-of.ts";
import { createTestAgency } from "../../support/service.ts";
import { drawJpeg, drawPng, drawWebp, exif, iptc, withSegments } from "./support/draw.ts";
import { add, createMediaClient, openTestMedia, storedBytes, storedDerivatives } from "./support/media.ts";

forEachDatabase((_name, open) => {
  const { sql, agency } = databaseScene(open);
  let clientId: number;

  const media = given(async () => openTestMedia(sql));

  beforeAll(async () => {
    clientId = await createMediaClient(sql, agency.agencyId);
  });
  afterAll(() => media.close());

  test("a picture is kept as it came, with its size and smaller copies in two formats", async () => {
    const bytes = await drawJpeg(2000, 1000);
    const { agencyId: own } = await createTestAgency(sql);
    const client = await createMediaClient(sql, own);
    const added = await add(media, own, { clientId: client, bytes, fileName: "../../etc/Größe: 1.jpeg" });
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(added).toMatchObject({
      ...{
        url: `/media/${added.assetId}/${sha256.slice(0, 16)}.jpg`,
        fileName: "Größe 1.jpg",
        mediaType: "image/jpeg",
      },
      ...{ bytes: bytes.length, width: 2000, height: 1000 },
    });
    expect((await storedBytes(media, own, added.assetId)).equals(bytes)).toBe(true);
    const copies = await storedDerivatives(media, own);
    expect(copies.map(({ name, width, height }) => [name, width, height])).toEqual([
      ["400 jpeg", 400, 200],
      ["400 webp", 400, 200],
      ["800 jpeg", 800, 400],
      ["800 webp", 800, 400],
      ["1600 jpeg", 1600, 800],
      ["1600 webp", 1600, 800],
    ]);
    for (const { bytes: copy, width, height } of copies) {
      expect(await new Bun.Image(copy).metadata()).toMatchObject({ width, height });
    }
    expect(readdirSync(join(media.dataDirectory, "uploads"))).toEqual([]);
  });

  test("the same bytes are stored once for an agency, and once more for another one", async () => {
    const bytes = await drawJpeg(300, 200);
    const first = await add(media, agency.agencyId, { clientId, bytes });
    const second = await add(media, agency.agencyId, { clientId, bytes, fileName: "anders.jpg" });
    const other = await createTestAgency(sql);
    await add(media, other.agencyId, { clientId: await createMediaClient(sql, other.agencyId), bytes });
    expect(second.assetId).not.toBe(first.assetId);
    const sha256 = createHash("sha256").update(bytes).digest();
    const blobs = await sql`select agency_id from media_blob where sha256 = ${sha256}`;
    expect(blobs).toHaveLength(2);
  });

  test("a picture that is turned is shown upright, and its copies carry no metadata", async () => {
    const { agencyId: own } = await createTestAgency(sql);
    const client = await createMediaClient(sql, own);
    // Red above, blue below; turned by a quarter, red is on the right.
    const stored = await drawJpeg(64, 32, (_x, y) => (y < 16 ? 0xff0000 : 0x0000ff));
    const bytes = withSegments(stored, { marker: 0xe1, data: exif({ orientation: 6, hasPosition: false }) });
    const added = await add(media, own, { clientId: client, bytes });
    expect(added).toMatchObject({ width: 32, height: 64 });
    const published = await storedBytes(media, own, added.assetId);
    expect([published.includes("Exif"), published.includes("Kamera")]).toEqual([true, false]);
    for (const { bytes: copy } of await storedDerivatives(media, own)) {
      expect(copy.includes("Exif")).toBe(false);
      expect(await pixelAt(copy, 2, 32)).toBe("blue");
      expect(await pixelAt(copy, 29, 32)).toBe("red");
    }
  });

  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    test(`orientation ${orientation} shows the picture as a browser would`, async () => {
      const { agencyId: own } = await createTestAgency(sql);
      const client = await createMediaClient(sql, own);
      const plain = await drawJpeg(64, 32, (x, y) => (x < 32 && y < 16 ? 0xff0000 : 0x0000ff));
      const bytes = withSegments(plain, { marker: 0xe1, data: exif({ orientation, hasPosition: false }) });
      await add(media, own, { clientId: client, bytes });
      const [copy] = await storedDerivatives(media, own);
      // Bun turns a JPEG by itself where it is asked to.
      const reference = await new Bun.Image(bytes, { autoOrient: true }).png().buffer();
      const { width, height } = await new Bun.Image(reference).metadata();
      for (const [x, y] of [
        [0.1, 0.1],
        [0.9, 0.1],
        [0.1, 0.9],
        [0.9, 0.9],
      ] as const) {
        const [at, down] = [Math.floor(x * width), Math.floor(y * height)];
        expect(await pixelAt(copy?.bytes ?? Buffer.alloc(0), at, down)).toBe(
          await pixelAt(reference, at, down),
        );
      }
    });
  }

  test("credit and caption are read out of the picture, unless somebody says otherwise", async () => {
    const data = iptc({ 80: "Jens Thoms", 110: "Müller AG", 120: "Das neue Werk\nin Bremen" });
    const bytes = withSegments(await drawJpeg(40, 40), { marker: 0xed, data });
    const found = await add(media, agency.agencyId, { clientId, bytes, credit: null });
    expect(found).toMatchObject({ credit: "Jens Thoms / Müller AG", caption: "Das neue Werk in Bremen" });
    const said = await add(media, agency.agencyId, { clientId, bytes, credit: "dpa", caption: "Halle 2" });
    expect(said).toMatchObject({ credit: "dpa", caption: "Halle 2" });
  });

  describe("a position", () => {
    test("is taken out of a JPEG without touching a pixel, and the picture stays upright", async () => {
      const plain = await drawJpeg(64, 32, (_x, y) => (y < 16 ? 0xff0000 : 0x0000ff));
      const xmp = Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta exif:GPSLatitude="53,5.1N"/>');
      for (const segment of [exif({ orientation: 6, hasPosition: true }), xmp]) {
        const bytes = withSegments(
          plain,
          { marker: 0xe1, data: segment },
          { marker: 0xed, data: iptc({ 110: "dpa" }) },
        );
        const added = await add(media, agency.agencyId, { clientId, bytes, credit: null });
        const published = await storedBytes(media, agency.agencyId, added.assetId);
        expect(published.includes("GPSLatitude") || published.includes("Kamera")).toBe(false);
        expect(added.credit).toBe("dpa");
        const upright = segment === xmp ? 1 : 6;
        expect([added.width, added.height]).toEqual(upright === 6 ? [32, 64] : [64, 32]);
        const scan = (jpeg: Buffer) => jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])));
        expect(scan(published).equals(scan(plain))).toBe(true);
        const { width } = await new Bun.Image(
          await new Bun.Image(published, { autoOrient: true }).png().buffer(),
        ).metadata();
        expect(width).toBe(upright === 6 ? 32 : 64);
      }
    });

    test("is taken out of PNG and WebP as well", async () => {
      const { pngChunk } = await import("../../../service/features/media/picture/png.ts");
      const png = drawPng(20, 10);
      const chunk = pngChunk("eXIf", exif({ orientation: 1, hasPosition: true }).subarray(6));
      const withChunk = Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
      const added = await add(media, agency.agencyId, { clientId, bytes: withChunk });
      expect((await storedBytes(media, agency.agencyId, added.assetId)).equals(png)).toBe(true);

      const simple = await drawWebp(20, 10);
      const extended = Buffer.alloc(18);
      extended.write("VP8X", 0, "latin1");
      extended.writeUInt32LE(10, 4);
      extended[8] = 0x08;
      extended.writeUIntLE(19, 12, 3);
      extended.writeUIntLE(9, 15, 3);
      const block = exif({ orientation: 1, hasPosition: true });
      const head = Buffer.from("EXIF\0\0\0\0", "latin1");
      head.writeUInt32LE(block.length, 4);
      const webp = Buffer.concat([
        simple.subarray(0, 12),
        extended,
        simple.subarray(12),
        head,
        block,
        Buffer.alloc(block.length & 1),
      ]);
      webp.writeUInt32LE(webp.length - 8, 4);
      const kept = await storedBytes(
        media,
        agency.agencyId,
        (await add(media, agency.agencyId, { clientId, bytes: webp })).assetId,
      );
      expect(kept.includes("EXIF") || kept.includes("Kamera")).toBe(false);
      const pixels = async (file: Buffer) => await new Bun.Image(file).png().buffer();
      expect((await pixels(kept)).equals(await pixels(simple))).toBe(true);
    });

    test("leaves an original without unknown metadata as it is", async () => {
      const bytes = withSegments(await drawJpeg(20, 20), {
        marker: 0xe2,
        data: Buffer.from("ICC_PROFILE\0\x01\x01profile", "latin1"),
      });
      const { assetId } = await add(media, agency.agencyId, { clientId, bytes });
      expect((await storedBytes(media, agency.agencyId, assetId)).equals(bytes)).toBe(true);
    });
  });

  test("another agency's client takes no file, and texts that are too long are refused by field", async () => {
    const { agencyId: other } = await createTestAgency(sql);
    const bytes = await drawJpeg(10, 10);
    expect(await errorOf(add(media, other, { clientId, bytes }))).toMatchObject({ code: "not_found" });
    expect(
      await errorOf(add(media, agency.agencyId, { clientId, bytes, alt: "x".repeat(501) })),
    ).toMatchObject({
      code: "invalid_parameters",
      details: { fieldErrors: { alt: expect.any(Array) } },
    });
    expect(await add(media, agency.agencyId, { clientId, bytes, alt: "x".repeat(500) })).toMatchObject({
      alt: "x".repeat(500),
    });
  });
});

/** "red" or "blue", whichever the pixel is nearer to. */
async function pixelAt(picture: Buffer, x: number, y: number): Promise<"red" | "blue"> {
  const { width, channels, data } = decode(await new Bun.Image(picture).png().bytes());
  const at = (y * width + x) * channels;
  return (data[at] ?? 0) > (data[at + 2] ?? 0) ? "red" : "blue";
}
