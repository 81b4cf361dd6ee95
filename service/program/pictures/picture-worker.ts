import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { decode } from "fast-png";
import { ServiceError } from "../../errors.ts";
import type { Bitmap, CardFonts, logoSize } from "../../features/media/card/draw-card.ts";
import type {
  CardFontFiles,
  CardQuestion,
  PictureAnswer,
  PictureQuestion,
} from "../../features/media/picture/picture-pool.ts";
import { prepareFile } from "../../features/media/picture/prepare-file.ts";
import type { Derive } from "../../features/media/picture/prepared-file.ts";
import { deriveByBun } from "./derive-by-bun.ts";

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
    if (question.ask === "draw") return { answer: "drawn", png: await draw(question.card) };
    if (question.ask === "convert") return { answer: "drawn", png: await convert(question.file) };
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
  const image = new Bun.Image(file, { maxPixels: convertedPixelsMax });
  return await image
    .png()
    .bytes()
    .catch(() => {
      throw unreadable();
    });
}

async function draw({ logo, ...card }: CardQuestion): Promise<Uint8Array> {
  // With the first card: the library takes 10 MB, and most uploads need none.
  const { drawCard, logoSize: sizeOf } = await import("../../features/media/card/draw-card.ts");
  fonts ??= readFonts();
  const drawn = hasCodecs && logo !== null ? await readLogo(logo, sizeOf) : null;
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
