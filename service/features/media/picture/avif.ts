import { readTiff } from "./exif.ts";
import {
  addPart,
  namesPosition,
  nothingSaid,
  type PictureFormat,
  UnreadablePictureError,
} from "./picture-facts.ts";

/** Sizes stand in the first boxes. */
const headBytesMax = 256 * 1024;

/** A film has one or two, and each may name 65,535 entries to look through. */
const tiffHeadersMax = 100;

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
    const all: Box[] = [];
    const boxes = boxesIn(bytes, { begin: 0, end: bytes.length }, all);
    // A film's samples are named by other boxes: it stays whole, or is refused.
    if (boxes.some(({ type }) => type === "moov")) return holdsPosition(bytes) ? null : bytes;
    const meta = boxes.find(({ type }) => type === "meta");
    if (meta === undefined) throw new UnreadablePictureError("no meta box");
    const parts = boxesIn(bytes, { begin: meta.begin + 4, end: meta.end }, all);
    const part = (type: string) => parts.find((box) => box.type === type);
    const kept = keptRanges(bytes, { iinf: part("iinf"), iloc: part("iloc"), idat: part("idat"), all });
    const contents = [...boxes, ...parts].filter(({ type }) => type === "mdat" || type === "idat");
    blankBetween(bytes, contents.toSorted(inOrder), kept);
    blankOthers(bytes, boxes, "file");
    blankOthers(bytes, parts, "meta");
    for (const iprp of parts.filter(({ type }) => type === "iprp"))
      for (const ipco of boxesIn(bytes, iprp, all).filter(({ type }) => type === "ipco"))
        blankOthers(bytes, boxesIn(bytes, ipco, all), "ipco");
    return bytes;
  },
};

/** `begin` and `end` are those of what a box holds. */
type Box = { type: string; begin: number; end: number };
type Range = { begin: number; end: number };

/** `all` has those of the file so far: each of many boxes may hold others. */
function boxesIn(bytes: Buffer, { begin, end }: Range, all: Box[]): Box[] {
  const first = all.length;
  for (let at = begin; at + 8 <= end; ) {
    const size = bytes.readUInt32BE(at);
    const isLong = size === 1;
    const boxEnd = size === 0 ? end : at + (isLong ? Number(bytes.readBigUInt64BE(at + 8)) : size);
    const inner = at + (isLong ? 16 : 8);
    if (boxEnd > end || boxEnd < inner) throw new UnreadablePictureError("a box ends behind the file");
    addPart(all, { type: bytes.toString("latin1", at + 4, at + 8), begin: inner, end: boxEnd });
    at = boxEnd;
  }
  return all.slice(first);
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

/** What of the boxes lies in none of the ranges becomes zeros. Both are in order: one pass, as a file may have 100,000 of each. */
function blankBetween(bytes: Buffer, boxes: readonly Range[], kept: readonly Range[]): void {
  let next = 0;
  for (const box of boxes) {
    let at = box.begin;
    for (let range = kept[next]; range !== undefined && range.begin < box.end; range = kept[next]) {
      bytes.fill(0, at, Math.max(at, range.begin));
      at = Math.max(at, Math.min(range.end, box.end));
      // It may reach into the next box.
      if (range.end > box.end) break;
      next += 1;
    }
    bytes.fill(0, at, box.end);
  }
}

function inOrder(one: Range, other: Range): number {
  return one.begin - other.begin;
}

/** Where the pictures lie, in order. Items of other kinds lose their kind. */
function keptRanges(
  bytes: Buffer,
  { iinf, iloc, idat, all }: Record<"iinf" | "iloc" | "idat", Box | undefined> & { all: Box[] },
): Range[] {
  if (iinf === undefined || iloc === undefined) throw new UnreadablePictureError("no items");
  const pictures = new Set<number>();
  const items = boxesIn(bytes, { ...iinf, begin: iinf.begin + (bytes[iinf.begin] === 0 ? 6 : 8) }, all);
  for (const { begin } of items) {
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
    .sort(inOrder);
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
    if (at + size > iloc.end) throw new UnreadablePictureError("the item locations end in the middle");
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
      addPart(extents, { item, isInside, offset: base + next(offsetBytes), length: next(lengthBytes) });
    }
  }
  return extents;
}

/** Throws UnreadablePictureError for a film with more Exif blocks than a camera writes. */
function holdsPosition(bytes: Buffer): boolean {
  let headers = 0;
  for (const mark of ["II*\0", "MM\0*"])
    for (const at of offsetsOf(bytes, mark)) {
      headers += 1;
      if (headers > tiffHeadersMax) throw new UnreadablePictureError("too many Exif blocks");
      if (readTiff(bytes.subarray(at))?.hasPosition === true) return true;
    }
  return namesPosition(bytes);
}

function* offsetsOf(bytes: Buffer, mark: string): Generator<number> {
  for (let at = bytes.indexOf(mark, 0, "latin1"); at !== -1; at = bytes.indexOf(mark, at + 1, "latin1"))
    yield at;
}
