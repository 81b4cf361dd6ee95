import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asPng } from "../../../service/features/media/picture/as-png.ts";
import { nothingSaid } from "../../../service/features/media/picture/picture-facts.ts";
import { createPicturePool } from "../../../service/features/media/picture/picture-pool.ts";
import { pngChunk } from "../../../service/features/media/picture/png.ts";
import { pictureFormats, prepareFile } from "../../../service/features/media/picture/prepare-file.ts";
import type { Derive } from "../../../service/features/media/picture/prepared-file.ts";
import { programFiles } from "../../../service/program/program-files.ts";
import { errorOf } from "../../support/error-of.ts";
import { fastestMs } from "../../support/fastest.ts";
import { drawJpeg, drawPng, drawWebp } from "./support/draw.ts";

const text = (value: string) => Buffer.from(value, "latin1");
const startOfScan = Buffer.from([0xff, 0xda]);

describe("a JPEG's scans, of which each costs a decoder a walk over all pixels", () => {
  test("may be 50, and one more is refused before anything decodes it", async () => {
    const derived: number[] = [];
    const derive: Derive = async ({ bytes }) => {
      derived.push(bytes.length);
      return [];
    };
    const most = await withScans(50);
    expect(await prepared(most, derive)).toMatchObject({ width: 16, height: 16 });
    expect(derived).toEqual([most.length]);
    expect(await errorOf(prepared(await withScans(51), derive))).toMatchObject({ code: "picture_refused" });
    expect(derived).toHaveLength(1);
  });

  test("are counted where they hide behind a marker that has no length for a decoder", async () => {
    const { head, scan } = await progressiveParts();
    const scans = Buffer.concat(Array.from({ length: 60 }, () => scan));
    const end = Buffer.from([0xff, 0xd9]);
    for (const marker of [0x02, 0xbf, 0xd0]) {
      const cover = Buffer.from([0xff, marker, 0x7f, 0xff]);
      const within = Buffer.concat([await withoutEnd(), cover, scans, Buffer.alloc(0x8000), end]);
      const before = Buffer.concat([head, cover, scans, Buffer.alloc(0x8000), scan, end]);
      expect(() => read("image/jpeg", within)).toThrow("too many scans");
      expect(() => read("image/jpeg", before)).toThrow("out of place");
    }
  });

  test("are counted in a logo of reports too", async () => {
    const pool = createPicturePool(programFiles.pictureWorker, programFiles.reportFonts);
    try {
      expect((await asPng(pool, 1, await withScans(50))).subarray(1, 4)).toEqual(text("PNG"));
      expect(await errorOf(asPng(pool, 1, await withScans(51)))).toMatchObject({ code: "picture_refused" });
      const webp = await drawWebp(16, 16);
      expect((await asPng(pool, 1, webp)).subarray(1, 4)).toEqual(text("PNG"));
    } finally {
      await pool.close();
    }
  });
});

describe("parts of a file may be 100,000, and one more makes it unreadable", () => {
  const most = 100_000;
  const copies = (count: number, part: Buffer) => Buffer.alloc(count * part.length, part);

  test("JPEG: segments before the picture, and metadata between scans", async () => {
    const plain = await drawJpeg(16, 16);
    // Without the start, the scan and the end.
    const segments = plain.toString("latin1").split(/\xff[\xc0-\xfe]/).length - 1 - 3;
    const comment = Buffer.from([0xff, 0xfe, 0, 2]);
    const of = (count: number) =>
      Buffer.concat([plain.subarray(0, 2), copies(count, comment), plain.subarray(2)]);
    expect(read("image/jpeg", of(most - segments))).toMatchObject({ width: 16 });
    expect(() => read("image/jpeg", of(most - segments + 1))).toThrow("more than 100000 parts");
    const between = (count: number) =>
      Buffer.concat([plain.subarray(0, -2), copies(count, comment), plain.subarray(-2)]);
    expect(clean("image/jpeg", between(most)).equals(plain)).toBe(true);
    expect(() => read("image/jpeg", between(most + 1))).toThrow("more than 100000 parts");
  });

  test("PNG: chunks", () => {
    const plain = drawPng(16, 16);
    const of = (count: number) =>
      Buffer.concat([
        plain.subarray(0, 33),
        copies(count, pngChunk("IDAT", Buffer.alloc(0))),
        plain.subarray(33),
      ]);
    // Three are those of the picture itself.
    expect(read("image/png", of(most - 3))).toMatchObject({ width: 16 });
    expect(() => read("image/png", of(most - 2))).toThrow("more than 100000 parts");
  });

  test("WebP: chunks, also those within many frames together", async () => {
    const picture = (await drawWebp(16, 16)).subarray(12);
    const of = (...parts: Buffer[]) => {
      const body = Buffer.concat([text("WEBP"), picture, ...parts]);
      const head = text("RIFF\0\0\0\0");
      head.writeUInt32LE(body.length, 4);
      return Buffer.concat([head, body]);
    };
    const empty = text("ALPH\0\0\0\0");
    expect(read("image/webp", of(copies(most - 1, empty)))).toMatchObject({ width: 16 });
    expect(() => read("image/webp", of(copies(most, empty)))).toThrow("more than 100000 parts");
    const frame = (count: number) => {
      const head = text("ANMF\0\0\0\0");
      head.writeUInt32LE(16 + count * empty.length, 4);
      return Buffer.concat([head, Buffer.alloc(16), copies(count, empty)]);
    };
    // The picture, two frames, and what they hold.
    expect(clean("image/webp", of(frame(50_000), frame(most - 50_003))).length).toBeGreaterThan(800_000);
    expect(() => clean("image/webp", of(frame(50_000), frame(most - 50_002)))).toThrow("more than");
  });

  test("GIF: blocks", () => {
    const plain = Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64");
    const of = (count: number) =>
      Buffer.concat([plain.subarray(0, 19), copies(count, text("\x21\xf9\0")), plain.subarray(19)]);
    // The head and the frame count as well.
    expect(clean("image/gif", of(most - 2)).equals(of(most - 2))).toBe(true);
    expect(() => clean("image/gif", of(most - 1))).toThrow("more than 100000 parts");
  });

  test("AVIF: boxes, and the places of a picture", () => {
    const empty = box("free");
    // Four are that of the picture's facts and those within.
    expect(clean("image/avif", avifOf([], copies(most - 4, empty))).length).toBeGreaterThan(most * 7);
    expect(() => clean("image/avif", avifOf([], copies(most - 3, empty)))).toThrow("more than 100000 parts");
    const places = (count: number) => Array.from({ length: count }, () => ({ offset: 0, length: 1 }));
    expect(clean("image/avif", avifOf(places(most), box("mdat"))).length).toBeGreaterThan(most * 8);
    expect(() => clean("image/avif", avifOf(places(most + 1), box("mdat")))).toThrow(
      "more than 100000 parts",
    );
  });
});

describe("an AVIF", () => {
  test("of 90,000 boxes and 100,000 places is cleaned in one pass", async () => {
    const boxes = Buffer.concat(Array.from({ length: 90_000 }, () => box("mdat", text("secret"))));
    const places = Array.from({ length: 100_000 }, () => ({ offset: 0, length: 1 }));
    const file = avifOf(places, boxes);
    expect(await fastestMs(2_000, async () => clean("image/avif", file))).toBeLessThan(2_000);
  });

  test("keeps what lies in a place and nothing else, wherever places overlap or cross boxes", () => {
    let seed = 7;
    const below = (limit: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % limit;
    };
    for (let round = 0; round < 200; round += 1) {
      const sizes = Array.from({ length: 1 + below(6) }, () => below(12));
      const boxes = Buffer.concat(sizes.map((size) => box("mdat", Buffer.alloc(size, "x"))));
      const count = below(8);
      const begin =
        avifOf(
          Array.from({ length: count }, () => ({ offset: 0, length: 0 })),
          boxes,
        ).length - boxes.length;
      const places = Array.from({ length: count }, () => ({
        offset: begin + below(boxes.length + 4) - 2,
        length: below(25),
      }));
      const file = avifOf(places, boxes);
      const expected = Buffer.from(file);
      let at = begin;
      for (const size of sizes) {
        for (let byte = at + 8; byte < at + 8 + size; byte += 1)
          if (!places.some(({ offset, length }) => byte >= offset && byte < offset + length))
            expected[byte] = 0;
        at += 8 + size;
      }
      expect(clean("image/avif", file)).toEqual(expected);
    }
  });

  test("that is a film may have 100 Exif blocks, and with one more it is unreadable", () => {
    const film = (count: number) => Buffer.concat([box("moov", Buffer.alloc(count * 4, "II*\0", "latin1"))]);
    expect(clean("image/avif", film(100)).equals(film(100))).toBe(true);
    expect(() => clean("image/avif", film(101))).toThrow("too many Exif blocks");
  });
});

async function progressiveParts(): Promise<{ head: Buffer; scan: Buffer }> {
  const file = Buffer.from(await new Bun.Image(drawPng(16, 16)).jpeg({ progressive: true }).bytes());
  return {
    head: file.subarray(0, file.indexOf(startOfScan)),
    scan: file.subarray(file.lastIndexOf(startOfScan), -2),
  };
}

/** A progressive JPEG up to the mark of its end. */
async function withoutEnd(): Promise<Buffer> {
  return Buffer.from(await new Bun.Image(drawPng(16, 16)).jpeg({ progressive: true }).bytes()).subarray(
    0,
    -2,
  );
}

async function withScans(count: number): Promise<Buffer> {
  const start = await withoutEnd();
  const own = start.toString("latin1").split("\xff\xda").length - 1;
  const { scan } = await progressiveParts();
  return Buffer.concat([
    start,
    ...Array.from({ length: count - own }, () => scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

async function prepared(bytes: Buffer, derive: Derive) {
  const folder = mkdtempSync(join(tmpdir(), "prs-costly-"));
  try {
    const path = join(folder, "sent");
    await writeFile(path, bytes);
    return await prepareFile({ path, folder }, derive);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function box(type: string, ...data: Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + data.reduce((sum, part) => sum + part.length, 0), 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, ...data]);
}

/** One picture that lies in these places, and what stands behind its box of facts. */
function avifOf(places: readonly { offset: number; length: number }[], behind: Buffer): Buffer {
  const full = Buffer.alloc(4);
  const short = (value: number) => Buffer.from([value >> 8, value & 255]);
  const perItem = 50_000;
  const items = Array.from({ length: Math.ceil(places.length / perItem) }, (_, at) => {
    const own = places.slice(at * perItem, (at + 1) * perItem);
    const extents = Buffer.alloc(own.length * 8);
    own.forEach(({ offset, length }, index) => {
      extents.writeUInt32BE(offset, index * 8);
      extents.writeUInt32BE(length, index * 8 + 4);
    });
    return Buffer.concat([short(1), short(0), short(own.length), extents]);
  });
  const item = box("infe", Buffer.from([2, 0, 0, 0]), short(1), short(0), text("av01\0"));
  const iloc = box("iloc", full, text("\x44\0"), short(items.length), ...items);
  return Buffer.concat([box("meta", full, iloc, box("iinf", full, short(1), item)), behind]);
}

function formatOf(mediaType: string) {
  const format = pictureFormats.get(mediaType);
  if (format === undefined) throw new Error(`${mediaType} is no picture.`);
  return format;
}

const read = (mediaType: string, file: Buffer) => formatOf(mediaType).read(file);
const clean = (mediaType: string, file: Buffer): Buffer =>
  Buffer.from(formatOf(mediaType).allowedOnly(file, { ...nothingSaid, width: 1, height: 1 }) ?? "");
