import { logoSize } from "../../media/card/draw-card.ts";
import { type Bitmap, decodePng } from "../../media/picture/decode-png.ts";
import { UnreadablePictureError } from "../../media/picture/picture-facts.ts";

/** The pixels of a logo at the size in which a card shows it; null for one that can't be read: the name stands there then. */
export async function readLogo(file: Uint8Array): Promise<Bitmap | null> {
  const { width, height } = logoSize(await new Bun.Image(file).metadata());
  try {
    return decodePng(await new Bun.Image(file).resize(width, height).png().bytes());
  } catch (error) {
    if (error instanceof UnreadablePictureError) return null;
    throw error;
  }
}
