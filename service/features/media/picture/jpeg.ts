import { exifOfOrientation, orientationOfExif } from "./exif.ts";
import { creditOnly, readIptc } from "./iptc.ts";
import {
  addPart,
  nothingSaid,
  type PictureFacts,
  type PictureFormat,
  UnreadablePictureError,
} from "./picture-facts.ts";

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const app0 = 0xe0;
const app1 = 0xe1;
const app2 = 0xe2;
const app13 = 0xed;
const app14 = 0xee;
const app15 = 0xef;
const comment = 0xfe;
/**
 * Encoders write about 10. A scan of 50 bytes costs the decoder up to 40 ms at 60 megapixels, and nothing ends a decoder before it is
 * done: 1 MB of scans held the only thread for minutes. 50 take 2 to 4 s.
 */
const scansMax = 50;
/** Up to and with the size of a small picture, which is made 0. */
const jfifBytes = 14;
const nothing = Buffer.alloc(0);

/** A segment with its marker, `data` without; `begin` and `end` are those of the whole. */
type Segment = { marker: number; begin: number; end: number; data: Buffer };

/** Source: ITU-T T.81, annex B. */
export const jpeg: PictureFormat = {
  read(file) {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    const { segments } = segmentsOf(bytes);
    const frame = segments.find(({ marker }) => isFrame(marker));
    if (frame === undefined || frame.data.length < 6) throw new UnreadablePictureError("no frame");
    const size = { height: frame.data.readUInt16BE(1), width: frame.data.readUInt16BE(3) };
    const facts: PictureFacts = { ...nothingSaid, ...size };
    for (const segment of segments) readMetadata(segment, facts);
    return facts;
  },
  allowedOnly(file, { orientation }) {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    const { segments, scans } = segmentsOf(bytes);
    // What lies behind the picture, such as further pictures with metadata of their own, is left out.
    return Buffer.concat([
      bytes.subarray(0, 2),
      ...(orientation === 1 ? [] : [segmentOf(app1, exifOfOrientation(orientation))]),
      ...segments.map((segment) => allowedPart(segment, bytes.subarray(segment.begin, segment.end))),
      ...scans,
    ]);
  },
};

function readMetadata({ marker, data }: Segment, facts: PictureFacts): void {
  if (marker === app13) {
    const { credit, caption } = readIptc(data);
    facts.credit ??= credit;
    facts.caption ??= caption;
  }
  if (marker !== app1) return;
  if (isExif(data)) facts.orientation = orientationOfExif(data);
}

function isExif(data: Buffer): boolean {
  return data.toString("latin1", 0, 4) === "Exif";
}

/**
 * A segment as it is kept: everything that draws the picture, its density without the small picture that may follow it, its colour
 * profile, Adobe's word on its colours, and who made it. Empty for all other application segments and for comments.
 */
function allowedPart({ marker, data }: Segment, whole: Buffer): Buffer {
  const begins = (text: string) => data.toString("latin1", 0, text.length) === text;
  if (marker === app0 && begins("JFIF\0") && data.length >= jfifBytes) {
    const plain = Buffer.from(data.subarray(0, jfifBytes));
    plain.fill(0, jfifBytes - 2);
    return segmentOf(app0, plain);
  }
  if (marker === app2 && begins("ICC_PROFILE\0")) return whole;
  if (marker === app14 && begins("Adobe")) return whole;
  if (marker === app13) return optionalSegment(app13, creditOnly(data));
  return isMetadata(marker) ? nothing : whole;
}

function isMetadata(marker: number): boolean {
  return (marker >= app0 && marker <= app15) || marker === comment;
}

function optionalSegment(marker: number, data: Buffer | null): Buffer {
  return data === null ? nothing : segmentOf(marker, data);
}

function segmentOf(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** The segments before the first scan, and the scans without metadata between them. Throws UnreadablePictureError. */
function segmentsOf(bytes: Buffer): { segments: Segment[]; scans: Buffer[] } {
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) throw new UnreadablePictureError("no start");
  const segments: Segment[] = [];
  for (let at = 2; ; ) {
    // Any number of 0xff may fill up the space before a marker.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined || at + 4 > bytes.length) throw cutOff();
    // It has no length, and a decoder would find scans in what would be taken for its content here.
    if (isBare(marker)) throw new UnreadablePictureError("a marker out of place");
    if (marker === startOfScan) return { segments, scans: scansOf(bytes, at) };
    const size = bytes.readUInt16BE(at + 2);
    const end = at + 2 + size;
    if (size < 2 || end > bytes.length) throw cutOff();
    addPart(segments, { marker, begin: at, end, data: bytes.subarray(at + 4, end) });
    at = end;
  }
}

/** From the first of the scans, of which there may be many, to the end of the picture. */
function scansOf(bytes: Buffer, scan: number): Buffer[] {
  const kept: Buffer[] = [];
  let begin = scan;
  let count = 0;
  for (let at = bytes.indexOf(0xff, scan); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === endOfImage) return [...kept, bytes.subarray(begin, at + 2)];
    // A byte of the picture that happens to be 0xff, a restart, or filling.
    if (isBare(marker)) at += 2;
    else if (marker === 0xff) at += 1;
    else if (at + 4 > bytes.length) break;
    else {
      const end = at + 2 + Math.max(2, bytes.readUInt16BE(at + 2));
      if (marker === startOfScan) count += 1;
      if (count > scansMax) throw new UnreadablePictureError("too many scans");
      if (isMetadata(marker)) {
        addPart(kept, bytes.subarray(begin, at));
        begin = end;
      }
      at = end;
    }
  }
  throw cutOff();
}

/** A restart, or one of those that no picture has: a decoder goes on right behind them. */
function isBare(marker: number): boolean {
  return marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd7);
}

/** Any of the thirteen kinds of frames; the markers between them are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function cutOff(): UnreadablePictureError {
  return new UnreadablePictureError("the file ends in the middle");
}
