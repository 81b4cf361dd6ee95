import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { decode, encode } from "fast-png";
import { ServiceError } from "../../errors.ts";
import { cropOf } from "../../features/media/card/crop-rules.ts";
import type { Bitmap, CardFonts, logoSize } from "../../features/media/card/draw-card.ts";
import { jpeg } from "../../features/media/picture/jpeg.ts";
import type {
  CardFontFiles,
  CardQuestion,
  PictureAnswer,
  PictureQuestion,
} from "../../features/media/picture/picture-pool.ts";
import { prepareFile } from "../../features/media/picture/prepare-file.ts";
import type { Derive } from "../../features/media/picture/prepared-file.ts";
import { webp } from "../../features/media/picture/webp.ts";
import { deriveByBun, jpegOfPages } from "./derive-by-bun.ts";

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
