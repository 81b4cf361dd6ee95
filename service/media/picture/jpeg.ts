import { exifOfOrientation, readExif } from "./exif.ts";
import { readIptc } from "./iptc.ts";
import {
  namesPosition,
  nothingSaid,
  type PictureFacts,
  type PictureFormat,
  UnreadablePictureError,
} from "./picture-facts.ts";

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const app1 = 0xe1;
const app2 = 0xe2;
const app13 = 0xed;

/** A segment with its marker, `data` without; `begin` and `end` are those of the whole. */
type Segment = { marker: number; begin: number; end: number; data: Buffer };

/** Source: ITU-T T.81, annex B. */
export const jpeg: PictureFormat = {
  read(file) {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    const { segments, end } = segmentsOf(bytes);
    const frame = segments.find(({ marker }) => isFrame(marker));
    if (frame === undefined || frame.data.length < 6) throw new UnreadablePictureError("no frame");
    const size = { height: frame.data.readUInt16BE(1), width: frame.data.readUInt16BE(3) };
    const facts: PictureFacts = { ...nothingSaid, ...size };
    for (const segment of segments) readMetadata(segment, facts);
    // Further pictures behind the first one bring their own metadata.
    if (bytes.includes("Exif\0\0", end, "latin1") || namesPosition(bytes.subarray(end)))
      facts.hasPosition = true;
    return facts;
  },
  withoutPosition(file, { orientation }) {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    const { segments, scan, end } = segmentsOf(bytes);
    const kept = segments.filter((segment) => !holdsPosition(segment));
    return Buffer.concat([
      bytes.subarray(0, 2),
      ...(orientation === 1 ? [] : [segmentOf(app1, exifOfOrientation(orientation))]),
      ...kept.map((segment) => bytes.subarray(segment.begin, segment.end)),
      bytes.subarray(scan, end),
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
  if (isExif(data)) {
    const exif = readExif(data);
    facts.orientation = exif.orientation;
    facts.hasPosition ||= exif.hasPosition;
  } else if (namesPosition(data)) facts.hasPosition = true;
}

function isExif(data: Buffer): boolean {
  return data.toString("latin1", 0, 4) === "Exif";
}

/** Exif and XMP; and the directory of further pictures, which go as well. */
function holdsPosition({ marker, data }: Segment): boolean {
  return marker === app1 || (marker === app2 && data.toString("latin1", 0, 4) === "MPF\0");
}

function segmentOf(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** The segments before the first scan, where that begins, and where the picture ends. Throws UnreadablePictureError. */
function segmentsOf(bytes: Buffer): { segments: Segment[]; scan: number; end: number } {
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) throw new UnreadablePictureError("no start");
  const segments: Segment[] = [];
  for (let at = 2; ; ) {
    // Any number of 0xff may fill up the space before a marker.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined || at + 4 > bytes.length) throw cutOff();
    if (marker === startOfScan) return { segments, scan: at, end: endOfScans(bytes, at) };
    const size = bytes.readUInt16BE(at + 2);
    const end = at + 2 + size;
    if (size < 2 || end > bytes.length) throw cutOff();
    segments.push({ marker, begin: at, end, data: bytes.subarray(at + 4, end) });
    at = end;
  }
}

/** The byte after the end of the picture, which may have many scans. */
function endOfScans(bytes: Buffer, scan: number): number {
  for (let at = bytes.indexOf(0xff, scan); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === endOfImage) return at + 2;
    // A byte of the picture that happens to be 0xff, a restart, or filling.
    const isWithin = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7) || marker === 1;
    if (isWithin) at += marker === 0xff ? 1 : 2;
    else if (at + 4 > bytes.length) break;
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  throw cutOff();
}

/** Any of the thirteen kinds of frames; the markers between them are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function cutOff(): UnreadablePictureError {
  return new UnreadablePictureError("the file ends in the middle");
}
