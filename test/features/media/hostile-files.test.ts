import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import type { Sql } from "../../../service/floor/db/open.ts";
import { openDatabase } from "../../../service/floor/db/open.ts";
import { errorOf } from "../../support/error-of.ts";
import { fastestMs } from "../../support/fastest.ts";
import { createMigratedDatabase, createTestAgency } from "../../support/service.ts";
import { drawJpeg, drawPng, exif, iptc, pngFile, withSegments } from "./support/draw.ts";
import {
  add,
  createMediaClient,
  openTestMedia,
  storedBytes,
  storedDerivatives,
  type TestMedia,
} from "./support/media.ts";

let sql: Sql;
let close: () => Promise<void>;
let media: TestMedia;
let agencyId: number;
let clientId: number;

beforeAll(async () => {
  const database = await openDatabase({ databaseUrl: await createMigratedDatabase(), dataDirectory: "" });
  sql = database.sql;
  close = database.close;
  media = openTestMedia(sql);
  ({ agencyId } = await createTestAgency(sql));
  clientId = await createMediaClient(sql, agencyId);
});
afterAll(async () => {
  await media.close();
  await close();
});

const text = (content: string) => Buffer.from(content, "latin1");
const gifHead = text("GIF89a\x0a\x00\x0a\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff");
/** One black pixel. */
const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64");

describe("a file of a kind that may not be stored", () => {
  const refused: Record<string, Buffer> = {
    "a web page": text("<!doctype html><script>alert(1)</script>"),
    "a web page with a vector graphic in it": text("<html><svg onload=alert(1)></svg></html>"),
    "a program for Windows": Buffer.concat([text("MZ\x90\0"), Buffer.alloc(500)]),
    "a program for Linux": Buffer.concat([text("\x7fELF\x02\x01\x01"), Buffer.alloc(500)]),
    "plain text named like a picture": text("Das ist kein Bild."),
    "a script": text("#!/bin/sh\nrm -rf /\n"),
    "a bitmap": Buffer.concat([text("BM"), Buffer.alloc(200, 1)]),
    NULs: Buffer.alloc(5_000),
  };
  for (const [name, bytes] of Object.entries(refused)) {
    test(`is refused, and what is allowed is named: ${name}`, async () => {
      expect(await errorOf(take(bytes, "datei.bin"))).toMatchObject({
        code: "file_type_refused",
        message: expect.stringContaining("JPEG, PNG, WebP, AVIF"),
      });
    });
  }

  test("is refused when it is empty", async () => {
    expect(await errorOf(take(Buffer.alloc(0), "datei.bin"))).toMatchObject({ code: "file_type_refused" });
  });
});

describe("a picture that can't be read, or is too large", () => {
  const hugePng = pngFile(60_000, 60_000, deflateSync(Buffer.alloc(1_000)));

  test("is refused by its header alone", async () => {
    for (const bytes of [hugePng, await jpegHead(60_000, 60_000), await jpegHead(16_384, 10)]) {
      expect(await errorOf(take(bytes))).toMatchObject({
        code: "picture_refused",
        message: expect.stringContaining("megapixels"),
      });
    }
  });

  test("may have 60 megapixels and not one pixel more on a side than that", async () => {
    expect(await errorOf(take(pngFile(60_000_001 / 1, 1, Buffer.alloc(1))))).toMatchObject({
      code: "picture_refused",
    });
    expect(await errorOf(take(pngFile(7_746, 7_747, deflateSync(Buffer.alloc(10)))))).toMatchObject({
      message: expect.stringContaining("60 megapixels"),
    });
    // Within the limit, so that it is decoded and found to have no pixels.
    expect(await errorOf(take(pngFile(7_745, 7_745, deflateSync(Buffer.alloc(10)))))).toMatchObject({
      message: expect.stringContaining("can't be read"),
    });
  });

  test("costs a few seconds at most where it unpacks to what it says", async () => {
    const bytes = bomb();
    expect(await fastestMs(10_000, () => take(bytes, "bombe.png"))).toBeLessThan(10_000);
  });

  test("is refused wherever it is cut off", async () => {
    const whole = await drawJpeg(64, 64);
    for (const share of [0.01, 0.1, 0.5, 0.9, 0.99]) {
      expect(await errorOf(take(whole.subarray(0, Math.floor(whole.length * share))))).toMatchObject({
        code: expect.stringMatching(/picture_refused|file_type_refused/),
      });
    }
  });

  test("is refused or taken, and never a fault of ours, whatever single bytes say", async () => {
    const files = [
      await drawJpeg(32, 32),
      drawPng(32, 32),
      await new Bun.Image(drawPng(32, 32)).webp().buffer(),
      gif,
    ];
    let seed = 7;
    const below = (limit: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % limit;
    };
    for (let round = 0; round < 120; round += 1) {
      const bytes = Buffer.from(files[round % files.length] ?? gif);
      for (let change = 0; change < 4; change += 1) bytes[below(Math.min(bytes.length, 400))] = below(256);
      const end = await take(bytes).catch((error: unknown) => error);
      if (end instanceof Error)
        expect(end).toMatchObject({ code: expect.stringMatching(/^(picture|file_type)_refused$/) });
    }
  });

  const jpegHead = async (width: number, height: number) => {
    const bytes = Buffer.from(await drawJpeg(16, 16));
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    bytes.writeUInt16BE(height, frame + 5);
    bytes.writeUInt16BE(width, frame + 7);
    return bytes;
  };
  /** 3 GB of zeros in 3 MB. */
  const bomb = () => pngFile(7_000, 7_000, deflateSync(Buffer.alloc(7_000 * 3 * 7_000 + 7_000)));
});

describe("a file that is two things at once", () => {
  test("is what its first bytes are: a picture that is a web page as well", async () => {
    const bytes = Buffer.concat([gif, text("<script>alert(1)</script>")]);
    expect(await take(bytes, "seite.html")).toMatchObject({ mediaType: "image/gif", fileName: "seite.gif" });
    const page = Buffer.concat([gifHead, text("/*<html><script>alert(1)</script>*/")]);
    expect(await errorOf(take(page, "seite.gif"))).toMatchObject({ code: "picture_refused" });
  });

  test("is an archive where it is named like a picture", async () => {
    const { makeZip } = await import("client-zip");
    const zip = Buffer.from(await new Response(makeZip([{ name: "../../x.txt", input: "x" }])).arrayBuffer());
    expect(await take(zip, "../../urlaub.jpg")).toMatchObject({
      mediaType: "application/zip",
      fileName: "urlaub.zip",
      width: null,
    });
  });

  test("is a vector graphic with a script, which is a download and nothing else", async () => {
    const svg = text(
      '<?xml version="1.0"?>\n<!-- Logo -->\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    );
    expect(await take(svg, "logo.svg")).toMatchObject({ mediaType: "image/svg+xml", width: null });
  });
});

test("scripts in metadata are texts, and copies carry none", async () => {
  const { agencyId: own } = await createTestAgency(sql);
  const client = await createMediaClient(sql, own);
  const script = "<script>alert(1)</script>\0\u0007";
  const bytes = withSegments(
    await drawJpeg(40, 40),
    { marker: 0xe1, data: exif({ orientation: 1, hasPosition: false, maker: script }) },
    { marker: 0xed, data: iptc({ 110: script, 120: script.repeat(60) }) },
  );
  const added = await add(media, own, { clientId: client, bytes, credit: null });
  expect(added.credit).toBe("<script>alert(1)</script>");
  expect([...(added.caption ?? "")].length).toBeLessThanOrEqual(1_000);
  expect((await storedBytes(media, own, added.assetId)).includes("script")).toBe(true);
  for (const copy of await storedDerivatives(media, own)) expect(copy.bytes.includes("script")).toBe(false);
});

test("a file that is named like a picture and is none is a broken picture, not a kind of file", async () => {
  for (const name of ["bild.jpg", "bild.JPEG", "bild.png", "bild.webp"])
    expect(await errorOf(take(Buffer.alloc(5_000), name))).toMatchObject({ code: "picture_refused" });
  expect(await errorOf(take(Buffer.alloc(5_000), "bild.xyz"))).toMatchObject({ code: "file_type_refused" });
});

test("metadata in which a picture's blocks end in the middle make it unreadable", async () => {
  const xmp = Buffer.concat([
    gif.subarray(0, -1),
    text("\x21\xff\x0bXMP DataXMP<x exif:GPSLatitude='1'/>\0"),
    gif.subarray(-1),
  ]);
  expect(await errorOf(take(xmp, "a.gif"))).toMatchObject({
    code: "picture_refused",
    message: expect.stringContaining("can't be read"),
  });
});

test("names lose what means something to a file system, a header or the eye", async () => {
  const { safeFileName } = await import("../../../service/features/media/rules.ts");
  const jpg = { extension: "jpg" };
  for (const [name, safe] of [
    ["../../etc/passwd", "passwd.jpg"],
    ["C:\\Users\\x\\Bild.JPEG", "Bild.jpg"],
    ["a\r\nSet-Cookie: x=1.jpg", "a Set-Cookie x=1.jpg"],
    ["rechnung\u202egpj.exe", "rechnung gpj.jpg"],
    ["...", "datei.jpg"],
    ["", "datei.jpg"],
    ["Version 2.0", "Version 2.0.jpg"],
    [".htaccess", "htaccess.jpg"],
    [`${"ä".repeat(300)}.jpg`, `${"ä".repeat(196)}.jpg`],
  ] as const) {
    expect(safeFileName(name, jpg)).toBe(safe);
  }
});

const take = (bytes: Uint8Array, fileName = "bild.jpg") =>
  add(media, agencyId, { clientId, bytes, fileName });
