/** The service's own sign: a sheet with lines of text. One character is a pixel. */
const pixels = [
  "................",
  "..############..",
  "..############..",
  "..##........##..",
  "..##........##..",
  "..############..",
  "..##......####..",
  "..############..",
  "..##........##..",
  "..############..",
  "..##........##..",
  "..############..",
  "..##.....#####..",
  "..############..",
  "..############..",
  "................",
];
const side = pixels.length;
/** Blue, green, red and opacity, as the format wants them: the accent of the pages. */
const ink = [0x6a, 0x5a, 0x0a, 0xff];
const fileHeaderBytes = 22;
const bitmapHeaderBytes = 40;
const maskBytes = side * 4;
const cacheSeconds = 86_400;

export const faviconHeaders = {
  "content-type": "image/x-icon",
  "cache-control": `public, max-age=${cacheSeconds}`,
};

/** The icon as an ICO file with one bitmap of 16 by 16 pixels. Source: Microsoft, "The ICO file format". */
export function faviconIco(): Uint8Array<ArrayBuffer> {
  const imageBytes = bitmapHeaderBytes + side * side * 4 + maskBytes;
  const file = new Uint8Array(fileHeaderBytes + imageBytes);
  const view = new DataView(file.buffer);
  // One icon; its width, height, planes, bits a pixel, length and offset.
  view.setUint16(2, 1, true);
  view.setUint16(4, 1, true);
  file.set([side, side], 6);
  view.setUint16(10, 1, true);
  view.setUint16(12, 32, true);
  view.setUint32(14, imageBytes, true);
  view.setUint32(18, fileHeaderBytes, true);
  // The bitmap counts its height twice: colours and mask. Its rows go from the bottom up.
  view.setUint32(fileHeaderBytes, bitmapHeaderBytes, true);
  view.setInt32(fileHeaderBytes + 4, side, true);
  view.setInt32(fileHeaderBytes + 8, side * 2, true);
  view.setUint16(fileHeaderBytes + 12, 1, true);
  view.setUint16(fileHeaderBytes + 14, 32, true);
  const start = fileHeaderBytes + bitmapHeaderBytes;
  pixels.toReversed().forEach((row, y) => {
    [...row].forEach((pixel, x) => {
      if (pixel === "#") file.set(ink, start + (y * side + x) * 4);
    });
  });
  return file;
}
