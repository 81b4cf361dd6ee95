import { codeOf } from "../../errors.ts";
import type { Orientation } from "../../features/media/picture/picture-facts.ts";
import {
  type Derive,
  type DerivedPicture,
  derivativeFormats,
  derivativeSizes,
} from "../../features/media/picture/prepared-file.ts";

/** Both look like the original at the size of a page, and a 1600 px photo has 200 to 400 kB. */
const webpOfPages = { quality: 78 } as const;
export const jpegOfPages = { quality: 82, progressive: true } as const;
/** Above what may be stored, so that our own refusal with its numbers comes first. */
const maxPixels = 80_000_000;

/**
 * Smaller copies by Bun's own codecs; they carry a colour profile and no other metadata. The picture is decoded and made
 * smaller once, and the smaller copies are made of the largest.
 */
export const deriveByBun: Derive = async ({ bytes, orientation, width, height }) => {
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
