import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { decode, encode } from "fast-png";
import { codeOf, ServiceError } from "../../errors.ts";
import { cropOf } from "../../features/media/card/crop-rules.ts";
import type { Bitmap, CardFonts, logoSize } from "../../features/media/card/draw-card.ts";
import { jpeg } from "../../features/media/picture/jpeg.ts";
import type { Orientation } from "../../features/media/picture/picture-facts.ts";
import type {
  CardFontFiles,
  CardQuestion,
  PictureAnswer,
  PictureQuestion,
} from "../../features/media/picture/picture-pool.ts";
import { prepareFile } from "../../features/media/picture/prepare-file.ts";
import {
  type Derive,
  type DerivedPicture,
  derivativeFormats,
  derivativeSizes,
} from "../../features/media/picture/prepared-file.ts";
import { webp } from "../../features/media/picture/webp.ts";

/** A thread that looks at one file at a time, or draws one card, away from the one that answers HTTP. */
parentPort?.on("message", async (question: PictureQuestion) => {
  parentPort?.postMessage(await answerTo(question));
});

/** Other runtimes have no codecs of their own: pages show originals there. */
const hasCodecs = typeof Bun !== "undefined";
const deriveNothing: Derive = async () => "unsupported";
const fontFiles = workerData as CardFontFiles;
let fonts: Promise<CardFonts> | null = null;

async function answerTo(question: PictureQuestion): Promise<PictureAnswer> {
  try {
    if (question.ask === "draw") return { answer: "drawn", bytes: await draw(question.card) };
    if (question.ask === "convert") return { answer: "drawn", bytes: await convert(question.file) };
    const file = await prepareFile(question, hasCodecs ? deriveByBun : deriveNothing);
    return { answer: "prepared", file };
  } catch (error) {
    if (error instanceof ServiceError) {
      const { code, message, facts = {}, details } = error;
      return { answer: "refused", code, message, facts, ...(details !== undefined && { details }) };
    }
    return {
      answer: "failed",
      message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    };
  }
}

/** Of a logo: a photograph would take memory to decode, and its PNG more than a report can spare. */
const convertedPixelsMax = 4_000_000;

async function convert(file: Uint8Array): Promise<Uint8Array> {
  const unreadable = () => new ServiceError("picture_refused", "The picture can't be read. Give a PNG.");
  if (!hasCodecs) throw unreadable();
  try {
    // Refuses what a decoder would spend minutes on; it can't be stopped.
    (file[0] === 0xff ? jpeg : webp).read(file);
    return await new Bun.Image(file, { maxPixels: convertedPixelsMax }).png().bytes();
  } catch {
    throw unreadable();
  }
}

/** Bun cuts nothing, so the rows of the smaller picture are cut here. */
async function crop(file: Uint8Array, { focus, format }: NonNullable<CardQuestion["crop"]>) {
  const { shown, cut, left, top } = cropOf(await new Bun.Image(file).metadata(), focus);
  const smaller = new Bun.Image(file).resize(shown.width, shown.height).png({ compressionLevel: 0 });
  const { channels, data } = decode(await smaller.bytes());
  const part = new Uint8Array(cut.width * cut.height * channels);
  for (let row = 0; row < cut.height; row += 1) {
    const from = ((top + row) * shown.width + left) * channels;
    part.set(data.subarray(from, from + cut.width * channels), row * cut.width * channels);
  }
  const image = new Bun.Image(encode({ ...cut, channels, data: part }, { zlib: { level: 1 } }));
  return await (format === "png" ? image.png() : image.jpeg(jpegOfPages)).bytes();
}

async function draw({ picture, crop: wanted, ...card }: CardQuestion): Promise<Uint8Array> {
  if (hasCodecs && picture !== null && wanted !== null) return await crop(picture, wanted);
  // With the first card: the library takes 10 MB, and most uploads need none.
  const { drawCard, logoSize: sizeOf } = await import("../../features/media/card/draw-card.ts");
  fonts ??= readFonts();
  const drawn = hasCodecs && picture !== null ? await readLogo(picture, sizeOf) : null;
  return drawCard(card, { fonts: await fonts, logo: drawn });
}

async function readFonts(): Promise<CardFonts> {
  const [regular, semibold] = await Promise.all([readFile(fontFiles.regular), readFile(fontFiles.semibold)]);
  return { regular, semibold };
}

/** The pixels of a logo at the size in which a card shows it; null for one of another kind of colours: the name stands there then. */
async function readLogo(file: Uint8Array, sizeOf: typeof logoSize): Promise<Bitmap | null> {
  const { width, height } = sizeOf(await new Bun.Image(file).metadata());
  const logo = decode(await new Bun.Image(file).resize(width, height).png().bytes());
  return logo.depth === 8 && logo.channels >= 3 ? logo : null;
}

/** Both look like the original at the size of a page, and a 1600 px photo has 200 to 400 kB. */
const webpOfPages = { quality: 78 } as const;
const jpegOfPages = { quality: 82, progressive: true } as const;
/** Above what may be stored, so that our own refusal with its numbers comes first. */
const maxPixels = 80_000_000;

/**
 * Smaller copies by Bun's own codecs; they carry a colour profile and no other metadata. The picture is decoded and made
 * smaller once, and the smaller copies are made of the largest.
 */
const deriveByBun: Derive = async ({ bytes, orientation, width, height }) => {
  try {
    const [, , largest] = derivativeSizes;
    const shown = sizeWithin(largest, { width, height });
    const base = await turned(new Bun.Image(bytes, { autoOrient: false, maxPixels }), orientation)
      .resize(shown.width, shown.height)
      .png({ compressionLevel: 0 })
      .bytes();
    const derived: DerivedPicture[] = [];
    for (const size of derivativeSizes) {
      const target = sizeWithin(size, { width, height });
      for (const format of derivativeFormats) {
        const image = new Bun.Image(base).resize(target.width, target.height);
        const encoded = format === "webp" ? image.webp(webpOfPages) : image.jpeg(jpegOfPages);
        derived.push({ size, format, ...target, bytes: await encoded.bytes() });
      }
      // A picture that is smaller than this size would only be stored once more.
      if (target.width === width) break;
    }
    return derived;
  } catch (error) {
    const code = codeOf(error);
    if (code === "ERR_IMAGE_FORMAT_UNSUPPORTED") return "unsupported";
    if (code.startsWith("ERR_IMAGE_")) return "unreadable";
    throw error;
  }
};

function sizeWithin(widthMax: number, { width, height }: { width: number; height: number }) {
  const shownWidth = Math.min(widthMax, width);
  return { width: shownWidth, height: Math.max(1, Math.round((height * shownWidth) / width)) };
}

/** Turns first and mirrors then, whatever the order of the calls. Source: Exif 2.32, tag 0x0112. */
function turned(image: Bun.Image, orientation: Orientation): Bun.Image {
  const degrees = { 1: 0, 2: 0, 3: 180, 4: 0, 5: 90, 6: 90, 7: 90, 8: 270 }[orientation];
  const rotated = degrees === 0 ? image : image.rotate(degrees);
  if (orientation === 2 || orientation === 5) return rotated.flop();
  return orientation === 4 || orientation === 7 ? rotated.flip() : rotated;
}
