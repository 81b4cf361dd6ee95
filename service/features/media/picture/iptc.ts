/** Resource of a Photoshop block that holds IPTC's fields. Source: Adobe Photoshop File Formats Specification. */
const iptcResource = 0x0404;
const photoshopHeader = Buffer.from("Photoshop 3.0\0", "latin1");
/** Data sets of record 2. Source: IPTC-NAA Information Interchange Model 4.2. */
const byline = 80;
const credit = 110;
const caption = 120;
/** A block has 64 kB, so a loop over it ends soon; a field longer than this is no credit or caption. */
const fieldBytesMax = 4_000;

/** Who made the picture and whose it is stays in it: taking that out is forbidden (UrhG, section 95c). 115: source, 116: notice. */
const creditFields: ReadonlySet<number> = new Set([byline, credit, 115, 116, caption]);

export type IptcFacts = { credit: string | null; caption: string | null };

/** Credit and caption out of a JPEG's APP13 segment; null where it has none, or is broken. */
export function readIptc(segment: Buffer): IptcFacts {
  const fields = fieldsOf(iptcOf(segment));
  const names = [fields.get(byline), fields.get(credit)].filter((name) => name !== undefined);
  // "Jens Thoms / Nordlicht Energie", as agencies write it.
  return { credit: [...new Set(names)].join(" / ") || null, caption: fields.get(caption) ?? null };
}

/** An APP13 segment with nothing but these fields; null where it has none of them. */
export function creditOnly(segment: Buffer): Buffer | null {
  const sets = [...dataSetsOf(iptcOf(segment))].filter(
    ({ record, field }) => record === 2 && creditFields.has(field),
  );
  if (sets.length === 0) return null;
  const iptc = Buffer.concat(sets.map(({ whole }) => whole));
  const head = Buffer.from("8BIM\x04\x04\0\0\0\0\0\0", "latin1");
  head.writeUInt32BE(iptc.length, 8);
  return Buffer.concat([photoshopHeader, head, iptc, Buffer.alloc(iptc.length & 1)]);
}

function iptcOf(segment: Buffer): Buffer {
  const empty = Buffer.alloc(0);
  if (!segment.subarray(0, photoshopHeader.length).equals(photoshopHeader)) return empty;
  let at = photoshopHeader.length;
  while (at + 12 <= segment.length && segment.toString("latin1", at, at + 4) === "8BIM") {
    const resource = segment.readUInt16BE(at + 4);
    // A name with its length before it, filled up to an even number of bytes.
    const nameBytes = ((segment[at + 6] ?? 0) + 2) & ~1;
    const sizeAt = at + 6 + nameBytes;
    if (sizeAt + 4 > segment.length) return empty;
    const size = segment.readUInt32BE(sizeAt);
    const data = segment.subarray(sizeAt + 4, sizeAt + 4 + size);
    if (resource === iptcResource) return data;
    at = sizeAt + 4 + size + (size & 1);
  }
  return empty;
}

function fieldsOf(iptc: Buffer): Map<number, string> {
  const fields = new Map<number, string>();
  for (const { record, field, whole } of dataSetsOf(iptc)) {
    const text = textOf(whole.subarray(5));
    if (record === 2 && text !== "" && !fields.has(field)) fields.set(field, text);
  }
  return fields;
}

function* dataSetsOf(iptc: Buffer): Generator<{ record: number | undefined; field: number; whole: Buffer }> {
  for (let at = 0; at + 5 <= iptc.length && iptc[at] === 0x1c; ) {
    const end = at + 5 + iptc.readUInt16BE(at + 3);
    if (end - at - 5 > fieldBytesMax || end > iptc.length) return;
    yield { record: iptc[at + 1], field: iptc[at + 2] ?? 0, whole: iptc.subarray(at, end) };
    at = end;
  }
}

/** UTF-8 where it is, whatever the block says of its character set; else Latin, as older programs write it. */
function textOf(bytes: Buffer): string {
  const utf8 = bytes.toString("utf8");
  const text = utf8.includes("\ufffd") ? new TextDecoder("windows-1252").decode(bytes) : utf8;
  return text.replace(/[\p{Cc}\s]+/gu, " ").trim();
}
