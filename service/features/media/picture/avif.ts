import { readTiff } from "./exif.ts";
import { namesPosition, nothingSaid, type PictureFormat, UnreadablePictureError } from "./picture-facts.ts";

/** Sizes stand in the first boxes. */
const headBytesMax = 256 * 1024;

/** Boxes that stay; any other is emptied where it stands, because the offsets of the picture count from the file's begin. */
const allowedBoxes: Readonly<Record<string, ReadonlySet<string>>> = {
  file: new Set(["ftyp", "meta", "mdat"]),
  meta: new Set(["hdlr", "dinf", "pitm", "iloc", "iinf", "iref", "iprp", "idat", "grpl"]),
  ipco: new Set([
    ...["ispe", "pixi", "av1C", "colr", "irot", "imir", "clap", "pasp", "auxC"],
    ...["clli", "mdcv", "cclv", "amve", "a1op", "lsel", "a1lx", "ftyp"],
  ]),
};
/** Pictures and what puts them together; Exif and XMP are items of other kinds. */
const allowedItems: ReadonlySet<string> = new Set(["av01", "grid", "iden", "iovl", "tmap"]);

/**
 * The largest picture of the file, turned as its `irot` box says. Source: ISO/IEC 23008-12, sections 6.5.3 and 6.5.10, and
 * ISO/IEC 14496-12, section 8.11.
 */
export const avif: PictureFormat = {
  read(file) {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    const head = bytes.subarray(0, headBytesMax);
    let size = { width: 0, height: 0 };
    for (const at of offsetsOf(head, "ispe")) {
      if (at + 16 > head.length) break;
      const found = { width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12) };
      if (found.width * found.height > size.width * size.height) size = found;
    }
    if (size.width === 0) throw new UnreadablePictureError("no size");
    const rotation = head.indexOf("irot", 0, "latin1");
    const isOnItsSide = rotation !== -1 && ((head[rotation + 4] ?? 0) & 1) === 1;
    return { ...nothingSaid, ...(isOnItsSide ? { width: size.height, height: size.width } : size) };
  },
  allowedOnly(file) {
    const bytes = Buffer.from(file);
    const boxes = boxesIn(bytes, 0, bytes.length);
    // A film's samples are named by other boxes: it stays whole, or is refused.
    if (boxes.some(({ type }) => type === "moov")) return holdsPosition(bytes) ? null : bytes;
    const meta = boxes.find(({ type }) => type === "meta");
    if (meta === undefined) throw new UnreadablePictureError("no meta box");
    const parts = boxesIn(bytes, meta.begin + 4, meta.end);
    const part = (type: string) => parts.find((box) => box.type === type);
    const kept = keptRanges(bytes, { iinf: part("iinf"), iloc: part("iloc"), idat: part("idat") });
    for (const box of [
      ...boxes.filter(({ type }) => type === "mdat"),
      ...parts.filter(({ type }) => type === "idat"),
    ])
      blankBetween(bytes, box, kept);
    blankOthers(bytes, boxes, "file");
    blankOthers(bytes, parts, "meta");
    for (const iprp of parts.filter(({ type }) => type === "iprp"))
      for (const ipco of boxesIn(bytes, iprp.begin, iprp.end).filter(({ type }) => type === "ipco"))
        blankOthers(bytes, boxesIn(bytes, ipco.begin, ipco.end), "ipco");
    return bytes;
  },
};

/** `begin` and `end` are those of what a box holds. */
type Box = { type: string; begin: number; end: number };
type Range = { begin: number; end: number };

function boxesIn(bytes: Buffer, begin: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = begin; at + 8 <= end; ) {
    const size = bytes.readUInt32BE(at);
    const isLong = size === 1;
    const boxEnd = size === 0 ? end : at + (isLong ? Number(bytes.readBigUInt64BE(at + 8)) : size);
    const inner = at + (isLong ? 16 : 8);
    if (boxEnd > end || boxEnd < inner) throw new UnreadablePictureError("a box ends behind the file");
    boxes.push({ type: bytes.toString("latin1", at + 4, at + 8), begin: inner, end: boxEnd });
    at = boxEnd;
  }
  return boxes;
}

/** Box types have four letters, and `free` is what a reader skips. Its position in a list of properties stays taken. */
function blankOthers(bytes: Buffer, boxes: readonly Box[], where: string): void {
  for (const { type, begin, end } of boxes) {
    if (allowedBoxes[where]?.has(type) === true) continue;
    const isLong = bytes.toString("latin1", begin - 4, begin) !== type;
    bytes.write("free", begin - (isLong ? 12 : 4), "latin1");
    bytes.fill(0, begin, end);
  }
}

/** What of a box lies in none of the ranges becomes zeros. */
function blankBetween(bytes: Buffer, box: Range, kept: readonly Range[]): void {
  let at = box.begin;
  for (const { begin, end } of kept) {
    if (end <= at || begin >= box.end) continue;
    bytes.fill(0, at, Math.max(at, begin));
    at = Math.min(end, box.end);
  }
  bytes.fill(0, at, box.end);
}

/** Where the pictures lie, in order. Items of other kinds lose their kind. */
function keptRanges(
  bytes: Buffer,
  { iinf, iloc, idat }: { iinf: Box | undefined; iloc: Box | undefined; idat: Box | undefined },
): Range[] {
  if (iinf === undefined || iloc === undefined) throw new UnreadablePictureError("no items");
  const pictures = new Set<number>();
  for (const { begin } of boxesIn(bytes, iinf.begin + (bytes[iinf.begin] === 0 ? 6 : 8), iinf.end)) {
    const isWide = bytes[begin] === 3;
    const typeAt = begin + (isWide ? 10 : 8);
    if (allowedItems.has(bytes.toString("latin1", typeAt, typeAt + 4)))
      pictures.add(isWide ? bytes.readUInt32BE(begin + 4) : bytes.readUInt16BE(begin + 4));
    else bytes.write("free", typeAt, "latin1");
  }
  return extentsOf(bytes, iloc)
    .filter(({ item }) => pictures.has(item))
    .map(({ isInside, offset, length }) => {
      const begin = offset + (isInside ? (idat?.begin ?? 0) : 0);
      return { begin, end: begin + length };
    })
    .sort((one, other) => one.begin - other.begin);
}

function extentsOf(bytes: Buffer, iloc: Box) {
  const version = bytes[iloc.begin] ?? 0;
  const sizes = bytes.readUInt16BE(iloc.begin + 4);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  // Without a length an extent is the whole file, and without bytes of its own a loop over them has no end.
  if (lengthBytes === 0) throw new UnreadablePictureError("an item without a length");
  let at = iloc.begin + 6;
  const next = (size: number): number => {
    if (at + size > iloc.end) throw new UnreadablePictureError("the places end in the middle");
    at += size;
    if (size === 8) return Number(bytes.readBigUInt64BE(at - 8));
    return size === 0 ? 0 : bytes.readUIntBE(at - size, size);
  };
  const extents: { item: number; isInside: boolean; offset: number; length: number }[] = [];
  for (let left = next(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const item = next(version < 2 ? 2 : 4);
    const isInside = version > 0 && (next(2) & 15) === 1;
    next(2);
    const base = next(baseBytes);
    for (let parts = next(2); parts > 0; parts -= 1) {
      next(indexBytes);
      extents.push({ item, isInside, offset: base + next(offsetBytes), length: next(lengthBytes) });
    }
  }
  return extents;
}

function holdsPosition(bytes: Buffer): boolean {
  const headers = [...offsetsOf(bytes, "II*\0"), ...offsetsOf(bytes, "MM\0*")];
  return headers.some((at) => readTiff(bytes.subarray(at))?.hasPosition === true) || namesPosition(bytes);
}

function* offsetsOf(bytes: Buffer, mark: string): Generator<number> {
  for (let at = bytes.indexOf(mark, 0, "latin1"); at !== -1; at = bytes.indexOf(mark, at + 1, "latin1"))
    yield at;
}
