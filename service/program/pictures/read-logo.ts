import { decode } from "fast-png";
import { type Bitmap, logoSize } from "../../media/card/draw-card.ts";

/** The pixels of a logo at the size in which a card shows it; null for one of another kind of colours: the name stands there then. */
export async function readLogo(file: Uint8Array): Promise<Bitmap | null> {
  const { width, height } = logoSize(await new Bun.Image(file).metadata());
  const logo = decode(await new Bun.Image(file).resize(width, height).png().bytes());
  return logo.depth === 8 && logo.channels >= 3 ? logo : null;
}
