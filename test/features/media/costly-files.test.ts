import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asPng } from "../../../service/features/media/picture/as-png.ts";
import { createPicturePool } from "../../../service/features/media/picture/picture-pool.ts";
import { pictureFormats, prepareFile } from "../../../service/features/media/picture/prepare-file.ts";
import type { Derive } from "../../../service/features/media/picture/prepared-file.ts";
import { programFiles } from "../../../service/program/program-files.ts";
import { drawPng, drawWebp } from "./support/draw.ts";

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
    await expect(prepared(await withScans(51), derive)).rejects.toMatchObject({ code: "picture_refused" });
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
      await expect(asPng(pool, 1, await withScans(51))).rejects.toMatchObject({ code: "picture_refused" });
      const webp = await drawWebp(16, 16);
      expect((await asPng(pool, 1, webp)).subarray(1, 4)).toEqual(text("PNG"));
    } finally {
      await pool.close();
    }
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

function formatOf(mediaType: string) {
  const format = pictureFormats.get(mediaType);
  if (format === undefined) throw new Error(`${mediaType} is no picture.`);
  return format;
}

const read = (mediaType: string, file: Buffer) => formatOf(mediaType).read(file);
