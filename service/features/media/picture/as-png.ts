import type { PicturePool } from "./picture-pool.ts";

/** A JPEG or WebP as a PNG, which reports draw; any other file as it came, for whoever reads it to say what it is. */
export async function asPng(
  pictures: Pick<PicturePool, "convertToPng">,
  agencyId: number,
  file: Uint8Array,
): Promise<Uint8Array> {
  const isJpeg = file[0] === 0xff && file[1] === 0xd8;
  const head = Buffer.from(file.subarray(0, 12)).toString("latin1");
  const isWebp = head.startsWith("RIFF") && head.endsWith("WEBP");
  return isJpeg || isWebp ? await pictures.convertToPng(agencyId, file) : file;
}
